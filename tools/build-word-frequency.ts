// Makes models/word-frequency.txt from lines of "language, word, share of all words" (see export-word-frequency.py).
//   node tools/build-word-frequency.ts words.tsv > models/word-frequency.txt
import { readFileSync } from 'node:fs'
import { wordsOf } from '../src/engine/text/terms.ts'
import { RARITY_STEPS } from '../src/engine/text/word-frequency.ts'

/** Of a language with few advertisers only the words that stand in every second sentence need to be told. */
const STEMS_MAX_ELSEWHERE = 1_500
const STEMS_MAX: Record<string, number> = {
  en: 32_000,
  de: 5_000,
  fr: 5_000,
  es: 5_000,
  pt: 5_000,
  it: 5_000,
  nl: 5_000,
}

const shares = new Map<string, Map<string, number>>()
for (const line of readFileSync(process.argv[2]!, 'utf8').split('\n')) {
  const [language, word, share] = line.split('\t')
  if (language === undefined || word === undefined || /[^\p{L}\p{M}\p{N}]/u.test(word)) continue
  const stems = shares.get(language) ?? new Map<string, number>()
  shares.set(language, stems)
  for (const stem of wordsOf(word, language)) stems.set(stem, (stems.get(stem) ?? 0) + Number(share))
}

const out = [
  '# How common stems are in everyday language, version 1. Read by src/engine/text/word-frequency.ts.',
  '# "@language count" opens a list; each following line is a rarity and all stems that have it, where',
  `# rarity = ${RARITY_STEPS} x -log10(share of all words), rounded. Stop words are left out; aliases are resolved.`,
  '# Made by tools/export-word-frequency.py and tools/build-word-frequency.ts from wordfreq 3.1.1 (Robyn Speer, 2022,',
  '# https://doi.org/10.5281/zenodo.7199437), whose data may be redistributed under CC BY-SA 4.0; this file stands under',
  '# the same licence (https://creativecommons.org/licenses/by-sa/4.0/). wordfreq draws on Google Books Ngrams',
  '# (https://books.google.com/ngrams), Wikipedia, ParaCrawl, OpenSubtitles (https://www.opensubtitles.org), the Leeds',
  '# Internet Corpus, and the freely available SUBTLEX lists by Marc Brysbaert and others',
  '# (http://crr.ugent.be/programs-data/subtitle-frequencies), with thanks to them all.',
]
for (const [language, stems] of shares) {
  const best = [...stems].sort((a, b) => b[1] - a[1]).slice(0, STEMS_MAX[language] ?? STEMS_MAX_ELSEWHERE)
  out.push(`@${language} ${best.length}`)
  const byRarity = new Map<number, string[]>()
  for (const [stem, share] of best) {
    const rarity = Math.min(255, Math.max(0, Math.round(-RARITY_STEPS * Math.log10(share))))
    byRarity.set(rarity, [...(byRarity.get(rarity) ?? []), stem])
  }
  for (const [rarity, list] of [...byRarity].sort((a, b) => a[0] - b[0])) out.push(`${rarity} ${list.sort().join(' ')}`)
}
process.stdout.write(`${out.join('\n')}\n`)
