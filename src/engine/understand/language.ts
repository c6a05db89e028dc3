// Guesses the language of a text from its script and the n-grams of its words; good enough to pick targeting, in microseconds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeUnitsOf } from '../../base/code-units.ts'
import { CHARS_READ_MAX, type LanguageGuess, type ModelScript, parseLanguageModel } from './language-model.ts'

/** Answers a BCP 47 primary subtag; `und` where it cannot tell. With `sure`, the words must tell it with that probability. */
export type DetectLanguage = (text: string, sure?: number) => string

/**
 * The script decides where one language is by far the commonest in it; else its likeliest language is answered, if that is
 * likely enough. Of Latin letters 19 languages are known, of Cyrillic and Arabic ones three each, the first where none is likely.
 * @throws Error where the model is missing or damaged
 */
export function openLanguageDetector(modelsFolder: string): DetectLanguage {
  const model = parseLanguageModel(readFileSync(join(modelsFolder, 'languages.bin')))
  return (asked, sure) => {
    // Some keyboards write the accent behind its letter, where it would part the word.
    const text = ACCENT_APART.test(asked) ? asked.slice(0, LETTERS_READ_MAX).normalize('NFC') : asked
    const begin = text.length > UNITS_READ_MAX ? text.slice(0, UNITS_READ_MAX) : text
    const units = codeUnitsOf(begin)
    const script = scriptOf(units, Math.min(begin.length, LETTERS_READ_MAX))
    const fallback = FALLBACKS[script as ModelScript]
    if (fallback === undefined) return sure === undefined ? script : 'und'
    const guess = model.guess(units, begin.length, script as ModelScript)
    const language = likelierOfTwins(guess, text)
    const probability = language === 'es' ? guess.probabilityOf('es') + guess.probabilityOf('ca') : guess.probability
    if (probability >= (sure ?? (language === 'en' ? SURE_OF_ENGLISH : SURE))) return language
    return sure === undefined ? fallback : 'und'
  }
}

/** Spanish and Catalan share most words of a short question, "casa rural", and thirty times as many people write Spanish. */
function likelierOfTwins({ language, probability, probabilityOf }: LanguageGuess, text: string): string {
  if (language !== 'ca' || NEVER_SPANISH.test(text)) return language
  return probability < probabilityOf('es') * SPANISH_FOR_CATALAN ? 'es' : language
}

const NEVER_SPANISH = /[àèòç·]/i
const SPANISH_FOR_CATALAN = 30

/** Names and brands of other languages stand in English questions, so another language takes more. */
const SURE_OF_ENGLISH = 0.5
const SURE = 0.65

const ACCENT_APART = /[\u0300-\u036f]/

const FALLBACKS: Readonly<Record<ModelScript, string>> = { latin: 'und', cyrillic: 'ru', arabic: 'ar' }

const LETTERS_READ_MAX = 400
/** Of a longer text its begin: what tells the script, and what the model reads from the first letter on. */
const UNITS_READ_MAX = LETTERS_READ_MAX + CHARS_READ_MAX
/** A letter of another script says as much about the language as so many Latin ones. */
const FOREIGN_TIMES = 3

// A language, or a script that several share.
function scriptOf(units: Uint16Array, end: number): string {
  let latin = 0
  let han = 0
  let kana = 0
  let hangul = 0
  let arabic = 0
  let hebrew = 0
  let devanagari = 0
  let cyrillic = 0
  let greek = 0
  let thai = 0
  for (let i = 0; i < end; i++) {
    const c = units[i]!
    if (c < 0x370) {
      if ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a) latin++
      else if (c >= 0xc0 && c !== 0xd7 && c !== 0xf7) latin++
    } else if (c < 0x400) greek++
    else if (c < 0x530) cyrillic++
    else if (c >= 0x590 && c < 0x600) hebrew++
    else if (c >= 0x600 && c < 0x780) arabic++
    else if (c >= 0x900 && c < 0x980) devanagari++
    else if (c >= 0xe00 && c < 0xe80) thai++
    else if (c >= 0x3040 && c < 0x3100) kana++
    else if (c >= 0x3400 && c < 0xa000) han++
    else if (c >= 0xac00 && c < 0xd7b0) hangul++
  }
  // A sign of the east says as much as two or three Latin letters; and brand names stay Latin inside every script.
  const east = han + kana + hangul
  const foreign = Math.max(east, arabic, hebrew, devanagari, cyrillic, greek, thai)
  const most = foreign * FOREIGN_TIMES > latin ? foreign : latin
  if (most === 0) return 'und'
  // Japanese mixes kana into Han; Chinese never does.
  if (most === east) return hangul >= han + kana ? 'ko' : kana * 10 > han ? 'ja' : 'zh'
  if (most === latin) return 'latin'
  if (most === cyrillic) return 'cyrillic'
  if (most === arabic) return 'arabic'
  if (most === hebrew) return 'he'
  if (most === devanagari) return 'hi'
  return most === greek ? 'el' : 'th'
}
