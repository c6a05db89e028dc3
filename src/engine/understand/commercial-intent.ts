// Says how welcome an offer would be: near 1 where something is wanted that can be bought or booked, near 0 in small talk,
// sums, code and writing tasks. The default threshold is low on purpose: a wrong "no" costs the publisher income.
import { join } from 'node:path'
import { countWords } from '../text/count-words.ts'
import { openLinearGate } from './linear-gate.ts'
import { isPleasantry } from './pleasantries.ts'
import { extractFeatures, inPlainForms, isLong, type TextFeatures } from './text-features.ts'
import { type Part, partBetween, wholeOf, wordsOf } from './text-parts.ts'

/**
 * The line for a few bare words ("phone case", "go on"), and for languages that nobody recognised. Of 281 searches and wishes of so
 * few words that the gate did not learn from none lies below 0.05.
 */
export const INTENT_THRESHOLD_WORDS = 0.03
/** The line for English sentences, which are told best and in which wishes are put in the most roundabout ways. */
export const INTENT_THRESHOLD_SENTENCE = 0.015
/** The line for sentences in other languages, of which the model has seen less, so that all it says is nearer the middle. */
export const INTENT_THRESHOLD_ABROAD = 0.15

const SENTENCE_WORDS_MIN = 4

/** Below this a request gets `low_commercial_intent`, unless the publisher's policy switches the gate off. */
export function intentThresholdFor(userTexts: readonly string[], language: string): number {
  if (language === 'und' || !isSentence(userTexts, language)) return INTENT_THRESHOLD_WORDS
  return language === 'en' ? INTENT_THRESHOLD_SENTENCE : INTENT_THRESHOLD_ABROAD
}

function isSentence(userTexts: readonly string[], language: string): boolean {
  let words = 0
  let chars = 0
  for (const text of userTexts) {
    words += countWords(text, SENTENCE_WORDS_MIN)
    chars += text.length
  }
  return words >= SENTENCE_WORDS_MIN || (WITHOUT_SPACES.has(language) && chars >= SENTENCE_CHARS_MIN)
}

/** Languages that write no space between words. */
const WITHOUT_SPACES: ReadonlySet<string> = new Set(['ja', 'th', 'zh'])
const SENTENCE_CHARS_MIN = 8
const USER_TURNS_JOINED = 4

export type CommercialIntent = {
  /** Probability 0–1 that an offer fits one text; 0 for a text without words, and for greetings, thanks and the like. */
  readonly intentOf: (text: string) => number
  /**
   * The same for a conversation, given its user messages, oldest first: the larger of the newest message's and the last
   * four's together, or the one's before the newest where both lie below the line. "Yes, the blue one" says nothing alone, a new wish
   * must not drown in old talk, nor must "a vacuum cleaner, please" in what is answered next.
   */
  readonly intentOfTurns: (userTexts: readonly string[]) => number
}

/** @throws Error where the model is missing or damaged */
export function openCommercialIntent(modelsFolder: string): CommercialIntent {
  const gate = openLinearGate(join(modelsFolder, 'intent.gate'), 'intent', 1)
  const intentIn = (features: TextFeatures, part: Part): number =>
    part.from === part.to || isPleasantry(wordsOf(features, part)) ? 0 : gate.scoreOf(features, 0, part)
  const intentOf = (text: string): number => {
    const features = extractFeatures(text)
    return intentIn(features, wholeOf(features))
  }
  return {
    intentOf,
    intentOfTurns(userTexts) {
      const newest = userTexts.at(-1) ?? ''
      if (userTexts.length < 2) return intentOf(newest)
      const before = userTexts.at(-2)!
      const joined = userTexts.slice(-USER_TURNS_JOINED).join('\n')
      if (isLong(joined) || inPlainForms(joined) !== joined)
        return largest(intentOf(newest), intentOf(joined), () => intentOf(before))
      // Read once, and the messages are parts of it.
      const features = extractFeatures(joined)
      const newestFrom = joined.length - newest.length
      const intentBetween = (from: number, to: number): number => intentIn(features, partBetween(features, from, to))
      return largest(intentBetween(newestFrom, joined.length), intentIn(features, wholeOf(features)), () =>
        intentBetween(newestFrom - 1 - before.length, newestFrom - 1),
      )
    },
  }
}

function largest(newest: number, joined: number, beforeNewest: () => number): number {
  const both = Math.max(newest, joined)
  return both >= INTENT_THRESHOLD_ABROAD ? both : Math.max(both, beforeNewest())
}
