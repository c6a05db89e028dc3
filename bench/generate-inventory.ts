// A made-up inventory of any size, the same for the same seed, with the word statistics of real advertisements: everyday
// words as often as people say them, topics that share a vocabulary, stop words between, and brands and numbers that no
// list of words knows. Words come from models/word-frequency.txt, so stems, rarity and meaning are those of a language.
import { readFileSync } from 'node:fs'
import { createSeededRandom, type Random } from '../src/base/random.ts'
import { extractFeatures } from '../src/engine/understand/text-features.ts'
import { createTopicPhrases } from '../src/engine/understand/topic-phrases.ts'

export interface MadeAd {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly landingUrl: string
  readonly keywords: readonly string[]
  readonly categories: readonly string[]
}

export interface MadeConversation {
  readonly query: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly response?: string
}

/** @returns each ad when it is asked for, so that a million of them need no memory */
export function* generateAds(count: number, seed: number): Generator<MadeAd> {
  const speech = createSpeech(seed)
  for (let i = 0; i < count; i++) {
    const topic = speech.pickTopic()
    const brand = speech.brand(topic)
    yield {
      id: `made-${i}`,
      title: `${brand} ${speech.say(topic, 3 + speech.below(6))} ${speech.model()}`,
      description: speech.say(topic, 4 + speech.below(15)),
      landingUrl: `https://shop-${topic}.example/${i}`,
      keywords: [brand],
      categories: [speech.nameOf(topic)],
    }
  }
}

/** Conversations that ask for something of the same inventory: some of one sentence, some of several turns. */
export function generateConversations(count: number, seed: number): MadeConversation[] {
  const speech = createSpeech(seed)
  return Array.from({ length: count }, (_, i) => {
    const topic = speech.pickTopic()
    const turns = i % 2 === 0 ? 0 : 1 + speech.below(4)
    const messages = Array.from({ length: turns }, () => [
      { role: 'user' as const, content: speech.ask(topic) },
      { role: 'assistant' as const, content: `There are many. ${speech.say(topic, 15 + speech.below(20))}?` },
    ]).flat()
    return { query: speech.ask(topic), messages }
  })
}

export interface MadeQuestion extends MadeConversation {
  readonly topic: number
}

/** Questions of 2–10 words, as people type them into a search box, half of them as a sentence. */
export function generateShortQuestions(count: number, seed: number): MadeQuestion[] {
  const speech = createSpeech(seed)
  return Array.from({ length: count }, (_, i) => {
    const topic = speech.pickTopic()
    return { topic, query: speech.ask(topic, i % 2 === 0 ? 'words' : 'sentence'), messages: [] }
  })
}

/** Chats of 60 words, the last 20 of them the question, with an answer of 200 words. */
export function generateChats(count: number, seed: number): MadeQuestion[] {
  const speech = createSpeech(seed)
  return Array.from({ length: count }, () => {
    const topic = speech.pickTopic()
    return {
      topic,
      messages: [
        { role: 'user' as const, content: `I am looking for ${speech.say(topic, 16)}` },
        { role: 'assistant' as const, content: `${speech.say(topic, 20)}?` },
      ],
      query: `I want to buy ${speech.say(topic, 16)}`,
      response: Array.from({ length: 10 }, () => `${speech.say(topic, 20)}.`).join(' '),
    }
  })
}

const TOPICS = 400
const WORDS_PER_TOPIC = 250
/** Kinds of shops: what all flats, flights or printers have in common stands in a tenth of all ads. */
const TRADES = 9
const WORDS_PER_TRADE = 25
const BRANDS_PER_TOPIC = 40
/** Topics are one vocabulary for every seed, so that questions of one seed find ads of another. */
const TOPICS_SEED = 7
/** Words that no topic begins with: people say them everywhere. */
const TOPIC_RANK_MIN = 150

// Shares of the words of a text; the rest are words of its topic.
const STOP_WORDS = 0.14
const EVERYDAY = 0.15
const NUMBERS = 0.08
const OF_TRADE = 0.2

