// Names the topics near which no ad belongs, with a score each. A reviewed lexicon catches what is said plainly; a trained
// gate adds what only the whole wording gives away, and takes back what the lexicon hears in an idiom. Scores are scaled so
// that one half is the default line for blocking.
import { join } from 'node:path'
import { openLinearGate } from './linear-gate.ts'
import { SENSITIVE_CATEGORIES, type SensitiveCategory } from './sensitive-lexicon.ts'
import { extractFeatures, HEAD_CHARS, TAIL_CHARS, type TextFeatures, wordsOfAll } from './text-features.ts'
import { createTopicPhrases, type Said } from './topic-phrases.ts'
import { unmask } from './unmask.ts'

export type SensitiveTopic = { readonly category: SensitiveCategory; readonly score: number }

/** A topic that reaches this is reported, and stops the ads unless the publisher allows it. */
export const SENSITIVE_THRESHOLD = 0.5

/** What the trained gate finds less likely than this is noise; from here on it can tip a scale that already holds a hint. */
const NOISE_SCORE_MAX = 0.25

/** So much of the likeliest kind's probability makes another one likely, too. */
const KIND_SHARE_MIN = 0.5

/** What this likely to be grave counts as even, and what has fewer words as nothing: a sentence alone tells less than a message, and "No, not now." nothing. */
const AS_MESSAGE = { line: 0.5, wordsMin: 1 }
const AS_SENTENCE = { line: 0.8, wordsMin: 4 }
/** An answer this likely to be about something grave counts as even: people say it outright, answers explain and advise. */
const ANSWER_LINE = 0.05
/** In shorter answers the lexicon decides (a sign of Chinese is a word): a question back ("For when?") is like nothing that the gate has learned. */
const ANSWER_WORDS_MIN = 60
/** What a smaller share of the sentences speaks of, an answer mentions: how-tos warn, plots kill. */
const TOPIC_SHARE_MIN = 0.34
/** As many sentences are enough for what the gate knows nothing of. */
const TOPIC_SENTENCES_MIN = 2
/** Nobody answers in more, and counting them takes time. */
const ANSWER_SENTENCES_MAX = 200

const MESSAGE_ENDS = /\n/
const SENTENCE_ENDS = /(?<=[.?!…؟।])\s+|(?<=[。！？])/
/** An answer's headings and the items of its lists are lines. */
const ANSWER_SENTENCE_ENDS = new RegExp(`${SENTENCE_ENDS.source}|\\n+`)
const CLAUSE_ENDS = /[.?!…,;:\n]+/
const WORD = /[\p{L}\p{N}]/u
const LETTER = /\p{L}/u
/** Of a text's messages, and of a message's sentences: as many as the matcher reads lines. */
const PARTS_MAX = 20

const UNSAFE = 0
const GRAVE = 1
const KINDS_FROM = 2

export type SensitiveTopics = {
  /**
   * The topics of one text that reach the line, each with its score 0.5–1, highest first; mostly an empty list.
   * @param language primary BCP 47 subtag; `und` where unknown
   * @param by an answer of an assistant is read as a whole, and has the topics that it is about: it mentions many, as advice and plots do
   */
  readonly topicsOf: (text: string, language?: string, by?: 'user' | 'assistant') => readonly SensitiveTopic[]
}

/** A known look-alike ("kitchen knife") is what most often misleads the gate. */
const HARMLESS_DISCOUNT = 0.6

/** What is told of somebody's life in words that also stand for other things: a match is murder, a phone dies, and both are welcome. */
const TOLD = ['mental_health', 'medical', 'tragedy', 'violence', 'finance_distress'].map(categoryNamed)
/** English of which the gate finds no clause more likely than this to be grave is no such thing, though it holds such words. */
const SURELY_HARMLESS = 0.08

/** What the gate has learned no messages of, so that it cannot tell whether an answer is about them. */
const BEYOND_GATE = ['sexual', 'weapons', 'politics', 'religion'].map(categoryNamed)
/** Nothing of these is said by the way. */
const NEVER_MENTIONED = ['self_harm', 'minors', 'hate'].map(categoryNamed)

const NONE: readonly SensitiveTopic[] = []

