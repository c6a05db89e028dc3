// What somebody else may still read is written into again only once they are done.
//
//   lease 1 ──────────────┐
//        lease 2 ─────────┼───────────┐
//             ^ retired: both may read it
//                                     ^ given back: neither does any more

export interface Leases {
  held(): boolean
  /** All that is in use now is read by somebody, until the function returned is called; calling it again does nothing. */
  take(): () => void
  /** For what has just gone out of use: calls `giveBack` once nobody who took a lease before holds it; at once where nobody does. */
  retire(giveBack: () => void): void
}

/** @param waitingMax how many wait to be given back; what waited longest is forgotten beyond that, and left to the garbage collector */
export function createLeases({ waitingMax }: { waitingMax: number }): Leases {
  const leases = new Set<number>() // in the order in which they were taken
  const waiting: { readonly lastLease: number; readonly giveBack: () => void }[] = []
  let taken = 0

  return {
    held() {
      return leases.size > 0
    },
    take() {
      const lease = ++taken
      leases.add(lease)
      return () => {
        leases.delete(lease)
        const [oldest = Number.POSITIVE_INFINITY] = leases
        while (waiting.length > 0 && waiting[0]!.lastLease < oldest) waiting.shift()!.giveBack()
      }
    },
    retire(giveBack) {
      if (leases.size === 0) return giveBack()
      waiting.push({ lastLease: taken, giveBack })
      if (waiting.length > waitingMax) waiting.shift()
    },
  }
}