function createSpeech(seed: number) {
  const random = createSeededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const { words, pick, topics, trades } = (vocabulary ??= readVocabulary())

  const ofTopic = (topic: number) => words[topics[topic]![draw(TOPIC_WORD, random)]!]!
  const word = (topic: number): string => {
    const kind = random()
    if (kind < STOP_WORDS) return BETWEEN[draw(STOP_WORD, random)]!
    if (kind < STOP_WORDS + EVERYDAY) return words[pick(random)]!
    if (kind < STOP_WORDS + EVERYDAY + NUMBERS) return String(1 + draw(NUMBER, random))
    if (kind > 1 - OF_TRADE) return words[trades[topic % TRADES]![draw(TRADE_WORD, random)]!]!
    return ofTopic(topic)
  }
  const say = (topic: number, count: number): string => {
    let text = word(topic)
    for (let i = 1; i < count; i++) text += ` ${word(topic)}`
    return text
  }
  const wanted = (topic: number, count: number) => Array.from({ length: count }, () => ofTopic(topic)).join(' ')

  return {
    below,
    say,
    pickTopic: () => draw(TOPIC, random),
    nameOf: (topic: number) => `${words[topics[topic]![0]!]} ${words[topics[topic]![1]!]}`,
    brand: (topic: number) => nameOf(topic * BRANDS_PER_TOPIC + draw(BRAND, random)),
    model: () => `${nameOf(below(400)).slice(0, 2)}${below(10_000)}`,
    ask(topic: number, how: 'words' | 'sentence' = 'sentence') {
      if (how === 'words') return wanted(topic, 2 + below(3))
      return `I want to buy ${wanted(topic, 2 + below(3))} for ${say(topic, 2)}`
    },
  }
}

const BETWEEN = 'the and for of with to in a from your is this by on at or our you it all'.split(' ')

/** Ranks from 0 by a Zipf–Mandelbrot law with exponent 1, as a table to draw from; the offset flattens its top. */
function rankTable(count: number, offset: number): Uint16Array {
  return Uint16Array.from({ length: TABLE }, (_, i) =>
    Math.min(count - 1, offset * ((count + offset) / offset) ** ((i + 0.5) / TABLE) - offset),
  )
}

function draw(table: Uint16Array, random: Random): number {
  return table[Math.floor(random() * TABLE)]!
}

const TABLE = 8_192
const TOPIC = rankTable(TOPICS, 4)
const TOPIC_WORD = rankTable(WORDS_PER_TOPIC, 1.5)
const TRADE_WORD = rankTable(WORDS_PER_TRADE, 3)
const BRAND = rankTable(BRANDS_PER_TOPIC, 2)
const NUMBER = rankTable(1_000, 2)
const STOP_WORD = rankTable(BETWEEN.length, 3)

let vocabulary: ReturnType<typeof readVocabulary> | undefined

// The English list, commonest first, and what each topic talks of: common words belong to many topics, rare ones to few. Words that alone
// hint at a sensitive topic are left out: of 1,693 answers of real talks three have one, of answers made of all words six in ten would.
function readVocabulary() {
  const text = readFileSync(new URL('../models/word-frequency.txt', import.meta.url), 'utf8')
  const english = text.slice(text.indexOf('\n@en ') + 1).split('\n')
  const words: string[] = []
  const upTo: number[] = []
  const phrases = createTopicPhrases()
  let sum = 0
  for (const line of english.slice(1)) {
    if (line.startsWith('@')) break
    const [rarity, ...stems] = line.split(' ')
    for (const stem of stems) {
      if (phrases.scoresOf(extractFeatures(stem)).scores.some((score) => score > 0)) continue
      words.push(stem)
      upTo.push((sum += 10 ** (-Number(rarity) / 25)))
    }
  }
  const shares = Float64Array.from(upTo, (share) => share / sum)
  const random = createSeededRandom(TOPICS_SEED)
  const ranks = rankTable(words.length - TOPIC_RANK_MIN, 100)
  const someWords = (count: number) => {
    const own = new Set<number>()
    while (own.size < count) own.add(TOPIC_RANK_MIN + draw(ranks, random))
    return [...own]
  }
  const topics = Array.from({ length: TOPICS }, () => someWords(WORDS_PER_TOPIC))
  const trades = Array.from({ length: TRADES }, () => someWords(WORDS_PER_TRADE))
  return { words, topics, trades, pick: (random: Random) => firstAbove(shares, random()) }
}

function firstAbove(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}

const ONSETS = ['b', 'c', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w', 'z', 'st', 'tr']
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo']

/** A made-up name: syllables that can be said, different for every number. */
function nameOf(number: number): string {
  let rest = number + 160
  let name = ''
  do {
    name += ONSETS[rest % ONSETS.length]! + VOWELS[Math.floor(rest / ONSETS.length) % VOWELS.length]!
    rest = Math.floor(rest / (ONSETS.length * VOWELS.length))
  } while (rest > 0)
  return `${name}x`
}
