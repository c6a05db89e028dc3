// A made-up inventory of any size, the same for the same seed, with the word statistics of real advertisements:
// few words that stand in many ads, very many that stand in few (Zipf's law), and topics that share a vocabulary.
import { createSeededRandom } from '../src/base/random.ts'

export interface MadeAd {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly landingUrl: string
  readonly keywords: readonly string[]
  readonly categories: readonly string[]
}

const TOPICS = 400
const WORDS_PER_TOPIC = 250
const COMMON_WORDS = 8_000
/** Offset of Zipf–Mandelbrot: flattens the very top, where real texts hold stop words that an index leaves out anyway. */
const FLATTENED = 12

/** @returns each ad when it is asked for, so that a million of them need no memory */
export function* generateAds(count: number, seed: number): Generator<MadeAd> {
  const speech = createSpeech(seed)
  for (let i = 0; i < count; i++) {
    const topic = speech.pickTopic()
    yield {
      id: `made-${i}`,
      title: speech.say(topic, 4 + speech.below(6)),
      description: speech.say(topic, 10 + speech.below(30)),
      landingUrl: `https://shop-${topic}.example/${i}`,
      keywords: [speech.say(topic, 1), speech.say(topic, 2)],
      categories: [`Topic ${topic}`],
    }
  }
}

export interface MadeConversation {
  readonly query: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
}

/** Conversations that ask for something of the same inventory: some of one sentence, some of several turns. */
export function generateConversations(count: number, seed: number): MadeConversation[] {
  const speech = createSpeech(seed)
  const ask = (topic: number) => `I want to buy ${speech.say(topic, 3 + speech.below(6))} for ${speech.say(topic, 2)}`
  return Array.from({ length: count }, (_, i) => {
    const topic = speech.pickTopic()
    const turns = i % 2 === 0 ? 0 : 1 + speech.below(4)
    const messages = Array.from({ length: turns }, () => [
      { role: 'user' as const, content: ask(topic) },
      { role: 'assistant' as const, content: `There are many. ${speech.say(topic, 15 + speech.below(20))}?` },
    ]).flat()
    return { query: ask(topic), messages }
  })
}

function createSpeech(seed: number) {
  const random = createSeededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  // The inverse of a continuous Zipf–Mandelbrot law with exponent 1: the rank of a word drawn by its frequency.
  const rank = (words: number) => Math.floor(FLATTENED * ((words + FLATTENED) / FLATTENED) ** random()) - FLATTENED
  const word = (topic: number) =>
    random() < 0.45
      ? wordOf(Math.min(rank(COMMON_WORDS), COMMON_WORDS - 1))
      : wordOf(COMMON_WORDS + topic * WORDS_PER_TOPIC + Math.min(rank(WORDS_PER_TOPIC), WORDS_PER_TOPIC - 1))
  return {
    below,
    pickTopic: () => Math.min(rank(TOPICS), TOPICS - 1),
    say: (topic: number, words: number) => Array.from({ length: words }, () => word(topic)).join(' '),
  }
}

const ONSETS = ['b', 'c', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w', 'z', 'st', 'tr']
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo']

/** The word with this number: two or three syllables that can be said, different for every number. */
function wordOf(number: number): string {
  let rest = number
  let word = ''
  do {
    word += ONSETS[rest % ONSETS.length]! + VOWELS[Math.floor(rest / ONSETS.length) % VOWELS.length]!
    rest = Math.floor(rest / (ONSETS.length * VOWELS.length))
  } while (rest > 0)
  return `${word}n`
}
