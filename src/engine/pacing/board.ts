// What the budget gate says of each campaign, on a board in shared memory: its own thread writes, every thread that decides reads.
import { grownTo, sharedArray } from '../../base/shared-array.ts'
import type { Random } from '../../base/random.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { createLots, type DrawnLots, LOTS, type Lots, type LotsMemory, openLots } from './lots.ts'

export type BudgetStop = 'budget_exhausted' | 'pacing'

/** How a campaign stands with its money, for explanations. */
export interface PaceNote {
  /** The part of its traffic that it takes part in, 0–1. */
  readonly share: number
  /** Expected to be billed from links that are out. */
  readonly openMicros: number
  readonly stop?: BudgetStop
}

/** What a decision asks of budgets. */
export interface BudgetView {
  /** Brings the answers up to date; cheap where nothing changed. */
  refresh(nowMs: number): void
  /** Why a campaign spends nothing at all now; undefined where it takes part in some or all requests. */
  stopOf(campaignNumber: number): BudgetStop | undefined
  /** Draws who takes part in one request: by campaign number, 1 or 0. Do not write to it. */
  draw(random: Random): Uint8Array
  paceOf(campaignNumber: number): PaceNote
  /** What a campaign may still spend now, in micros, given its budgets and its advertiser's funds; Infinity where nothing limits it. */
  leftOf(campaign: Campaign, nowMs: number): number
}

export interface Board {
  readonly lots: Lots
  /** @param note its share is told in whole 1/65,535 */
  write(campaignNumber: number, note: PaceNote, leftMicros: number): void
  stopOf(campaignNumber: number): BudgetStop | undefined
  draw(random: Random): Uint8Array
  /** Another object once more campaigns have come than it has room for. */
  memory(): BoardMemory
}

/** What other threads open; goes through postMessage. */
export interface BoardMemory {
  readonly lots: LotsMemory
  /** By campaign number: place in STOPS. */
  readonly stops: Uint8Array
  /** By campaign number, in 1/65,535. */
  readonly shares: Uint16Array
  /** By campaign number, in thousands of micros, and no more than fit. */
  readonly open: Uint32Array
  /** By campaign number, in micros. */
  readonly left: Float64Array
}

const STOPS: readonly (BudgetStop | undefined)[] = [undefined, 'budget_exhausted', 'pacing']
const SHARE_ONE = 0xffff
const OPEN_UNIT_MICROS = 1_000
const OPEN_MAX = 0xffff_ffff

export function createBoard(): Board {
  const lots = createLots()
  let memory: BoardMemory = {
    lots: lots.memory(),
    stops: sharedArray(Uint8Array, 64),
    shares: sharedArray(Uint16Array, 64),
    open: sharedArray(Uint32Array, 64),
    left: sharedArray(Float64Array, 64),
  }
  return {
    lots,
    write(number, { share, openMicros, stop }, leftMicros) {
      if (number >= memory.stops.length) {
        const { stops, shares, open, left } = memory
        memory = {
          lots: lots.memory(),
          stops: grownTo(stops, number),
          shares: grownTo(shares, number),
          open: grownTo(open, number),
          left: grownTo(left, number),
        }
      }
      memory.stops[number] = STOPS.indexOf(stop)
      memory.shares[number] = Math.round(share * SHARE_ONE)
      memory.left[number] = leftMicros
      memory.open[number] = Math.min(OPEN_MAX, Math.round(openMicros / OPEN_UNIT_MICROS))
    },
    stopOf: (number) => STOPS[memory.stops[number] ?? 0],
    draw: (random) => drawFrom(lots, random),
    memory() {
      if (memory.lots !== lots.memory()) memory = { ...memory, lots: lots.memory() }
      return memory
    },
  }
}

/** The board as another thread reads it: who takes part now, and how campaigns stood when they were looked at last. */
export function openBoard(memory: BoardMemory): BudgetView {
  const lots = openLots(memory.lots)
  const stopOf = (number: number) => STOPS[memory.stops[number] ?? 0]
  return {
    refresh: () => undefined,
    stopOf,
    leftOf: ({ number }) => memory.left[number] ?? 0,
    draw: (random) => drawFrom(lots, random),
    paceOf(number) {
      const stop = stopOf(number)
      return {
        share: (memory.shares[number] ?? 0) / SHARE_ONE,
        openMicros: (memory.open[number] ?? 0) * OPEN_UNIT_MICROS,
        ...(stop && { stop }),
      }
    },
  }
}

function drawFrom(lots: DrawnLots, random: Random): Uint8Array {
  return lots.maskOf(lots.partial() > 0 ? Math.floor(random() * LOTS) : 0)
}
