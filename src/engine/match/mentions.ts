// Finds where an assistant's answer names a product, brand or category, so that the words there can carry a link.
import type { Mention } from '../../domain/decision.ts'
import { isUnspacedCode, isWordCode } from '../text/tokenise.ts'
import { isStopWord } from '../text/stop-words.ts'
import { forbiddenUnits } from './linkable-text.ts'
import { isNameAt } from './sentences.ts'
import { describesAnother, type Traits } from './traits.ts'

export interface MentionFinder {
  /** The answer holds the word that the phrase, in lower case, begins with. */
  mayHold(phrase: string): boolean
  /**
   * Keeps every span that the phrases name from all shorter phrases, whoever's they are: "kettle" is no part of "Quibbo kettle" then.
   * @param tails of longer names; they keep nothing from a phrase of their length
   */
  claim(phrases: readonly string[], tails?: readonly string[]): void
  /** Whether one of the phrases names a free span. */
  has(phrases: readonly string[], limits?: MentionLimits): boolean
  /** The first free span that one of the phrases names, longest phrase first; it is taken from then on. */
  take(phrases: readonly string[], limits?: MentionLimits): Mention | undefined
}

export interface MentionLimits {
  /** Leaves lone words of everyone's out: "matter" is no "Matter". */
  readonly byNames?: boolean
  /** Leaves lone words out that describe what the ad does not sell: with the trait "travel" no "travel pillow". Of English answers. */
  readonly traits?: (() => Traits) | undefined
  /** Tails of longer names, which name the ad, too, where they are nobody's whole phrase. */
  readonly tails?: readonly string[]
}

/**
 * Reads the answer once, for the phrases of many ads. It gives whole words, in any case, and no two spans that overlap; nothing in code,
 * URLs, links or headings.
 */
export function createMentionFinder(response: string): MentionFinder {
  const answer = prepare(response)
  // Each slot claims for all its ads, of which many share a category; the same claim again changes nothing.
  const claimed = { whole: new Set<string>(), tails: new Set<string>() }
  const claimAll = (phrases: readonly string[], known: Set<string>, isTail: boolean): void => {
    const fresh = phrases.filter((phrase) => !known.has(phrase))
    for (const phrase of fresh) known.add(phrase)
    for (const phrase of tellingFirst(answer, fresh)) {
      for (const { start, end } of spansOf(answer, phrase, isTail))
        answer.claimed.fill(claimOf(end - start, isTail), start, end)
    }
  }
  return {
    mayHold: (phrase) => mayHold(answer, phrase),
    claim(phrases, tails = []) {
      claimAll(phrases, claimed.whole, false)
      claimAll(tails, claimed.tails, true)
    },
    has: (phrases, limits = {}) =>
      namesIn(answer, phrases, limits).some((phrase) => findPhrase(answer, phrase, limits) !== undefined),
    take(phrases, limits = {}) {
      for (const phrase of namesIn(answer, phrases, limits)) {
        const span = findPhrase(answer, phrase, limits)
        if (span !== undefined) return takeSpan(answer, span)
      }
      return undefined
    },
  }
}

interface Answer {
  readonly text: string
  readonly lower: string
  /** 1 = no link here, or taken by one. */
  readonly forbidden: Uint8Array
  /** Of each unit, what the longest phrase counts for that was claimed there, by `claimOf`; 0: none. */
  readonly claimed: Uint16Array
  /** Where each lower-cased word begins. */
  readonly places: ReadonlyMap<string, number[]>
  /** What each phrase that was looked for names, free or not: many ads are called alike, and each slot asks again. */
  readonly spans: Map<string, readonly Span[]>
}

interface Span {
  readonly start: number
  readonly end: number
}

/** In UTF-16 code units, of which each of the 32,000 characters of an answer may have two. */
const ANSWER_LENGTH_MAX = 64_000
/** Places where one word is looked at, so that an answer of one word over and over costs no more than another. */
const PLACES_MAX = 200
/** Where a word describes other things so often, that is what it is here for. It bounds what each ad costs. */
const TRAITS_MAX = 8
const PHRASE_LENGTH_MIN = 2
const PHRASE_LENGTH_MAX = 200

