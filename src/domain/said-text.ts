// Text that callers send, as every door reads it: measured in code points, and cleaned where words are looked for in it.

/** Counts code points, as JSON Schema does, but only where the cheaper count is not enough. */
export function isTooLong(text: string, charsMax: number): boolean {
  if (text.length <= charsMax) return false
  if (text.length > charsMax * 2) return true
  return charsIn(text) > charsMax
}

/** How many code points a text has. */
export function charsIn(text: string): number {
  return text.length - (text.match(PAIRS)?.length ?? 0) // a pattern, which passes over most texts far faster than a loop
}

const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g

/** A text itself where it is short enough, else its first code points. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  let end = 0
  for (let chars = 0; chars < charsMax && end < text.length; chars++) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** Trimmed, without control characters; tabs become spaces, and every kind of line break a line feed. */
export function cleanText(text: string): string {
  return CONTROL.test(text)
    ? text
        .replace(CONTROLS, '')
        .replace(/\r\n?|[\u000b\u000c\u0085]/g, '\n')
        .replaceAll('\t', ' ')
        .trim()
    : text.trim()
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]+/g
