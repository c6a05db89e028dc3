// Says how welcome an offer would be: near 1 where something is wanted that can be bought or booked, near 0 in small talk,
// sums, code and writing tasks. The default threshold is low on purpose: a wrong "no" costs the publisher income.
import { join } from 'node:path'
import { openLinearGate } from './linear-gate.ts'
import { extractFeatures } from './text-features.ts'

/**
 * Below this a request gets `low_commercial_intent`, unless the publisher's policy switches the gate off. It is the model's
 * `gateThreshold`: the probability under which about one in a hundred requests that had a fitting ad would fall.
 */
export const INTENT_THRESHOLD = 0.0112

const USER_TURNS_JOINED = 4

export type CommercialIntent = {
  /** Probability 0–1 that an offer fits one text; 0 for a text without words. */
  readonly intentOf: (text: string) => number
  /**
   * The same for a conversation, given its user messages, oldest first: the larger of the newest message's and the last
   * four's together. "Yes, the blue one" says nothing alone, and a new wish must not drown in old talk.
   */
  readonly intentOfTurns: (userTexts: readonly string[]) => number
}

/** Throws when the model is missing or damaged. */
export function openCommercialIntent(modelsFolder: string): CommercialIntent {
  const gate = openLinearGate(join(modelsFolder, 'intent.gate'), 'intent')
  const intentOf = (text: string): number => {
    const features = extractFeatures(text)
    return features.wordCount === 0 ? 0 : gate.scoreOf(features, 0)
  }
  return {
    intentOf,
    intentOfTurns(userTexts) {
      const newest = intentOf(userTexts.at(-1) ?? '')
      if (userTexts.length < 2) return newest
      return Math.max(newest, intentOf(userTexts.slice(-USER_TURNS_JOINED).join('\n')))
    },
  }
}