function prepare(response: string): Answer {
  const text = response.slice(0, ANSWER_LENGTH_MAX)
  const lower = lowerInPlace(text)
  const places = new Map<string, number[]>()
  for (let at = 0; at < lower.length; at++) {
    if (!isWordCode(lower.charCodeAt(at))) continue
    const start = at
    while (at < lower.length && isWordCode(lower.charCodeAt(at))) at++
    const word = lower.slice(start, at)
    const known = places.get(word)
    if (known === undefined) places.set(word, [start])
    else if (known.length < PLACES_MAX) known.push(start)
  }
  return {
    text,
    lower,
    forbidden: forbiddenUnits(text),
    claimed: new Uint16Array(text.length),
    places,
    spans: new Map(),
  }
}

// A few capitals become two units when lowered, which would shift every place after them; they stay as they are.
function lowerInPlace(original: string): string {
  const text = original.replace(APOSTROPHES, "'")
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from({ length: text.length }, (_, i) => {
    const one = text[i]!.toLowerCase()
    return one.length === 1 ? one : text[i]
  }).join('')
}

const APOSTROPHES = /[\u2018\u2019\u02bc\uff07]/g

// What hardly fits is named by no part of a name.
function namesIn(answer: Answer, phrases: readonly string[], { tails = [], byNames }: MentionLimits): string[] {
  return tellingFirst(answer, byNames ? phrases : [...phrases, ...tails])
}

// Of two phrases that are as long, the one that the answer holds less often is the more telling.
function tellingFirst(answer: Answer, phrases: readonly string[]): string[] {
  const isComposed = phrases.every((phrase) => PLAIN.test(phrase)) || answer.text.normalize('NFC') === answer.text
  const written = isComposed ? phrases : phrases.flatMap((phrase) => [phrase, phrase.normalize('NFD')])
  const timesOf = (phrase: string): number => answer.places.get(phrase.slice(0, firstWordEnd(phrase)))?.length ?? 0
  return [...new Set(written.map((phrase) => lowerInPlace(phrase.trim().replace(/\s+/g, ' '))))]
    .filter((phrase) => mayHold(answer, phrase))
    .filter(
      (phrase) => phrase.length >= PHRASE_LENGTH_MIN && phrase.length <= PHRASE_LENGTH_MAX && !isStopWord(phrase, 'en'),
    )
    .sort((a, b) => b.length - a.length || timesOf(a) - timesOf(b))
}

const PLAIN = /^[\x00-\x7f]*$/

// Most of what ads are called is not there at all, so this is asked first.
function mayHold({ places }: Answer, phrase: string): boolean {
  return isUnspacedCode(phrase.charCodeAt(0)) || places.has(phrase.slice(0, firstWordEnd(phrase)))
}

function firstWordEnd(phrase: string): number {
  let end = 0
  while (end < phrase.length && isWordCode(phrase.charCodeAt(end))) end++
  return end
}

function findPhrase(answer: Answer, phrase: string, limits: MentionLimits): Span | undefined {
  const { byNames, traits, tails } = limits
  let left = TRAITS_MAX
  for (const span of spansOf(answer, phrase, tails?.includes(phrase) ?? false)) {
    if (byNames && !isNamed(answer.text, span.start, phrase)) continue
    if (traits === undefined || !isTraitOfAnother(answer.text, span, phrase, traits)) return span
    if (--left === 0) return undefined
  }
  return undefined
}

// What is written as one word, "three-season", may be a trait, and so may what begins a line with a capital.
function isTraitOfAnother(text: string, { start, end }: Span, phrase: string, traitsOf: () => Traits): boolean {
  const written = text.slice(start, end)
  if (!GOES_ON_WITH_WORD.test(text.slice(end, end + WORD_CHARS)) || !LONE_WORD.test(written.toLowerCase())) return false
  if (ALL_CAPITALS.test(written) || (isNameAt(text, start) && !beginsLine(text, start))) return false
  const traits = traitsOf()
  return traits.has(phrase) && describesAnother(text, start, end, traits)
}

const ALL_CAPITALS = /^[A-Z]{2,}$/
const GOES_ON_WITH_WORD = /^[*_]{0,3} [*_]{0,3}\p{L}/u

// Nothing stands before it but signs: "- **Travel pillow**", "| Travel pillow".
function beginsLine(text: string, start: number): boolean {
  return BEGINS_LINE.test(text.slice(Math.max(0, start - WORD_CHARS), start))
}

const BEGINS_LINE = /(?:^|[\n|])[^\p{L}\d]*$/u

