// Reads words that neither English nor any ad knows as ads in other languages have them: too few words to tell their language by
// themselves ("lavadora barata") may do so beside the stock.
import type { TermBuffer, TermReader } from '../text/terms.ts'
import { RARITY_UNKNOWN } from '../text/word-frequency.ts'

/** The distinct words of a conversation, each with its term as an English text has it. */
export interface ReadWords {
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  readonly rarities: Uint8Array
  /** It is not looked for, or stands for more than the word itself. */
  isSettled(i: number): boolean
  surfaceOf(i: number): string
  has(lo: number, hi: number): boolean
  leaveOut(i: number): void
}

export interface Stock {
  readonly terms: TermReader
  /** Some ad has the term; without it no word is taken for anything but what it says. */
  readonly isInStock?: IsInStock
  /** Some ad is needed for it, so it is no slip and no word of another language. */
  readonly isNeeded?: IsInStock
  /** Those that ads are written in, but English. */
  readonly languages?: ReadonlySet<string>
}

type IsInStock = (lo: number, hi: number) => boolean

/**
 * Reads the first `count` words in the language of stock that knows most of those that no ad has in English, if it knows one that English
 * does not; false where there is none. Its stop words are left out, and whatever else ads have in it is taken for theirs.
 */
export function readInTongue(words: ReadWords, count: number, stock: Stock): boolean {
  const { terms, isInStock, isNeeded, languages } = stock
  if (isInStock === undefined || languages === undefined || languages.size === 0) return false
  const tongue = tongueOf(words, count, { terms, isInStock, isNeeded, languages })
  if (tongue === undefined) return false
  for (let i = 0; i < count; i++) {
    if (words.isSettled(i)) continue
    const found = terms.read(words.surfaceOf(i), tongue)
    if (found.count === 0) words.leaveOut(i)
    const at = firstInStock(found, isInStock)
    // What stands for more than the word would say the word once more.
    if (at < 0 || words.has(found.lo[at]!, found.hi[at]!)) continue
    words.lo[i] = found.lo[at]!
    words.hi[i] = found.hi[at]!
    words.rarities[i] = found.rarity[at]!
  }
  return true
}

function tongueOf(
  words: ReadWords,
  count: number,
  { terms, isInStock, isNeeded, languages }: Stock & Required<Pick<Stock, 'isInStock' | 'languages'>>,
): string | undefined {
  const strange: number[] = []
  for (let i = 0; i < count && strange.length < STRANGE_MAX; i++) {
    const [lo, hi] = [words.lo[i]!, words.hi[i]!]
    if (!words.isSettled(i) && !isInStock(lo, hi) && !isNeeded?.(lo, hi)) strange.push(i)
  }
  if (!strange.some((i) => words.rarities[i] === RARITY_UNKNOWN)) return undefined
  let best: string | undefined
  let most = 0
  for (const language of languages) {
    let known = 0
    let isMeant = false
    for (const i of strange) {
      const found = terms.read(words.surfaceOf(i), language)
      const isHeld = firstInStock(found, isInStock) >= 0
      if (isHeld || found.count === 0) known++
      if (isHeld && words.rarities[i] === RARITY_UNKNOWN) isMeant = true
    }
    if (!isMeant || known <= most) continue
    best = language
    most = known
  }
  return best
}

// Of a compound the whole stands before its parts.
function firstInStock({ count, lo, hi }: TermBuffer, isInStock: IsInStock): number {
  for (let at = 0; at < count; at++) if (isInStock(lo[at]!, hi[at]!)) return at
  return -1
}

/** Words that are read in each language, the newest first: some tenths of a microsecond each. */
const STRANGE_MAX = 8
