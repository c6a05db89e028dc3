// Names the topics near which no ad belongs, with a score each. A reviewed lexicon catches what is said plainly; a trained
// gate adds what only the whole wording gives away. Scores are scaled so that one half is the default line for blocking.
import { join } from 'node:path'
import { openLinearGate } from './linear-gate.ts'
import { SENSITIVE_CATEGORIES, type SensitiveCategory } from './sensitive-lexicon.ts'
import { extractFeatures, HEAD_CHARS, TAIL_CHARS, wordsOfAll } from './text-features.ts'
import { createTopicPhrases } from './topic-phrases.ts'
import { unmask } from './unmask.ts'

export type SensitiveTopic = { readonly category: SensitiveCategory; readonly score: number }

/** A topic that reaches this is reported, and stops the ads unless the publisher allows it. */
export const SENSITIVE_THRESHOLD = 0.5

/** What the trained gate finds less likely than this is noise; from here on it can tip a scale that already holds a hint. */
const NOISE_SCORE_MAX = 0.25

export type SensitiveTopics = {
  /**
   * The topics of one text that reach the line, each with its score 0.5–1, highest first; mostly an empty list.
   * @param language primary BCP 47 subtag; `und` where unknown
   */
  readonly topicsOf: (text: string, language?: string) => readonly SensitiveTopic[]
}

/** A known look-alike ("kitchen knife") is what most often misleads the gate. */
const HARMLESS_DISCOUNT = 0.6

const NONE: readonly SensitiveTopic[] = []

/** Behind a number, be it "50k" or "1 500", they are no wish to die; on a line of their own they are what somebody says next. */
const KILOMETRES = /(?<=\d[ \u00a0\u202f]?k?[ \u00a0\u202f]?)kms(?![a-z])/gi

/** @throws Error where the model is missing or damaged: a service that cannot tell must not start */
export function openSensitiveTopics(modelsFolder: string): SensitiveTopics {
  const gate = openLinearGate(join(modelsFolder, 'sensitive.gate'), 'sensitive')
  // Head 0 says whether a text is unsafe at all; the others, which kind it is, given that it is.
  const kinds = gate.header.heads.slice(1).map(({ name }) => categoryNamed(name))
  const phrases = createTopicPhrases()
  return {
    topicsOf(said, language = 'und') {
      const text = unmask(said, phrases.isGrave).replace(KILOMETRES, 'km')
      const features = extractFeatures(text)
      if (features.wordCount === 0) return NONE
      const scores = phrases.scoresOf(features, { text, language })
      // A few words tell the gate little ("are all of them waterproof?"); the lexicon knows them or nobody does.
      const trust = Math.min(1, (features.wordCount + 8) / 16) * (phrases.sawHarmless() ? HARMLESS_DISCOUNT : 1)
      const unsafe = gate.scoreOf(features, 0) * trust
      if (unsafe > NOISE_SCORE_MAX) {
        let likeliest = 0
        let best = -1
        for (let kind = 0; kind < kinds.length; kind++) {
          const score = gate.scoreOf(features, kind + 1)
          if (score > best) {
            best = score
            likeliest = kinds[kind] as number
          }
        }
        // Two independent signs of one topic strengthen each other.
        scores[likeliest] = 1 - (1 - (scores[likeliest] as number)) * (1 - unsafe)
      }
      // What lies between the beginning and the end of a long text is left to the lexicon: the gate, learned from short texts, adds
      // next to nothing there but false alarms.
      if (text.length > HEAD_CHARS + TAIL_CHARS) phrases.settle(scores, wordsOfAll(text), { text, language })
      const topics: SensitiveTopic[] = []
      for (let i = 0; i < SENSITIVE_CATEGORIES.length; i++) {
        const score = scores[i] as number
        if (score >= SENSITIVE_THRESHOLD) topics.push({ category: SENSITIVE_CATEGORIES[i]!, score })
      }
      return topics.length === 0 ? NONE : topics.sort((a, b) => b.score - a.score)
    },
  }
}

function categoryNamed(name: string): number {
  const index = SENSITIVE_CATEGORIES.findIndex((category) => category === name)
  if (index < 0) throw new Error(`The sensitive model names a category that we do not know: ${name}`)
  return index
}
