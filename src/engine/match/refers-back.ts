// Tells a wish for another thing from one for the same thing with another quality: "find me a lighter one", "something in blue", "I want
// more memory", "recommend another brand".

/**
 * True where the word that ends at `end` and follows words of wishing, which end at `openedAt`, only says how a thing should be
 * that was spoken of before. "One hotel room" and "something for the garden" are new.
 */
export function refersBack(text: string, openedAt: number, end: number): boolean {
  if ((text.charCodeAt(end + 1) | 0x20) === SMALL_O && ONE.test(text.slice(end, end + ONE_CHARS))) return true
  return STANDS_FOR_IT.test(text.slice(openedAt, end))
}

const SMALL_O = 0x6f
const ONE = /^ ones?(?![a-z])/i
const ONE_CHARS = 6
const HOW = 'with|without|in|that|which|under|below|more|less|made|similar|like'
const POINTS_BACK = 'it|this|that|these|those|them|another|more'
/**
 * "One with a handle", "something lighter", "it for games", "the blue model"; but "something other" compares nothing, and "one printer" and
 * "something for the garden" are things.
 */
const STANDS_FOR_IT = new RegExp(
  `(?: (?:(?:ones?|any|some) (?:${HOW})|(?:some|any)thing (?:${HOW}|[a-z]{4,}er)|${POINTS_BACK})|^(?: me| us)? the)(?![a-z])`,
  'i',
)
