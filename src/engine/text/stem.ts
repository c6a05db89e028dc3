// Which stemmer serves which word; a word without one stays as it is.
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemOfArabic, stemOfHindi } from './light-stems.ts'

/**
 * The stem of a lower-cased word. In Latin letters the language decides, in other letters the script does, since an ad may
 * not say its language. Words with digits, and words longer than any real one, are left alone: a stemmer would only hurt
 * model numbers, and its expressions must not meet hostile input.
 */
export function stem(word: string, language: string): string {
  if (word.length > STEMMED_LENGTH_MAX || HAS_DIGIT.test(word)) return word
  const first = word.charCodeAt(0)
  const stemmer = first < SCRIPTS_FROM ? STEMMERS[language] : stemmerOfScript(first)
  return stemmer === undefined ? word : stemmer(word) || word
}

/** Words in Latin letters are cut otherwise in this language than in others. */
export function hasStemmer(language: string): boolean {
  return Object.hasOwn(STEMMERS, language)
}

const STEMMED_LENGTH_MAX = 32
const HAS_DIGIT = /\d/
const SCRIPTS_FROM = 0x400

function stemmerOfScript(code: number): ((word: string) => string) | undefined {
  if (code < 0x530) return russian
  if (code >= 0x600 && code < 0x780) return stemOfArabic
  return code >= 0x900 && code < 0x980 ? stemOfHindi : undefined
}

const STEMMERS: Record<string, (word: string) => string> = {
  en: english,
  de: german,
  // Snowball leaves the plural s after most vowels: "vélos".
  fr: (word) => french(word.length > 3 ? word.replace(/([aouéi])s$/, '$1') : word),
  es: untilStable(spanish),
  pt: untilStable((word) => portuguese(singularOfPortuguese(word))),
  it: untilStable(italian),
  nl: dutch,
  sv: swedish,
  da: danish,
  no: norwegian,
  fi: finnish,
  hu: hungarian,
  ro: romanian,
}

/** A plural may lose only its ending where the singular loses more ("auriculares", "auricular"); twice, both lose the same. */
function untilStable(stemmer: (word: string) => string): (word: string) => string {
  return (word) => {
    const once = stemmer(word)
    return once.length < 4 ? once : stemmer(once) || once
  }
}

// Snowball knows few of the plurals in -ões, -ães, -ns and -is.
function singularOfPortuguese(word: string): string {
  if (!word.endsWith('s')) return word
  return word
    .replace(/(?:ões|ães|ãos)$/, 'ão')
    .replace(/ns$/, 'm')
    .replace(/([áí])veis$/, '$1vel')
    .replace(/([aeou])is$/, '$1l')
    .replace(/([éó])is$/, '$1l')
    .replace(/([^aeiouáéíóúãõ])s$/, '$1')
}
