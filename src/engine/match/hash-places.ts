// Where the two halves of a hash stand in two arrays: an open table of places, which any thread may read.

export interface HashPlaces {
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /** Place + 1, 0 = empty; their number is a power of two. */
  readonly slots: Int32Array
}

/** So many slots keep a table of so many hashes at most half full. */
export function slotsFor(hashes: number): number {
  let capacity = 16
  while (capacity < hashes * 2) capacity *= 2
  return capacity
}

/** Writes the place of each hash into empty slots. */
export function fillSlots(slots: Int32Array, lo: Uint32Array): void {
  const mask = slots.length - 1
  for (let place = 0; place < lo.length; place++) {
    let slot = lo[place]! & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = place + 1
  }
}

/** A function that tells where a hash stands; −1 for one that does not. */
export function createFinder({ lo, hi, slots }: HashPlaces): (low: number, high: number) => number {
  const mask = slots.length - 1
  return (low, high) => {
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const place = slots[slot]! - 1
      if (place < 0 || (lo[place] === low && hi[place] === high)) return place
    }
  }
}
