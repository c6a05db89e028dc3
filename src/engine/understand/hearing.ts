// What both ways of hearing grave matters share: the gate's heads, what a probability is worth, and idioms.
import type { LinearGate } from './linear-gate.ts'
import { SENSITIVE_CATEGORIES, type SensitiveCategory } from './sensitive-lexicon.ts'
import { extractFeatures, isLong, type TextFeatures } from './text-features.ts'
import { type Part, wholeOf } from './text-parts.ts'
import type { Said, TopicPhrases } from './topic-phrases.ts'

/** A topic that reaches this is reported, and stops the ads unless the publisher allows it. */
export const SENSITIVE_THRESHOLD = 0.5
/** What the trained gate finds less likely than this is noise; from here on it can tip a scale that already holds a hint. */
export const NOISE_SCORE_MAX = 0.25
/** A known look-alike ("kitchen knife") is what most often misleads the gate. */
export const LOOK_ALIKE_DISCOUNT = 0.6

/** The heads of the gate: whether a text is unsafe, such as an insult; whether it tells of something grave; and of which kind it is then. */
export const UNSAFE = 0
export const GRAVE = 1
export const KINDS_FROM = 2

/** What whoever hears goes by. */
export interface Hearing {
  readonly gate: LinearGate
  readonly phrases: TopicPhrases
}

export interface Alarm {
  /** 0–1. */
  readonly alarm: number
  /** The part of the text that alarms most. */
  readonly heardIn: string
}

/** A text whose phrases were looked for. */
export interface Heard extends Said {
  /** By category, in the order of `SENSITIVE_CATEGORIES`, as the phrases have it; who hears forgives what is no such thing. */
  readonly scores: Float64Array
  /** Whether it holds a look-alike anywhere. */
  readonly holdsLookAlike: boolean
}

/** How a part of a text is read. */
export interface Reading {
  /** What this likely to be grave counts as even, 0–1. */
  readonly line: number
  /** What has fewer words counts as nothing. */
  readonly wordsMin: number
}

export const AS_MESSAGE: Reading = { line: 0.5, wordsMin: 1 }

export const SENTENCE_ENDS = /(?<=[.?!…؟।])\s+|(?<=[。！？])/

/** What is told of somebody's life in words that also stand for other things: a match is murder, a phone dies, and both are welcome. */
const TOLD = ['mental_health', 'medical', 'tragedy', 'violence', 'finance_distress'].map(categoryNamed)
/** English of which the gate finds no clause more likely than this to be grave is no such thing, though it holds such words. */
const SURELY_HARMLESS = 0.08
const CLAUSE_ENDS = /[.?!…,;:\n]+/
const CLAUSES_MAX = 20

/** How likely a part of what was read is grave, 0–1. */
export function graveIn(gate: LinearGate, features: TextFeatures, part: Part, { line, wordsMin }: Reading): number {
  const words = part.to - part.from
  return words < wordsMin ? 0 : likelihoodBeside(line, gate.scoreOf(features, GRAVE, part)) * trustIn(words)
}

/**
 * Takes from the scores what is an idiom, where all that is said is harmless. What `extractFeatures` answered before is good no more.
 * @param unsafe what the gate makes of the whole, 0–1
 */
export function forgiveIdioms(gate: LinearGate, { text, language, scores }: Heard, unsafe: number): void {
  const mayBe = language === 'en' && unsafe <= NOISE_SCORE_MAX && TOLD.some((topic) => scores[topic]! > 0)
  if (mayBe && isCalm(gate, text)) for (const topic of TOLD) scores[topic]! *= LOOK_ALIKE_DISCOUNT
}

/** Whether each clause of a text is surely harmless: one alone tells nothing of what stands beside it. */
function isCalm(gate: LinearGate, text: string): boolean {
  const clauses = text.split(CLAUSE_ENDS, CLAUSES_MAX + 1)
  return clauses.length <= CLAUSES_MAX && clauses.every((clause) => isHarmless(gate, clause))
}

// Asked so seldom that each clause is read by itself.
function isHarmless(gate: LinearGate, clause: string): boolean {
  if (isLong(clause)) return false
  const features = extractFeatures(clause)
  return graveIn(gate, features, wholeOf(features), AS_MESSAGE) < SURELY_HARMLESS
}

/** Begin and end of a stretch of a text, in characters, the end exclusive. */
export type Stretch = readonly [from: number, to: number]

/** What lies between matches of a pattern in a stretch of a text, empty ones among it. @param ends never matches nothing at the beginning */
export function stretchesBetween(text: string, ends: RegExp, [from, to]: Stretch = [0, text.length]): Stretch[] {
  const stretches: Stretch[] = []
  let begin = from
  // `matchAll` takes a third longer for a few sentences.
  let rest = text.slice(from, to)
  for (let found = ends.exec(rest); found !== null; found = ends.exec(rest)) {
    const end = found.index + found[0].length
    stretches.push([begin, begin + found.index])
    begin += end
    rest = rest.slice(end)
  }
  stretches.push([begin, to])
  return stretches
}

/** A probability, 0–1, on a scale on which `line` is one half. */
export function likelihoodBeside(line: number, probability: number): number {
  const yes = probability * (1 - line)
  return yes / (yes + (1 - probability) * line)
}

/** A few words tell the gate little ("are all of them waterproof?"); the lexicon knows them or nobody does. */
export function trustIn(wordCount: number): number {
  return Math.min(1, (wordCount + 8) / 16)
}

/** Place in `SENSITIVE_CATEGORIES`. @throws Error for a name that is none */
export function categoryNamed(name: string): number {
  const index = SENSITIVE_CATEGORIES.indexOf(name as SensitiveCategory)
  if (index < 0) throw new Error(`The sensitive model names a category that we do not know: ${name}`)
  return index
}
