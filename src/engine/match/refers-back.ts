// Tells a wish for another thing from one for the same thing with another quality: "find me a lighter one", "something in blue".

/**
 * True where the word that ends at `end` and follows a verb of wishing, which ends at `verbEnd`, only says how a thing should be
 * that was spoken of before. "One hotel room" and "something for the garden" are new.
 */
export function refersBack(text: string, verbEnd: number, end: number): boolean {
  if ((text.charCodeAt(end + 1) | 0x20) === SMALL_O && ONE.test(text.slice(end, end + ONE_CHARS))) return true
  return STANDS_FOR_IT.test(text.slice(verbEnd, end))
}

const SMALL_O = 0x6f
const ONE = /^ ones?(?![a-z])/i
const ONE_CHARS = 6
const HOW = 'with|without|in|that|which|under|below|more|less|made|similar|like'
/** "One with a handle", "something lighter"; but "something other" compares nothing, and "one printer" is a thing. */
const STANDS_FOR_IT = new RegExp(` (?:ones? (?:${HOW})|(?:some|any)thing (?:${HOW}|[a-z]{4,}er))(?![a-z])`, 'i')
