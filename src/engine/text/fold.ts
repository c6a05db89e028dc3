// Brings a token to the one spelling under which it is kept: compatibility forms, case, and accents made plain.

/** Lower case, full-width and ligature forms resolved, inner commas and hyphens gone; accents are still there. */
export function normaliseToken(surface: string): string {
  const plain = ASCII.test(surface) ? surface : surface.normalize('NFKC')
  return plain.toLowerCase().replace(JOINERS, '')
}

/** Without accents, and with letters that have a usual two-letter spelling written so (ß, æ, ø …). */
export function foldAccents(word: string): string {
  if (ASCII.test(word)) return word
  const bare = word.normalize('NFD').replace(MARKS, '').normalize('NFC')
  return bare.replace(LETTERS, (letter) => SPELLINGS[letter] ?? letter)
}

const ASCII = /^[\x00-\x7f]*$/
const JOINERS = /[,\-&/\u2010\u2011]/g

// Only marks that a reader can leave out: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels and stretching.
// The vowel signs of Indian scripts are marks to Unicode as well, but without them the word is another.
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g
const LETTERS = /[ßæœøłđðþı]/g
const SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