// Several words, a number, a capital within a sentence, or letters that know no capitals.
function isNamed(text: string, start: number, phrase: string): boolean {
  return !LONE_WORD.test(phrase) || isNameAt(text, start)
}

const LONE_WORD = /^[a-z][^\d\s]*$/

function* spansOf(answer: Answer, phrase: string, isTail: boolean): Generator<Span> {
  let spans = answer.spans.get(phrase)
  if (spans === undefined) answer.spans.set(phrase, (spans = [...writtenSpansOf(answer, phrase)]))
  for (const span of spans) if (isFree(answer, span.start, span.end, isTail)) yield span
}

function* writtenSpansOf(answer: Answer, phrase: string): Generator<Span> {
  if (isUnspacedCode(phrase.charCodeAt(0))) return yield* unspacedSpansOf(answer, phrase)
  for (const start of answer.places.get(phrase.slice(0, firstWordEnd(phrase))) ?? []) {
    const end = endOfPhrase(answer.lower, start, phrase)
    if (end < 0 || !standsAlone(answer.text, start, end)) continue
    if (!HAS_DIGIT.test(phrase) || isWholeName(answer.text, start, end)) yield { start, end }
  }
}

function* unspacedSpansOf({ lower }: Answer, phrase: string): Generator<Span> {
  for (let start = lower.indexOf(phrase); start >= 0; start = lower.indexOf(phrase, start + phrase.length))
    yield { start, end: start + phrase.length }
}

// Where the phrase that begins at `start` ends, or −1; a space of the phrase may be several in the text, or a hyphen: "noise-cancelling".
function endOfPhrase(lower: string, start: number, phrase: string): number {
  let at = start
  for (let i = 0; i < phrase.length; i++) {
    if (phrase[i] !== ' ') {
      if (lower[at] !== phrase[i]) return -1
      at++
      continue
    }
    const gap = at
    if (HYPHENS.includes(lower[at]!)) at++
    else while (at - gap < 3 && (lower[at] === ' ' || lower[at] === '\u00a0')) at++
    if (at === gap) return -1
  }
  return at
}

/** A hyphen as it is typed, as it is set, and where no line may break. */
const HYPHENS = ['-', '\u2010', '\u2011']

// Part of a longer word, an address, a file name or an identifier is no mention.
function standsAlone(text: string, start: number, end: number): boolean {
  const word = (at: number) => at >= 0 && at < text.length && isWordCode(text.charCodeAt(at))
  if (word(end) && isWordCode(text.charCodeAt(end - 1))) return false
  if (start > 0 && '@/\\.-_&'.includes(text[start - 1]!) && word(start - 2)) return false
  return !(end < text.length && '@/\\.-_&'.includes(text[end]!) && word(end + 1))
}

// "X14" is no "X14 Pro", nor the "Aurum X14" of others; but what a sentence begins with is no maker, and one that sells the "Galaxy S24" need
// not be its maker.
function isWholeName(text: string, start: number, end: number): boolean {
  if (GOES_ON.test(text.slice(end, end + WORD_CHARS))) return false
  if (text.slice(start, end).includes(' ')) return true
  const before = WORD_BEFORE.exec(text.slice(Math.max(0, start - WORD_CHARS), start))
  if (before === null || isStopWord(before[1]!.toLowerCase(), 'en')) return true
  return !isNameAt(text, start - before[0].length)
}

const HAS_DIGIT = /\d/
/** A word with a capital, or a number without a unit; but who says "the Air 13 I would take" speaks of oneself. */
const GOES_ON = /^ (?!I(?:['’]\p{Ll}| \p{Ll}))(?:\p{Lu}|\d+(?![\p{L}\d.]))/u
const WORD_BEFORE = /(?<![\p{L}\d])(\p{Lu}[\p{L}\d]*) $/u
const WORD_CHARS = 32

function isFree({ forbidden, claimed }: Answer, start: number, end: number, isTail: boolean): boolean {
  const counts = claimOf(end - start, isTail)
  for (let at = start; at < end; at++) if (forbidden[at] !== 0 || claimed[at]! > counts) return false
  return true
}

// The longer counts for more, and of two as long the whole phrase.
function claimOf(length: number, isTail: boolean): number {
  return length * 2 + (isTail ? 0 : 1)
}

function takeSpan(answer: Answer, { start, end }: Span): Mention {
  answer.forbidden.fill(1, start, end)
  return { start, end, text: answer.text.slice(start, end) }
}
