// Names the topics near which no ad belongs, with a score each. A reviewed lexicon catches what is said plainly; a trained
// gate adds what only the whole wording gives away, and takes back what the lexicon hears in an idiom. Scores are scaled so
// that one half is the default line for blocking.
import { join } from 'node:path'
import { openLinearGate } from './linear-gate.ts'
import { SENSITIVE_CATEGORIES, type SensitiveCategory } from './sensitive-lexicon.ts'
import { extractFeatures, HEAD_CHARS, TAIL_CHARS, type TextFeatures, wordsOfAll } from './text-features.ts'
import { createTopicPhrases } from './topic-phrases.ts'
import { unmask } from './unmask.ts'

export type SensitiveTopic = { readonly category: SensitiveCategory; readonly score: number }

/** A topic that reaches this is reported, and stops the ads unless the publisher allows it. */
export const SENSITIVE_THRESHOLD = 0.5

/** What the trained gate finds less likely than this is noise; from here on it can tip a scale that already holds a hint. */
const NOISE_SCORE_MAX = 0.25

const KIND_SHARE_MIN = 0.5

const UNSAFE = 0
const GRAVE = 1
const KINDS_FROM = 2

export type SensitiveTopics = {
  /**
   * The topics of one text that reach the line, each with its score 0.5–1, highest first; mostly an empty list.
   * @param language primary BCP 47 subtag; `und` where unknown
   */
  readonly topicsOf: (text: string, language?: string) => readonly SensitiveTopic[]
}

/** A known look-alike ("kitchen knife") is what most often misleads the gate. */
const HARMLESS_DISCOUNT = 0.6

/** What is told of somebody's life in words that also stand for other things: a match is murder, a phone dies, and both are welcome. */
const TOLD = ['mental_health', 'medical', 'tragedy', 'violence', 'finance_distress'].map(categoryNamed)
/** English that the gate finds less likely than this to be grave is no such thing, though it holds such words. */
const SURELY_HARMLESS = 0.02

const NONE: readonly SensitiveTopic[] = []

/** Behind a number, be it "50k" or "1 500", they are no wish to die; on a line of their own they are what somebody says next. */
const KILOMETRES = /(?<=\d[ \u00a0\u202f]?k?[ \u00a0\u202f]?)kms(?![a-z])/gi

/** @throws Error where the model is missing or damaged: a service that cannot tell must not start */
export function openSensitiveTopics(modelsFolder: string): SensitiveTopics {
  const gate = openLinearGate(join(modelsFolder, 'sensitive.gate'), 'sensitive')
  // Head 0 says whether a text is unsafe, such as an insult; head 1 whether it tells of something grave; the others, of which kind it is then.
  const kinds = gate.header.heads.slice(KINDS_FROM).map(({ name }) => categoryNamed(name))
  const phrases = createTopicPhrases()

  /** What the gate makes of a text: the larger of what it thinks of the whole, and of each message. */
  const listen = (text: string): Heard => {
    const features = extractFeatures(text)
    const unsafe = gate.scoreOf(features, UNSAFE)
    // It learned from messages of up to ninety words.
    let gravest = isLong(text) ? NOISE_SCORE_MAX : gate.scoreOf(features, GRAVE)
    let alarm = Math.max(unsafe, gravest) * trustIn(features)
    let heardIn = text
    for (const line of linesOf(text)) {
      const read = extractFeatures(line)
      const grave = gate.scoreOf(read, GRAVE)
      gravest = Math.max(gravest, grave)
      if (grave * trustIn(read) <= alarm) continue
      alarm = grave * trustIn(read)
      heardIn = line
    }
    return { alarm, heardIn, isCalm: gravest < SURELY_HARMLESS && unsafe <= NOISE_SCORE_MAX }
  }

  /** Those at least half as likely as the likeliest: what is told in passing may be an illness or a death, and nobody allows one for the other. */
  const kindsOf = (text: string): readonly number[] => {
    const likely = gate.scoresFrom(extractFeatures(text), KINDS_FROM)
    const least = Math.max(...likely) * KIND_SHARE_MIN
    return kinds.filter((_, i) => likely[i]! >= least)
  }

  return {
    topicsOf(said, language = 'und') {
      const text = unmask(said, phrases.isGrave).replace(KILOMETRES, 'km')
      const features = extractFeatures(text)
      if (features.wordCount === 0) return NONE
      const scores = phrases.scoresOf(features, { text, language })
      const { alarm, heardIn, isCalm } = listen(text)
      if (isCalm && language === 'en') for (const topic of TOLD) scores[topic]! *= HARMLESS_DISCOUNT
      const certain = phrases.sawHarmless() ? alarm * HARMLESS_DISCOUNT : alarm
      if (certain > NOISE_SCORE_MAX) {
        // Two independent signs of one topic strengthen each other.
        for (const kind of kindsOf(heardIn)) scores[kind] = 1 - (1 - scores[kind]!) * (1 - certain)
      }
      // What lies between the beginning and the end of a long text is left to the lexicon: the gate, learned from short texts, adds
      // next to nothing there but false alarms.
      if (isLong(text)) phrases.settle(scores, wordsOfAll(text), { text, language })
      const topics: SensitiveTopic[] = []
      for (let i = 0; i < SENSITIVE_CATEGORIES.length; i++) {
        const score = scores[i] as number
        if (score >= SENSITIVE_THRESHOLD) topics.push({ category: SENSITIVE_CATEGORIES[i]!, score })
      }
      return topics.length === 0 ? NONE : topics.sort((a, b) => b.score - a.score)
    },
  }
}

interface Heard {
  /** 0–1. */
  readonly alarm: number
  /** The part of the text that alarms most. */
  readonly heardIn: string
  /** True where nothing in it is likely to be unsafe or grave. */
  readonly isCalm: boolean
}

function isLong(text: string): boolean {
  return text.length > HEAD_CHARS + TAIL_CHARS
}

/** A few words tell the gate little ("are all of them waterproof?"); the lexicon knows them or nobody does. */
function trustIn({ wordCount }: TextFeatures): number {
  return Math.min(1, (wordCount + 8) / 16)
}

/** Of a text of several lines the last ones: each may be a message, and what is harmless around it would drown what is grave in one. */
function linesOf(text: string): readonly string[] {
  return text.includes('\n') ? text.split('\n').slice(-LINES_MAX) : []
}

const LINES_MAX = 20

function categoryNamed(name: string): number {
  const index = SENSITIVE_CATEGORIES.findIndex((category) => category === name)
  if (index < 0) throw new Error(`The sensitive model names a category that we do not know: ${name}`)
  return index
}
