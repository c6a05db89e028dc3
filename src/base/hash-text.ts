// A 64-bit hash of a text for tables in memory: not keyed, so only for texts that nobody can choose freely.

/** Two unsigned 32-bit halves. */
export interface Hash64 {
  high: number
  low: number
}

/** Writes the hash of a text; both halves are spread evenly, whatever the text. Allocates nothing. */
export function hashText(text: string, into: Hash64): void {
  let high = 0x9e3779b9
  let low = 0x85ebca6b ^ text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x5bd1e995)
    low ^= low >>> 13
  }
  into.high = mixed(high ^ (low << 7))
  into.low = mixed(low ^ (high >>> 9))
}

// The finaliser of MurmurHash3 (A. Appleby, public domain): every bit of the input moves every bit of the output.
function mixed(word: number): number {
  let h = word
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
