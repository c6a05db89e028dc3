// Text that people will see: white space is made plain, and code points that hide, reorder or smuggle text are refused.

/** Line breaks and tabs become one space, ends are trimmed: what is shown is a run of words. */
export function plainText(text: string): string {
  return (BREAKS.test(text) ? text.replace(BREAKS_ALL, ' ') : text).trim()
}

/**
 * Says what keeps a text from being shown, or undefined where nothing does. Control, zero-width, bidirectional, tag and
 * private code points are refused; joiners and emoji selectors are fine inside an emoji.
 */
export function faultOfShownText(text: string): string | undefined {
  if (!SUSPECT.test(text)) return undefined
  const hidden = SUSPECT.exec(text.replace(EMOJI, ''))
  if (!hidden) return undefined
  const codePoint = hidden[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `holds U+${codePoint}, a character that cannot be seen or changes how text reads; take it out`
}

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]/
const BREAKS_ALL = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

// Format characters (Cf) are the zero-width, bidirectional and tag characters; the rest are invisible under other names:
// the grapheme joiner, Hangul fillers, Mongolian and other variation selectors, the interlinear anchors' neighbours.
const SUSPECT =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u

// A pictograph with an optional selector or skin tone, joined to further ones; or a keycap such as 1️⃣.
const EMOJI =
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*|[0-9#*]\ufe0f\u20e3/gu

/** The text itself where it is short enough; else its longest beginning that ends at a word, with an ellipsis. */
export function cutAtWord(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const head = text.slice(0, charsMax - 1)
  const space = head.lastIndexOf(' ')
  const cut = text[charsMax - 1] === ' ' || space < charsMax / 2 ? head : head.slice(0, space)
  // Never end on half of a surrogate pair.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:.–-]+$/, '')}…`
}
