// Tells where something goes from where it comes from: "from Leeds to York", "hdmi to vga". A bag of words holds both alike.

/**
 * What a term's hash is mixed with where "from" or "to" stands before it; 0 where neither does. Names of several words share
 * what stands before the first: "to New York".
 */
export function directionOf(text: string, start: number): number {
  let at = start
  for (let words = 0; words < NAME_WORDS_MAX; words++) {
    let end = at
    while (end > 0 && text.charCodeAt(end - 1) === SPACE) end--
    if (end === at) return 0
    at = end
    while (at > 0 && isLetter(text.charCodeAt(at - 1))) at--
    const direction = directionNamed(text, at, end)
    if (direction !== 0) return direction
    const first = text.charCodeAt(at)
    if (at === end || first < 0x41 || first > 0x5a) return 0
  }
  return 0
}

const NAME_WORDS_MAX = 3
const FROM = 0x5bd1e995
const TO = 0x27d4eb2f
const SPACE = 0x20

function directionNamed(text: string, start: number, end: number): number {
  if (end - start === 2) return text.startsWith('to', start) ? TO : 0
  return end - start === 4 && text.startsWith('from', start) ? FROM : 0
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}
