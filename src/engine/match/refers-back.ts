// Tells a wish for another thing from one for the same thing with another quality: "find me a lighter one", "something in blue", "I want
// more memory", "recommend another brand".

/**
 * True where the word that ends at `end` and follows words of wishing, which end at `openedAt`, only says how a thing should be
 * that was spoken of before. "One hotel room" and "something for the garden" are new.
 */
export function refersBack(text: string, openedAt: number, end: number): boolean {
  if (ONE.test(text.slice(end, end + ONE_CHARS))) return true
  const between = text.slice(openedAt, end)
  return STANDS_FOR_IT.test(between) || POINTS_BACK.test(between)
}

/** "A lighter one", "wireless models"; but "hotel options" may well be new. */
const ONE = /^ (?:one|model|version|colou?r|size|style)s?(?![a-z])/i
const ONE_CHARS = 10
const HOW = 'with|without|in|that|which|under|below|more|less|made|similar|like'
/** "One with a handle", "something lighter"; but "something other" compares nothing, and "one printer" is a thing. */
const STANDS_FOR_IT = new RegExp(
  ` (?:(?:ones?|any|some) (?:${HOW})|(?:some|any)thing (?:${HOW}|[a-z]{4,}er))(?![a-z])`,
  'i',
)
/** "It for games", "more memory", "another brand"; but "IT support" is none of it. */
const POINTS_BACK = /^(?: me| us)? (?:it|this|that|these|those|them|another|more)(?![a-z])/
