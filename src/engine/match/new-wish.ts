// Keeps what follows words like "find" and "need", to tell whether a message opens another wish: where the user has said
// none of it before.

export interface Wishes {
  clear(): void
  /** A word like "find" was read: what is noted from now on belongs to one wish. */
  begin(): void
  /** The wish names a term, by its entry, in a message, by its number. Wishes of one message come together. */
  note(entry: number, turn: number): void
  /** @param oldest for each entry the number of the oldest message that says it; older messages have higher numbers */
  opensIn(turn: number, oldest: Uint8Array): boolean
}

/** What one conversation wishes; what comes after the first sixty-four words of wishes is not looked at. */
export function createWishes(): Wishes {
  const entries = new Uint16Array(NOTED_MAX)
  const turns = new Uint8Array(NOTED_MAX)
  const wishes = new Uint16Array(NOTED_MAX)
  let count = 0
  let wish = 0

  return {
    clear() {
      count = 0
      wish = 0
    },
    begin() {
      wish++
    },
    note(entry, turn) {
      if (count === NOTED_MAX) return
      entries[count] = entry
      turns[count] = turn
      wishes[count++] = wish
    },
    opensIn(turn, oldest) {
      let isNew = true
      for (let i = 0; i < count; i++) {
        if (turns[i] !== turn) continue
        if (i === 0 || wishes[i] !== wishes[i - 1]) isNew = true
        if (oldest[entries[i]!] !== turn) isNew = false
        const isLast = i + 1 === count || wishes[i + 1] !== wishes[i]
        if (isNew && isLast) return true
      }
      return false
    },
  }
}

const NOTED_MAX = 64
