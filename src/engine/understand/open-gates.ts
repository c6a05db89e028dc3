// Loads everything that judges a text before ads are sought; called once at start, which fails if a model is not whole.
import { openCommercialIntent, type CommercialIntent } from './commercial-intent.ts'
import { type DetectLanguage, openLanguageDetector } from './language.ts'
import { openSensitiveTopics, type SensitiveTopics } from './sensitive-topics.ts'

export type Gates = {
  readonly intent: CommercialIntent
  readonly sensitive: SensitiveTopics
  readonly detectLanguage: DetectLanguage
}

/**
 * @param modelsFolder holds `intent.gate`, `sensitive.gate` and `languages.bin`
 * @throws Error where one is missing or damaged
 */
export function openGates(modelsFolder: string): Gates {
  return {
    intent: openCommercialIntent(modelsFolder),
    sensitive: openSensitiveTopics(modelsFolder),
    detectLanguage: openLanguageDetector(modelsFolder),
  }
}
