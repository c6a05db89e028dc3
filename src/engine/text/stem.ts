// Which stemmer serves which language; a language without one keeps its words as they are.
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'

/**
 * The stem of a lower-cased word. Words with digits, and words longer than any real one, are left alone: a stemmer
 * would only hurt model numbers, and its expressions must not meet hostile input.
 */
export function stem(word: string, language: string): string {
  const stemmer = STEMMERS[language]
  if (stemmer === undefined || word.length > STEMMED_LENGTH_MAX || HAS_DIGIT.test(word)) return word
  return stemmer(word) || word
}

const STEMMED_LENGTH_MAX = 32
const HAS_DIGIT = /\d/

const STEMMERS: Record<string, (word: string) => string> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
}
