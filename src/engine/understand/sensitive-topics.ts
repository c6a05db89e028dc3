// Names the topics near which no ad belongs, with a score each. A reviewed lexicon catches what is said plainly; a trained
// gate adds what only the whole wording gives away, and takes back what the lexicon hears in an idiom, or what an answer only
// mentions. Scores are scaled so that one half is the default line for blocking.
import { join } from 'node:path'
import { createHearAnswer } from './hear-answer.ts'
import { createHearPerson } from './hear-person.ts'
import { categoryNamed, KINDS_FROM, NOISE_SCORE_MAX, SENSITIVE_THRESHOLD } from './hearing.ts'
import { openLinearGate } from './linear-gate.ts'
import { SENSITIVE_CATEGORIES, type SensitiveCategory } from './sensitive-lexicon.ts'
import { extractFeatures, inPlainForms } from './text-features.ts'
import { createTopicPhrases } from './topic-phrases.ts'
import { unmask } from './unmask.ts'

export { SENSITIVE_THRESHOLD }

export type SensitiveTopic = { readonly category: SensitiveCategory; readonly score: number }

export type SensitiveTopics = {
  /**
   * The topics of one text that reach the line, each with its score 0.5–1, highest first; mostly an empty list.
   * @param language primary BCP 47 subtag; `und` where unknown
   * @param by an answer of an assistant is read as a whole, and has the topics that it is about: it mentions many, as advice and plots do
   */
  readonly topicsOf: (text: string, language?: string, by?: 'user' | 'assistant') => readonly SensitiveTopic[]
}

/** So much of the likeliest kind's probability makes another one likely, too. */
const KIND_SHARE_MIN = 0.5

const NONE: readonly SensitiveTopic[] = []

/** Behind a number, be it "50k" or "1 500", they are no wish to die; on a line of their own they are what somebody says next. */
const KILOMETRES = /(?<=\d[ \u00a0\u202f]?k?[ \u00a0\u202f]?)kms(?![a-z])/gi

/** @throws Error where the model is missing or damaged: a service that cannot tell must not start */
export function openSensitiveTopics(modelsFolder: string): SensitiveTopics {
  const gate = openLinearGate(join(modelsFolder, 'sensitive.gate'), 'sensitive', KINDS_FROM)
  const kinds = gate.header.heads.slice(KINDS_FROM).map(({ name }) => categoryNamed(name))
  const phrases = createTopicPhrases()
  const hearBy = { user: createHearPerson({ gate, phrases }), assistant: createHearAnswer({ gate, phrases }) }
  /** Of the text that is read now. */
  const scores = new Float64Array(SENSITIVE_CATEGORIES.length)

  /** Those at least half as likely as the likeliest: what is told in passing may be an illness or a death, and nobody allows one for the other. */
  const kindsOf = (text: string): readonly number[] => {
    const likely = gate.scoresFrom(extractFeatures(text), KINDS_FROM)
    const least = Math.max(...likely) * KIND_SHARE_MIN
    return kinds.filter((_, i) => likely[i]! >= least)
  }

  return {
    topicsOf(said, language = 'und', by = 'user') {
      const plain = inPlainForms(said)
      const unmasked = extractFeatures(plain).mayBeMasked ? unmask(plain, phrases.isGrave) : plain
      const written = unmasked.replace(KILOMETRES, 'km')
      // A letter that was written out may form one with an accent behind it.
      const text = written === plain ? plain : inPlainForms(written)
      const features = extractFeatures(text)
      if (features.wordCount === 0) return NONE
      const found = phrases.scoresOf(features, { text, language })
      scores.set(found.scores)
      const { alarm, heardIn } = hearBy[by]({ text, language, scores, holdsLookAlike: found.holdsLookAlike })
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
