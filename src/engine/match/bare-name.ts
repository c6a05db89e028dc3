// Reads a question that is nothing but the name of a thing: which of its words is the kind, and which two are one.
import { headLengthOf, mayNameKind } from './head-of-name.ts'
import type { Stock } from './other-tongue.ts'
import { type QueryNotes, UNSEEN } from './query-notes.ts'
import { OPENS_WISH, talkOf } from './talk-words.ts'
import { tuning } from './tuning.ts'

/** To be called with the only text of the notes. */
export function createNameReader({ terms, isInStock }: Pick<Stock, 'terms' | 'isInStock'>, notes: QueryNotes) {
  const { tally, sources, starts, ends, factors, denied, mentioned } = notes

  return (name: string, language: string): void => {
    weighKind(name, language)
    if (language === 'en') joinNeighbours(name)
  }

  // The last word is the kind: "red canvas shoes for women" are shoes.
  function weighKind(name: string, language: string): void {
    const head = headLengthOf(name, language)
    let kind = -1
    for (let i = 0; i < notes.mentions; i++) {
      const entry = mentioned[i]!
      if (starts[entry]! >= head || (kind >= 0 && starts[entry]! <= starts[kind]!)) continue
      const isVerb = (talkOf(tally.lo[entry]!, tally.hi[entry]!) & OPENS_WISH) !== 0
      if (!isVerb && mayNameKind(name, starts[entry]!, ends[entry]!, language)) kind = entry
    }
    if (kind >= 0 && tally.count > 1) factors[kind]! *= tuning.kindWeight
  }

  // "Eye shadow" is looked for as "eyeshadow", too, where ads write it so.
  function joinNeighbours(name: string): void {
    if (isInStock === undefined) return
    const words = Math.min(tally.count, JOINED_TERMS_MAX)
    for (let i = 0; i < words; i++) {
      for (let next = 0; next < words; next++) {
        if (starts[next] !== ends[i]! + 1 || denied[i] !== 0 || denied[next] !== 0) continue
        if (!TWO_WORDS.test(name.slice(starts[i], ends[next]))) continue
        const both = name.slice(starts[i], ends[i]) + name.slice(starts[next], ends[next])
        const found = terms.read(both.toLowerCase(), 'en')
        if (found.count !== 1 || !isInStock(found.lo[0]!, found.hi[0]!)) continue
        const entry = tally.entryOf(found.lo[0]!, found.hi[0]!)
        if (entry < 0 || sources[entry] !== UNSEEN) continue
        notes.meet(entry, found, 0, 0, tuning.joinedWeight)
        starts[entry] = starts[i]!
        ends[entry] = ends[next]!
        notes.mention(entry, 0, 0)
      }
    }
  }
}

/** Of how many terms of a bare name it is asked; more are in five words only where they are strung together by signs. */
const JOINED_TERMS_MAX = 16
/** Letters alone, and no short word behind, since "be an" is no bean; or a number behind them. */
const TWO_WORDS = /^[a-z]{2,} [a-z]{3,}$|^[a-z]+ \d+$/i
