// Writes out grave words that were disguised so that no list finds them: letters of another script that look alike ("suicіde" with a
// Cyrillic і), letters that stand apart ("s u i c i d e") and signs in place of letters ("k1ll", "s*icide"). For the gates alone.

/**
 * The same text where nothing looks disguised, which is nearly always.
 * @param isGrave whether a word, in lower case, is one that the lexicon looks for; others stay as they are
 */
export function unmask(text: string, isGrave: (word: string) => boolean): string {
  const isMixed = MIXED.test(text)
  const isSpelled = SPELLED_START.test(text)
  const isSigned = SIGN_INSIDE.test(text) || SIGN_AT_END.test(text)
  if (!isMixed && !isSpelled && !isSigned) return text
  let left = WORDS_MAX
  let plain = isMixed ? text.replace(MIXED_WORD, inOneScript) : text
  if (isSpelled) plain = plain.replace(SPELLED, (run) => (left-- > 0 && joined(run, isGrave)) || run)
  if (isSigned) plain = plain.replace(SIGNED, (word) => (left-- > 0 && lettersFor(word.toLowerCase(), isGrave)) || word)
  return plain
}

/** So many of a text are looked at closely: thousands of words with stars in them are noise, and nobody waits for it. */
const WORDS_MAX = 200

// What is asked of every text is written so that it is seen at once where nothing begins. While it is read, a text is
// looked over for the same by text-features.ts (`mayBeMasked`), which must accept whatever these and `SPELLED` do.
const MIXED = /[a-zA-Z][\u0370-\u052f]|[\u0370-\u052f][a-zA-Z]/
const SPELLED_START = /[a-zA-Zа-яёА-ЯЁ][ ._*-]{1,3}[a-zA-Zа-яёА-ЯЁ][ ._*-]{1,3}[a-zA-Zа-яёА-ЯЁ][ ._*-]/
const SIGN_INSIDE = /[a-zA-Z][0-9!|$@*]{1,2}[a-zA-Z]/
const SIGN_AT_END = /\$[a-zA-Z]|[a-zA-Z]3/

const MIXED_WORD = /[a-z\u0370-\u052f]+/gi
const SPELLED = /(?<![a-zа-яё0-9])[a-zа-яё](?:[ ._*-]{1,3}[a-zа-яё](?![a-zа-яё0-9])){3,19}/gi
/** A sign stands between letters, a $ also before them, and a 3 behind them: a 5 would make "cats" of a cable that is "Cat5". */
const SIGNED = /(?<![a-z0-9])(?=[a-z]{0,18}[0-9!|$@*])[a-z$][a-z0-9!|$@*]{1,18}[a-z3](?![a-z0-9])/gi

const CYRILLIC_OR_GREEK = /[\u0370-\u052f]/
const CYRILLIC = /[\u0400-\u052f]/
const LATIN = /[a-z]/i
/** Each letter before the Latin one that it passes for; where a Latin one passes for several, the first of them is meant. */
const LOOK_ALIKES = [
  ...['аa', 'еe', 'оo', 'рp', 'сc', 'уy', 'хx', 'кk', 'мm', 'тt', 'вb', 'нh', 'іi', 'јj', 'ѕs', 'ԁd', 'һh', 'ԛq', 'ԝw'],
  ...['ӏl', 'ёe', 'їi', 'αa', 'βb', 'εe', 'ζz', 'ηn', 'ιi', 'κk', 'νv', 'οo', 'ρp', 'τt', 'υu', 'χx'],
  ...['Ηh', 'Μm', 'Νn', 'Υy'],
] as const
/** Those that pass for another letter than the small ones do. */
const GREEK_CAPITALS = /[ΗΜΝΥ]/g
const LATIN_FOR = new Map(LOOK_ALIKES.map(([other, latin]) => [other!, latin!]))
const CYRILLIC_FOR = new Map(LOOK_ALIKES.map(([other, latin]) => [latin!, other!]).reverse() as [string, string][])

// A word of one script stays as it is, and so does one in which letters of both mean themselves ("10kΩ").
function inOneScript(word: string): string {
  if (!CYRILLIC_OR_GREEK.test(word) || !LATIN.test(word)) return word
  const letters = [...word.replace(GREEK_CAPITALS, (letter) => LATIN_FOR.get(letter)!).toLowerCase()]
  if (letters.every((letter) => LATIN.test(letter) || LATIN_FOR.has(letter)))
    return letters.map((letter) => LATIN_FOR.get(letter) ?? letter).join('')
  if (letters.every((letter) => CYRILLIC.test(letter) || CYRILLIC_FOR.has(letter)))
    return letters.map((letter) => CYRILLIC_FOR.get(letter) ?? letter).join('')
  return word
}

function joined(run: string, isGrave: (word: string) => boolean): string | undefined {
  const word = run.toLowerCase().replace(/[^a-zа-яё]/g, '')
  if (isGrave(word)) return word
  // An "I" or "a" before it stands alone, too.
  return isGrave(word.slice(1)) ? `${word[0]} ${word.slice(1)}` : undefined
}

/** What a sign may stand for. */
const LETTERS_FOR: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'il', 3: 'e', 4: 'a', 5: 's', 7: 't', '!': 'il', '|': 'li', $: 's', '@': 'a', '*': 'aeiou' },
}

function lettersFor(word: string, isGrave: (word: string) => boolean): string | undefined {
  const signs = word.length - word.replace(/[^a-z]/g, '').length
  if (signs > SIGNS_MAX || signs * 2 > word.length) return undefined
  let readings = ['']
  for (const char of word) {
    const letters = LATIN.test(char) ? char : LETTERS_FOR[char]
    if (letters === undefined) return undefined
    readings = readings.flatMap((reading) => [...letters].map((letter) => reading + letter))
  }
  return readings.find(isGrave)
}

/** With three stars a word has 125 readings. */
const SIGNS_MAX = 3
