// Text that callers send, as every door reads it: measured in code points, and cleaned where words are looked for in it.

/** Counts code points, as JSON Schema does, but only where the cheaper count is not enough. */
export function isTooLong(text: string, charsMax: number): boolean {
  if (text.length <= charsMax) return false
  if (text.length > charsMax * 2) return true
  let pairs = 0
  for (let i = 0; i < text.length; i++) if (text.codePointAt(i)! > 0xffff) pairs++
  return text.length - pairs > charsMax
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
