// What a character is to whoever reads words: a letter without case and accent, a part of one, or what stands between words; and the
// signs by which a disguised word may be known while it is read.

/** What a character is folded to where it is no letter and no digit. */
const SEPARATOR = 0
const JOINER = 1
/** What any digit is folded to but those of ASCII, which stay as they are. */
const DIGIT = 0x30

/** The lower bits of what `foldOf` answers are the letter, and those above say of which kind it is. */
const LETTER = 0xffff
const KIND_SHIFT = 16
const IS_LATIN = 1
const IS_DIGIT = 2
const IS_GREEK_OR_CYRILLIC = 4

/** In one, to be taken over: in a hot loop an imported constant is looked up each time. */
export const FOLDED = { SEPARATOR, JOINER, DIGIT, LETTER, KIND_SHIFT, IS_DIGIT } as const

/**
 * By the kinds of characters in a word: 1 where they are mixed as in a disguise. That must be so of all that `MIXED` of `unmask` finds, and
 * of a digit beside a letter.
 */
export const DISGUISES = Uint8Array.from({ length: 8 }, (_, kinds) => {
  const holds = (all: number): boolean => (kinds & all) === all
  return holds(IS_LATIN | IS_DIGIT) || holds(IS_LATIN | IS_GREEK_OR_CYRILLIC) ? 1 : 0
})

// Up to here (Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic begin) a table folds case and accents.
const FOLD_SIZE = 0x600
/** The apostrophe, what people type in its place, and the soft hyphen. */
const JOINERS = "'`\u00b4\u02bb\u02bc\u00ad"
const FOLD = foldTable()

/** The letter and the kind of a UTF-16 code unit. */
export function foldOf(unit: number): number {
  return unit < FOLD_SIZE ? FOLD[unit]! : foldRare(unit)
}

function foldTable(): Uint32Array {
  const table = new Uint32Array(FOLD_SIZE)
  for (let unit = 0; unit < FOLD_SIZE; unit++) {
    const char = String.fromCharCode(unit)
    const base = char.toLowerCase().normalize('NFD').charCodeAt(0)
    if (unit >= 0x30 && unit <= 0x39) table[unit] = unit | (IS_DIGIT << KIND_SHIFT)
    else if (/\p{N}/u.test(char)) table[unit] = DIGIT | (IS_DIGIT << KIND_SHIFT)
    else if (/\p{M}/u.test(char) || JOINERS.includes(char)) table[unit] = JOINER
    else if (/\p{L}/u.test(char)) table[unit] = base | (kindOf(base) << KIND_SHIFT)
  }
  return table
}

function kindOf(letter: number): number {
  if (letter >= 0x61 && letter <= 0x7a) return IS_LATIN
  return letter >= 0x370 && letter < 0x530 ? IS_GREEK_OR_CYRILLIC : 0
}

function foldRare(unit: number): number {
  if (unit >= 0x2000 && unit <= 0x2bff) {
    const joins = unit === 0x2019 || unit === 0x2018 || (unit >= 0x200b && unit <= 0x200f) || unit === 0x2060
    return joins ? JOINER : SEPARATOR
  }
  if (unit >= 0x3000 && unit <= 0x303f) return SEPARATOR
  // Surrogates: an emoji parts words and is not one.
  if (unit >= 0xd800 && unit <= 0xdfff) return SEPARATOR
  if (unit === 0xfeff || (unit >= 0xfe00 && unit <= 0xfe0f)) return JOINER
  // Full-width forms stand for their ASCII twins, and for `unmask` they are no letters.
  if (unit >= 0xff01 && unit <= 0xff5e) return FOLD[unit - 0xfee0]! & LETTER
  // Arabic vowels, and the stroke that stretches words.
  if (unit === 0x640 || (unit >= 0x64b && unit <= 0x65f)) return JOINER
  if (unit === 0x60c || unit === 0x61b || unit === 0x61f || unit === 0x6d4 || unit === 0x964) return SEPARATOR
  return unit
}

const UNSPACED_MIN = 0xe00

/** Thai, kana, Han and Hangul: no spaces between words, or endings grown onto them. */
export function isUnspaced(letter: number): boolean {
  return (
    letter >= UNSPACED_MIN &&
    (letter <= 0xe7f ||
      (letter >= 0x3040 && letter <= 0x30ff) ||
      (letter >= 0x3400 && letter <= 0x9fff) ||
      (letter >= 0xac00 && letter <= 0xd7a3))
  )
}

export const MAY_STAND_FOR_LETTER = 2
/** By ASCII character: 0 unless it is punctuation that tells something; some of it also stands in place of letters, as in "k*ll". */
export const TELLING = tellingPunctuation('?%&+/:;<=>[]^{}~"#', '!|$@*')

function tellingPunctuation(marks: string, letterLike: string): Uint8Array {
  const table = new Uint8Array(0x80)
  for (const mark of marks) table[mark.charCodeAt(0)] = 1
  for (const mark of letterLike) table[mark.charCodeAt(0)] = MAY_STAND_FOR_LETTER
  return table
}

/**
 * A sign does between letters, alone or with one more, and a $ before one. This and a digit beside a letter must be found in all that
 * `SIGN_INSIDE` and `SIGN_AT_END` of `unmask` accept.
 * @param units two more than `i` are looked at
 */
export function mayStandForLetter(units: Uint16Array, i: number): boolean {
  const isBefore = isPlainLetter(units[i + 1]!) || (units[i + 1]! > SPACE && isPlainLetter(units[i + 2]!))
  return isBefore && (units[i] === DOLLAR || (i > 0 && isPlainLetter(units[i - 1]!)))
}

const SPACE = 0x20
const DOLLAR = 0x24

function isPlainLetter(unit: number): boolean {
  return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a
}

/**
 * Accents and Korean letters that stand apart, as some keyboards and systems write them; letters in circles, of half width, and those of
 * mathematics, which people take for bold ones.
 */
const ODD_FORMS = /[\u0300-\u036f\u1100-\u11ff\u2460-\u24ff\uff61-\uffdc]|\ud835/

/**
 * In NFKC where it holds a character of `ODD_FORMS`, else unchanged; so a join of such texts may change again.
 * @param stretch a short one: to order accents takes time that grows with the square of their number
 * @param charsMax what is longer then is cut, since some characters become eighteen
 */
export function withoutOddForms(stretch: string, charsMax: number): string {
  return ODD_FORMS.test(stretch) ? stretch.normalize('NFKC').slice(0, charsMax) : stretch
}
