// Scores the reviewed lexicon against one text: a settling phrase decides a topic, hints add up, look-alikes do not count.
import { FALSE_FRIENDS, FALSE_SHORT_FORMS } from './false-friends.ts'
import { choicesOfStep, createPhraseTable, PHRASE_WORDS_MAX, type Pattern, type PhraseHit } from './phrase-table.ts'
import { HARMLESS } from './harmless-phrases.ts'
import { PLAIN_ELSEWHERE } from './plain-elsewhere.ts'
import { PLAIN_ENGLISH, PLAIN_ENGLISH_HARMLESS } from './plain-english.ts'
import { LEXICON, SENSITIVE_CATEGORIES } from './sensitive-lexicon.ts'
import { SPELLED_OUT } from './spelled-out.ts'
import { wordHashesOf, type Words } from './text-features.ts'

export type TopicPhrases = {
  /** @param said the text of the features, with its primary BCP 47 subtag, since some words mean something else elsewhere */
  readonly scoresOf: (words: Words, said?: Said) => PhraseScores
  /** Raises scores to what the phrases that decide alone are worth, so that hints far apart in a long text do not add up. */
  readonly settle: (scores: Float64Array, words: Words, said: Said) => void
  /** Whether a word in lower case is part of a grave phrase, as the lexicon writes it. */
  readonly isGrave: (word: string) => boolean
}

export interface PhraseScores {
  /** 0–1 per category, in the order of `SENSITIVE_CATEGORIES`; scratch memory, good until the next call. */
  readonly scores: Float64Array
  /** Whether the text holds a look-alike, such as "kitchen knife", or the Dutch "hoe". */
  readonly holdsLookAlike: boolean
}

export type Said = { readonly text: string; readonly language: string }

/** A settling phrase alone crosses the half; what the trained gate thinks orders such texts. A crisis is beyond doubt. */
const SETTLED_SCORE = 0.6
const CRISIS_SCORE = 0.97
/** One hint leaves a text alone; two different ones (1 − 0.7²) cross the half. */
const HINT_SCORE = 0.3
const HINTS_COUNTED_MAX = 8
export const HARMLESS_TAG = -1
const SELF_HARM = SENSITIVE_CATEGORIES.indexOf('self_harm')

export function createTopicPhrases(): TopicPhrases {
  const patterns = [...taggedPatterns()]
  const table = createPhraseTable(patterns)
  const graveSteps = new Set(patterns.flatMap(([pattern, tag]) => (tag === HARMLESS_TAG ? [] : pattern.split(' '))))
  const grave = new Set([...graveSteps].flatMap(choicesOfStep))
  const friendsOf = spellingsByLanguage(FALSE_FRIENDS)
  const shortFormsOf = spellingsByLanguage(FALSE_SHORT_FORMS)
  const scores = new Float64Array(SENSITIVE_CATEGORIES.length)

  /** What was found and is neither a look-alike nor within one. */
  const graveOf = (
    words: Words,
    said?: Said,
  ): { readonly hits: readonly PhraseHit[]; readonly holdsLookAlike: boolean } => {
    const { hits } = table.find(words)
    if (hits.length === 0) return { hits, holdsLookAlike: false }
    const harmless = hits.filter((hit) => hit.tag === HARMLESS_TAG)
    let holdsLookAlike = harmless.length > 0
    const friends = said && friendsOf.get(said.language)
    const shortForms = said && shortFormsOf.get(said.language)
    const isFriend = new Map<number, boolean>()
    let near = 0
    const counted = hits.filter((hit) => {
      if (hit.tag === HARMLESS_TAG) return false
      while (near < harmless.length && harmless[near]!.from <= hit.from - PHRASE_WORDS_MAX) near++
      for (let i = near; i < harmless.length && harmless[i]!.from <= hit.from; i++)
        if (hit.to <= harmless[i]!.to) return false
      const isOfCrisis = hit.tag >> 1 === SELF_HARM
      const spelling =
        hit.to - hit.from === 1 ? friends?.get(hit.first) : isOfCrisis ? undefined : shortForms?.get(hit.first)
      if (!spelling) return true
      if (!isFriend.has(hit.first)) isFriend.set(hit.first, spelling.test(said!.text))
      if (!isFriend.get(hit.first)) return true
      holdsLookAlike = true
      return false
    })
    return { hits: counted, holdsLookAlike }
  }
  const settleOne = (into: Float64Array, { tag }: PhraseHit): void => {
    const category = tag >> 1
    const settled = category === SELF_HARM ? CRISIS_SCORE : SETTLED_SCORE
    into[category] = Math.max(into[category] as number, settled)
  }

  return {
    isGrave: (word) => grave.has(word),
    scoresOf(words, said) {
      scores.fill(0)
      let hintsLeft = HINTS_COUNTED_MAX
      const { hits, holdsLookAlike } = graveOf(words, said)
      for (const hit of hits) {
        if (!isHint(hit)) settleOne(scores, hit)
        else if (hintsLeft-- > 0) {
          const category = hit.tag >> 1
          scores[category] = 1 - (1 - (scores[category] as number)) * (1 - HINT_SCORE)
        }
      }
      return { scores, holdsLookAlike }
    },
    settle(into, words, said) {
      for (const hit of graveOf(words, said).hits) if (!isHint(hit)) settleOne(into, hit)
    },
  }
}

function isHint({ tag }: PhraseHit): boolean {
  return (tag & 1) === 1
}

function spellingsByLanguage(
  words: Readonly<Record<string, string>>,
): ReadonlyMap<string, ReadonlyMap<number, RegExp>> {
  return new Map(Object.entries(words).map(([language, some]) => [language, spellingsOf(some)]))
}

/** By the hash of a word, or of the first that it is read as, how it is spelled; accents do not matter for the hash. */
function spellingsOf(words: string): ReadonlyMap<number, RegExp> {
  const byHash = Map.groupBy(words.split(' '), (word) => wordHashesOf(SPELLED_OUT[word] ?? word)[0]!)
  return new Map(
    [...byHash].map(([hash, some]) => [hash, new RegExp(`(?<!\\p{L})(?:${some.join('|')})(?!\\p{L})`, 'iu')]),
  )
}

/** Each line of the lexicon, or of some parts of it, with its tag: category × 2, plus 1 for a hint; −1 for a harmless look-alike. */
export function* taggedPatterns(parts = [LEXICON, PLAIN_ENGLISH, PLAIN_ELSEWHERE]): Generator<Pattern> {
  for (const [category, name] of SENSITIVE_CATEGORIES.entries()) {
    for (const line of parts.flatMap((part) => linesOf(part[name]))) {
      const isHint = line.startsWith('~')
      const [grave, next, ...more] = (isHint ? line.slice(1) : line).split(' ! ') as [string, ...string[]]
      if (more.length > 0) throw new Error(`"${line}" has two lists of what turns it; make them one`)
      yield [grave, category * 2 + (isHint ? 1 : 0), next === undefined ? undefined : { next, tag: HARMLESS_TAG }]
    }
  }
  for (const line of [HARMLESS, PLAIN_ENGLISH_HARMLESS].flatMap(linesOf)) yield [line, HARMLESS_TAG]
}

function linesOf(block: string): string[] {
  return block.split('\n').filter((line) => line.trim() !== '')
}
