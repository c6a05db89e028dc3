// A set of whole numbers that lie close together, such as the numbers of the ads of a campaign: a bit each, in pages of 4 KiB.
const PAGE_BYTES = 4_096
const PAGE_NUMBERS = PAGE_BYTES * 8

export interface NumberSet {
  add(number: number): void
  has(number: number): boolean
}

/** Grows by a page for each stretch of 32,768 numbers that any of them lies in. */
export function createNumberSet(): NumberSet {
  const pages = new Map<number, Uint8Array>()
  return {
    add(number) {
      const index = Math.floor(number / PAGE_NUMBERS)
      let page = pages.get(index)
      if (page === undefined) pages.set(index, (page = new Uint8Array(PAGE_BYTES)))
      const bit = number % PAGE_NUMBERS
      page[bit >>> 3]! |= 1 << (bit & 7)
    },
    has(number) {
      const bit = number % PAGE_NUMBERS
      const byte = pages.get(Math.floor(number / PAGE_NUMBERS))?.[bit >>> 3] ?? 0
      return (byte & (1 << (bit & 7))) !== 0
    },
  }
}
