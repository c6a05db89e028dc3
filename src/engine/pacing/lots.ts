// Which campaigns take part in a request: each request draws one of 128 lots, and a campaign holds as many as its share.
// The masks lie in shared memory, so that every thread that decides draws from the same ones.
import { sharedArray } from '../../base/shared-array.ts'

/** A share is a whole number of lots; finer ones are reached by holding one more lot some of the time. */
export const LOTS = 128

export interface DrawnLots {
  /** By campaign number: 1 where the campaign holds the lot, 0 where not. The length is a multiple of four. */
  maskOf(lot: number): Uint8Array
  /** How many campaigns hold some lots but not all: 0 means that the lot need not be drawn. */
  partial(): number
}

export interface Lots extends DrawnLots {
  /** @param held 0–LOTS */
  set(campaignNumber: number, held: number): void
  /** Another object once more campaigns have come than it has room for. */
  memory(): LotsMemory
}

/** For another thread; one thread writes, any other may read. */
export interface LotsMemory {
  /** LOTS masks, one after the other. */
  readonly masks: Uint8Array
  /** `partial`, alone. */
  readonly partial: Int32Array
}

export function createLots(): Lots {
  let size = 64
  let memory: LotsMemory = { masks: sharedArray(Uint8Array, LOTS * size), partial: sharedArray(Int32Array, 1) }
  let masks = masksIn(memory)
  let held = new Int16Array(size)

  const grow = (least: number): void => {
    const before = masks
    size = Math.ceil((least * 1.5) / 4) * 4
    memory = { ...memory, masks: sharedArray(Uint8Array, LOTS * size) }
    masks = masksIn(memory)
    masks.forEach((mask, lot) => mask.set(before[lot]!))
    const longer = new Int16Array(size)
    longer.set(held)
    held = longer
  }

  return {
    maskOf: (lot) => masks[lot]!,
    set(campaignNumber, lots) {
      if (campaignNumber >= size) grow(campaignNumber + 1)
      if (held[campaignNumber] === lots) return
      memory.partial[0]! += Number(isPartial(lots)) - Number(isPartial(held[campaignNumber]!))
      held[campaignNumber] = lots
      // An odd step walks through all lots, and differs from campaign to campaign, so that two with half of them
      // each meet in some requests and miss each other in others.
      const step = (Math.imul(campaignNumber, 0x9e3779b1) >>> 24) | 1
      const from = Math.imul(campaignNumber, 0x85ebca6b) >>> 25
      for (let i = 0; i < LOTS; i++) masks[(from + i * step) & (LOTS - 1)]![campaignNumber] = i < lots ? 1 : 0
    },
    partial() {
      return memory.partial[0]!
    },
    memory() {
      return memory
    },
  }
}

/** The lots that another thread deals out. */
export function openLots(memory: LotsMemory): DrawnLots {
  const masks = masksIn(memory)
  return {
    maskOf: (lot) => masks[lot]!,
    partial() {
      return memory.partial[0]!
    },
  }
}

function masksIn({ masks }: LotsMemory): Uint8Array[] {
  const size = masks.length / LOTS
  return Array.from({ length: LOTS }, (_, lot) => masks.subarray(lot * size, (lot + 1) * size))
}

function isPartial(held: number): boolean {
  return held > 0 && held < LOTS
}
