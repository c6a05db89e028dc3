// Which campaigns take part in a request: each request draws one of 128 lots, and a campaign holds as many as its share.
/** A share is a whole number of lots; finer ones are reached by holding one more lot some of the time. */
export const LOTS = 128

export interface Lots {
  /** By campaign number: 1 where the campaign holds the lot, 0 where not. The length is a multiple of four. */
  maskOf(lot: number): Uint8Array
  /** @param held 0–LOTS */
  set(campaignNumber: number, held: number): void
  /** How many campaigns hold some lots but not all: 0 means that the lot need not be drawn. */
  readonly partial: number
  readonly size: number
}

export function createLots(): Lots {
  let size = 64
  let masks = Array.from({ length: LOTS }, () => new Uint8Array(size))
  let held = new Int16Array(size)
  let partial = 0

  const grow = (least: number): void => {
    size = Math.ceil((least * 1.5) / 4) * 4
    masks = masks.map((mask) => resized(mask, new Uint8Array(size)))
    held = resized(held, new Int16Array(size))
  }

  return {
    maskOf: (lot) => masks[lot]!,
    set(campaignNumber, lots) {
      if (campaignNumber >= size) grow(campaignNumber + 1)
      if (held[campaignNumber] === lots) return
      partial += Number(isPartial(lots)) - Number(isPartial(held[campaignNumber]!))
      held[campaignNumber] = lots
      // An odd step walks through all lots, and differs from campaign to campaign, so that two with half of them
      // each meet in some requests and miss each other in others.
      const step = (Math.imul(campaignNumber, 0x9e3779b1) >>> 24) | 1
      const from = Math.imul(campaignNumber, 0x85ebca6b) >>> 25
      for (let i = 0; i < LOTS; i++) masks[(from + i * step) & (LOTS - 1)]![campaignNumber] = i < lots ? 1 : 0
    },
    get partial() {
      return partial
    },
    get size() {
      return size
    },
  }
}

function isPartial(held: number): boolean {
  return held > 0 && held < LOTS
}

function resized<T extends Uint8Array | Int16Array>(from: T, into: T): T {
  into.set(from)
  return into
}