/** Behind a number, be it "50k" or "1 500", they are no wish to die; on a line of their own they are what somebody says next. */
const KILOMETRES = /(?<=\d[ \u00a0\u202f]?k?[ \u00a0\u202f]?)kms(?![a-z])/gi

/** @throws Error where the model is missing or damaged: a service that cannot tell must not start */
export function openSensitiveTopics(modelsFolder: string): SensitiveTopics {
  const gate = openLinearGate(join(modelsFolder, 'sensitive.gate'), 'sensitive')
  // Head 0 says whether a text is unsafe, such as an insult; head 1 whether it tells of something grave; the others, of which kind it is then.
  const kinds = gate.header.heads.slice(KINDS_FROM).map(({ name }) => categoryNamed(name))
  const phrases = createTopicPhrases()
  /** Of the text that is read now. */
  const scores = new Float64Array(SENSITIVE_CATEGORIES.length)

  /** What the gate makes of what people say: of the whole, of each message, and of each sentence, since harmless ones around it would drown what is grave. */
  const listen = (text: string): Alarm & { readonly unsafe: number } => {
    const features = extractFeatures(text)
    const unsafe = gate.scoreOf(features, UNSAFE)
    let alarm = unsafe * trustIn(features)
    let heardIn = text
    const hear = (part: string, read: typeof AS_MESSAGE) => {
      const grave = graveIn(part, read)
      if (grave <= alarm) return
      alarm = grave
      heardIn = part
    }
    hear(text, AS_MESSAGE)
    const messages = lastParts(text, MESSAGE_ENDS)
    for (const message of messages) {
      if (messages.length > 1) hear(message, AS_MESSAGE)
      const sentences = lastParts(message, SENTENCE_ENDS)
      if (sentences.length > 1) for (const sentence of sentences) hear(sentence, AS_SENTENCE)
    }
    return { alarm, heardIn, unsafe }
  }

  // Hardly any message that the gate learned from is longer than a hundred words.
  const graveIn = (part: string, { line, wordsMin }: typeof AS_MESSAGE): number => {
    if (isLong(part)) return 0
    const features = extractFeatures(part)
    return features.wordCount < wordsMin ? 0 : likelihoodBeside(line, gate.scoreOf(features, GRAVE)) * trustIn(features)
  }

  /** Whether each clause of a text is surely harmless: one alone tells nothing of what stands beside it. */
  const isCalm = (text: string): boolean => {
    const clauses = text.split(CLAUSE_ENDS, PARTS_MAX + 1)
    return (
      clauses.length <= PARTS_MAX &&
      clauses.every((clause) => !isLong(clause) && graveIn(clause, AS_MESSAGE) < SURELY_HARMLESS)
    )
  }

  /** Those at least half as likely as the likeliest: what is told in passing may be an illness or a death, and nobody allows one for the other. */
  const kindsOf = (text: string): readonly number[] => {
    const likely = gate.scoresFrom(extractFeatures(text), KINDS_FROM)
    const least = Math.max(...likely) * KIND_SHARE_MIN
    return kinds.filter((_, i) => likely[i]! >= least)
  }

  /** Takes from `scores` what is an idiom, where all that is said is harmless. */
  const forgiveIdioms = ({ text, language }: Said, unsafe: number): void => {
    const mayBe = language === 'en' && unsafe <= NOISE_SCORE_MAX && TOLD.some((topic) => scores[topic]! > 0)
    if (mayBe && isCalm(text)) for (const topic of TOLD) scores[topic]! *= HARMLESS_DISCOUNT
  }

  const hearPerson = (said: Said, discount: number): Alarm => {
    const { alarm, heardIn, unsafe } = listen(said.text)
    forgiveIdioms(said, unsafe)
    if (isLong(said.text)) settle(said)
    return { alarm: alarm * discount, heardIn }
  }

  /** An assistant's answer is read as a whole, its beginning and its end: it has the topics that it is about. */
  const hearAnswer = (said: Said, discount: number): Alarm => {
    const features = extractFeatures(said.text)
    const unsafe = gate.scoreOf(features, UNSAFE)
    const unsafeAlarm = unsafe * trustIn(features) * discount
    const isShort = features.wordCount < ANSWER_WORDS_MIN
    const grave = isShort ? 0 : likelihoodBeside(ANSWER_LINE, gate.scoreOf(features, GRAVE))
    if (isLong(said.text)) settle(said)
    if (isShort) forgiveIdioms(said, unsafe)
    else if (grave <= NOISE_SCORE_MAX) forgiveMentions(said)
    return { alarm: Math.max(grave, unsafeAlarm), heardIn: said.text }
  }

  /** What lies between the beginning and the end of a long text is left to the phrases that decide alone. */
  const settle = (said: Said): void => phrases.settle(scores, wordsOfAll(said.text), said)

  /** Takes from `scores` what an answer says by the way. */
  const forgiveMentions = ({ text, language }: Said): void => {
    if (scores.every((score) => score < SENSITIVE_THRESHOLD)) return
    const sentences = text.split(ANSWER_SENTENCE_ENDS, ANSWER_SENTENCES_MAX + 1).filter((part) => LETTER.test(part))
    if (sentences.length > ANSWER_SENTENCES_MAX) return
    const sentencesOn = new Uint32Array(SENSITIVE_CATEGORIES.length)
    for (const sentence of sentences) {
      const words = isLong(sentence) ? wordsOfAll(sentence) : extractFeatures(sentence)
      const found = phrases.scoresOf(words, { text: sentence, language })
      for (let topic = 0; topic < found.length; topic++) if (found[topic]! >= SENSITIVE_THRESHOLD) sentencesOn[topic]!++
    }
    for (const [topic, count] of sentencesOn.entries()) {
      const enough = BEYOND_GATE.includes(topic) ? TOPIC_SENTENCES_MIN : sentences.length * TOPIC_SHARE_MIN
      if (count < enough && !NEVER_MENTIONED.includes(topic)) scores[topic] = 0
    }
  }

  return {
    topicsOf(said, language = 'und', by = 'user') {
      const text = unmask(said, phrases.isGrave).replace(KILOMETRES, 'km')
      const features = extractFeatures(text)
      if (features.wordCount === 0) return NONE
      scores.set(phrases.scoresOf(features, { text, language }))
      const discount = phrases.sawHarmless() ? HARMLESS_DISCOUNT : 1
      const { alarm, heardIn } = (by === 'user' ? hearPerson : hearAnswer)({ text, language }, discount)
      if (alarm > NOISE_SCORE_MAX) {
        // Two independent signs of one topic strengthen each other.
        for (const kind of kindsOf(heardIn)) scores[kind] = 1 - (1 - scores[kind]!) * (1 - alarm)
      }
      const topics: SensitiveTopic[] = []
      for (let i = 0; i < SENSITIVE_CATEGORIES.length; i++) {
        const score = scores[i] as number
        if (score >= SENSITIVE_THRESHOLD) topics.push({ category: SENSITIVE_CATEGORIES[i]!, score })
      }
      return topics.length === 0 ? NONE : topics.sort((a, b) => b.score - a.score)
    },
  }
}

interface Alarm {
  /** 0–1. */
  readonly alarm: number
  /** The part of the text that alarms most. */
  readonly heardIn: string
}

/** A probability, 0–1, on a scale on which `line` is one half. */
function likelihoodBeside(line: number, probability: number): number {
  const yes = probability * (1 - line)
  return yes / (yes + (1 - probability) * line)
}

function isLong(text: string): boolean {
  return text.length > HEAD_CHARS + TAIL_CHARS
}

/** A few words tell the gate little ("are all of them waterproof?"); the lexicon knows them or nobody does. */
function trustIn({ wordCount }: TextFeatures): number {
  return Math.min(1, (wordCount + 8) / 16)
}

/** The last parts of a text; those without a letter or digit are none. */
function lastParts(text: string, ends: RegExp): readonly string[] {
  return ends.test(text)
    ? text
        .split(ends)
        .filter((part) => WORD.test(part))
        .slice(-PARTS_MAX)
    : [text]
}

function categoryNamed(name: string): number {
  const index = SENSITIVE_CATEGORIES.findIndex((category) => category === name)
  if (index < 0) throw new Error(`The sensitive model names a category that we do not know: ${name}`)
  return index
}
