// Tells a wish for another thing from one for the same thing with another quality: "find me a lighter one", "something in blue".

/**
 * True where the word that ends at `end` and follows a verb of wishing, which ends at `verbEnd`, only says how a thing should be
 * that was spoken of before. "One hotel room" and "something for the garden" are new.
 */
export function refersBack(text: string, verbEnd: number, end: number): boolean {
  const words = text.slice(verbEnd, end).toLowerCase().match(WORD) ?? []
  const standsForIt = words.some((word, i) => {
    const next = words[i + 1] ?? ''
    if (word === 'one' || word === 'ones') return SAYS_HOW.has(next)
    return (word === 'something' || word === 'anything') && (SAYS_HOW.has(next) || COMPARATIVE.test(next))
  })
  return standsForIt || IS_FOLLOWED_BY_ONE.test(text.slice(end, end + ONE_CHARS))
}

const WORD = /[a-z]+/g
const SAYS_HOW: ReadonlySet<string> = new Set(
  'with without in that which under below more less made similar like'.split(' '),
)
/** "Lighter"; but "over" and "other" compare nothing, and "one printer" is a thing. */
const COMPARATIVE = /^[a-z]{4,}er$/
const IS_FOLLOWED_BY_ONE = /^ ones?(?![a-z])/i
const ONE_CHARS = 6
