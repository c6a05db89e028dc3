// Turns texts into the terms that the service would make of them, for distil.py: one vocabulary, and numbers into it.
//   node tools/word-vectors/read-terms.ts words.tsv texts.json terms.json
// words.tsv: language, word, share of all words (tools/export-word-frequency.py). texts.json: an array of texts.
import { readFileSync, writeFileSync } from 'node:fs'
import { createTermReader } from '../../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../../src/engine/text/word-frequency.ts'

const [wordsPath, textsPath, outPath] = process.argv.slice(2)
const reader = createTermReader(loadWordFrequencies())
const numbers = new Map<string, number>()
const lo: number[] = []
const hi: number[] = []
const rarity: number[] = []
const share: number[] = []
const spellings: Map<string, number>[] = []

for (const line of readFileSync(wordsPath!, 'utf8').split('\n')) {
  const [language, word, said] = line.split('\t')
  if (language !== 'en') continue
  for (const term of read(word!, Number(said))) share[term]! += Number(said)
}
const words = lo.length
const texts = (JSON.parse(readFileSync(textsPath!, 'utf8')) as string[]).map((text) => read(text, 1e-9))
// How a stem is written most often is what the encoder is asked about.
const spelling = spellings.map((known) => [...known].sort((a, b) => b[1] - a[1])[0]![0])
writeFileSync(outPath!, JSON.stringify({ words, lo, hi, rarity, share, spelling, texts }))

function read(text: string, weight: number): number[] {
  const found = reader.read(text, 'en')
  return Array.from({ length: found.count }, (_, i) => {
    const key = `${found.lo[i]} ${found.hi[i]}`
    let number = numbers.get(key)
    if (number === undefined) {
      number = lo.length
      numbers.set(key, number)
      lo.push(found.lo[i]!)
      hi.push(found.hi[i]!)
      rarity.push(found.rarity[i]!)
      share.push(0)
      spellings.push(new Map())
    }
    const surface = text.slice(found.start[i]!, found.end[i]!).toLowerCase()
    spellings[number]!.set(surface, (spellings[number]!.get(surface) ?? 0) + weight)
    return number
  })
}
