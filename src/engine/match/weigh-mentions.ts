// Weighs what the user mentions by its age, and by whether another thing was wished for since.
import { OPENS_NONE, OPENS_THERE, type Wishes } from './new-wish.ts'
import { QUERY_TERMS_MAX, type QueryNotes, TURNS_MAX } from './query-notes.ts'
import { tuning } from './tuning.ts'
import { saturated, unsaturated } from './weigh-terms.ts'

export interface MentionWeigher {
  /**
   * Adds to the weight of each term what its mentions make. To be called once all messages of the user are read.
   * @param lines how many of the newest messages are lines of one, and equally new
   * @returns how many messages speak of the newest wish
   */
  weigh(lines: number): number
  /** Of each message that is about the newest wish, what its age leaves of it; 0 of others. */
  readonly ages: Float64Array
}

export function createMentionWeigher(notes: QueryNotes, wishes: Pick<Wishes, 'opensIn'>): MentionWeigher {
  const { tally, oldest, denied, mentioned, mentionedIn, placeKinds } = notes
  const said = tally.weight
  const ages = new Float64Array(TURNS_MAX)
  // How often a term was said before another wish was opened, and what part of that is left.
  const earlier = new Float64Array(QUERY_TERMS_MAX)
  const parts = new Float64Array(QUERY_TERMS_MAX)

  return { weigh, ages }

  function weigh(lines: number): number {
    const { texts, mentions, surestPlace } = notes
    let at = 0
    let left = 1
    let decay = 1
    let ofNewest = texts.length
    earlier.fill(0, 0, tally.count)
    parts.fill(0, 0, tally.count)
    for (let turn = 0; turn < texts.length; turn++) {
      if (turn >= lines) decay *= tuning.turnDecay
      ages[turn] = left === 1 ? decay : 0
      for (; at < mentions && mentionedIn[at] === turn; at++) {
        const entry = mentioned[at]!
        if (denied[entry] !== 0) continue
        // Whatever is wished for, where it is to be stays what it was.
        const isPlace = placeKinds[at] !== 0 && placeKinds[at] === surestPlace
        if (left === 1 || isPlace) said[entry]! += decay
        else {
          earlier[entry]! += decay
          parts[entry] = Math.max(parts[entry]!, left)
        }
      }
      const opening = wishes.opensIn(turn, texts[turn]!, oldest)
      if (opening !== OPENS_NONE) ofNewest = Math.min(ofNewest, turn + 1)
      if (opening === OPENS_THERE) left *= tuning.leftWishWeight
      else if (opening !== OPENS_NONE || notes.isCorrection[turn]) left *= tuning.olderWishWeight
    }
    if (left < 1) addEarlier()
    return ofNewest
  }

  function addEarlier(): void {
    for (let entry = 0; entry < tally.count; entry++) {
      if (earlier[entry] !== 0) said[entry]! += unsaturated(parts[entry]! * saturated(earlier[entry]!))
    }
  }
}
