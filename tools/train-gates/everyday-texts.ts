// Texts that nobody has labelled, of people, of dictionaries and of things in a wish: a teacher says what they are worth to the gate.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chatsIn } from './examples.ts'
import { randomOf } from './fit.ts'

/** Where Debian's wordnet-base has it. */
const WORDNET = '/usr/share/wordnet'
const PARTS_OF_SPEECH = ['noun', 'verb', 'adj', 'adv']
const CHATS = 22_000
const SENTENCES = 12_000
const WISHES = 6_000
const GLOSSES = 5_000
const CHARS_MIN = 9
const CHARS_MAX = 220

const ASKING = [
  "I'm looking for {}",
  'I need {}',
  'can you recommend {}?',
  'where can I buy {}',
  'find me {}',
  'best {}',
  'show me {} please',
  'I want to get {} for my friend',
  'what is a good {}',
  'do you know any {} near me',
  "I'd like to book {}",
  'tell me about {}',
  'compare {}',
  'how much is {}',
  'what does {} mean',
  'how do I spell {}',
  'write a poem about {}',
  'who invented {}',
]

/**
 * Seeded; the same on every machine.
 * @param chatFile `dataset.json` of the Python package chitchat-dataset
 * @throws Error where WordNet is not installed
 */
export function everydayTexts(chatFile: string): string[] {
  const random = randomOf(17)
  const some = (texts: Iterable<string>, count: number): string[] => {
    const fit = [...new Set(texts)].filter(({ length }) => length >= CHARS_MIN && length <= CHARS_MAX)
    // The first steps of a shuffle: each text is as likely.
    for (let i = 0; i < Math.min(count, fit.length); i++) {
      const j = i + Math.floor(random() * (fit.length - i))
      ;[fit[i], fit[j]] = [fit[j]!, fit[i]!]
    }
    return fit.slice(0, count)
  }
  const { sentences, glosses, phrases } = wordNet()
  const asked = some(phrases, WISHES).map((phrase) => {
    return ASKING[Math.floor(random() * ASKING.length)]!.replace('{}', phrase)
  })
  return [...some(chatsIn(chatFile), CHATS), ...some(sentences, SENTENCES), ...asked, ...some(glosses, GLOSSES)]
}

/** Sentences that show a word, what words mean, and names of several words. */
function wordNet(): { sentences: string[]; glosses: string[]; phrases: string[] } {
  const sentences: string[] = []
  const glosses: string[] = []
  const phrases: string[] = []
  for (const part of PARTS_OF_SPEECH) {
    for (const line of readFileSync(join(WORDNET, `data.${part}`), 'utf8').split('\n')) {
      const [synset, explained] = line.split(' | ')
      if (line.startsWith(' ') || !synset || !explained) continue
      const pieces = explained.split(';').map((piece) => piece.trim())
      sentences.push(...pieces.filter((piece) => piece.startsWith('"')).map((piece) => piece.replaceAll('"', '')))
      glosses.push(pieces[0]!)
      // offset, file, kind, how many words (hexadecimal), then each word and a number: see wndb(5).
      const fields = synset.split(' ')
      for (let i = 0; i < Number.parseInt(fields[3]!, 16); i++) {
        const word = fields[4 + 2 * i]!.replace(/\(.*$/, '').replaceAll('_', ' ')
        if (word.includes(' ')) phrases.push(word)
      }
    }
  }
  return { sentences, glosses, phrases }
}
