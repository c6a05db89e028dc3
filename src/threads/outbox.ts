// What a decision thread tells of its decisions, as plain numbers in one array a message: what was decided and how it was answered.
//
//   decided:  0 │ cells │ … the record, see engine/decision-record.ts │ ads │ the relevance of each served ad
//   shown:    1 │ an exposure for the store
//   answered: 2 │ milliseconds │ slots │ a slot's format, ads, reason │ …
//   asked:    3 │ requests │ how many the key may send a second │ the key's id
import { NO_FILL_REASONS } from '../domain/decision.ts'
import { SLOT_FORMATS, type SlotFormat } from '../domain/publisher.ts'
import type { AnsweredSlot, ServedDecision } from '../domain/served.ts'
import {
  behindText,
  readServed,
  RECORD_CELLS_MAX,
  type ServedRecord,
  textAt,
  writeRecord,
  writeText,
} from '../engine/decision-record.ts'
import type { KeepDecision } from '../actions/decisions/remember-decision.ts'
import type { Exposure } from '../store/contract.ts'

export interface Outbox {
  noteDecision: KeepDecision
  noteShown(exposure: Exposure): void
  noteAnswer(served: Pick<ServedDecision, 'slots'>, ms: number): void
  /** A request of a key was let through. @param perSecond what the key may send */
  noteAsked(keyId: string, perSecond: number): void
  /** Sends what is there. */
  flush(): void
}

/** What `readOutbox` finds, in the order in which it was noted. */
export interface OutboxReader {
  /** @param cells the record as it was written, part of the message */
  decided(record: ServedRecord, cells: Float64Array, relevance: Float64Array): void
  shown(exposure: Exposure): void
  answered(slots: readonly AnsweredSlot[], ms: number): void
  asked(keyId: string, perSecond: number, requests: number): void
}

const NUMBERS = [
  'adNumber',
  'campaignNumber',
  'advertiserNumber',
  'publisherNumber',
  'turn',
  'servedAtMs',
] as const satisfies (keyof Exposure)[]
const TEXTS = ['impressionId', 'user', 'session', 'conversation'] as const satisfies (keyof Exposure)[]

const DECIDED = 0
const SHOWN = 1
const ANSWERED = 2
const ASKED = 3
const NONE = -1
/** Room for a whole record, its relevances and an answer. */
const ENTRY_CELLS_MAX = RECORD_CELLS_MAX + 1_024
/** Sent when so full, whatever the time. */
const FULL_CELLS = 16_384

/** Cells that may wait to be heard, 32 MB: some seconds of decisions. A thread that is further ahead waits for the main thread. */
const UNHEARD_CELLS_MAX = 4_194_304
const WAITS_MS = 1_000

/**
 * @param deps.send gets, before answers go out and at the end of each turn of the event loop, an array of its own
 * @param deps.heard how many cells were taken in by whoever gets them, in shared memory; without it nobody is waited for
 */
export function createOutbox(deps: {
  readonly send: (cells: Float64Array<ArrayBuffer>) => void
  readonly heard?: Int32Array | undefined
}): Outbox {
  const { send, heard } = deps
  const cells = new Float64Array(FULL_CELLS + ENTRY_CELLS_MAX)
  let end = 0
  let coming: NodeJS.Immediate | undefined
  let said = 0
  const asked = new Map<string, { perSecond: number; requests: number }>() // those of one turn of the event loop

  // Counts go round and round; a difference does not.
  const unheard = (by: Int32Array): number => (said - Atomics.load(by, 0)) | 0
  const waitForHearer = (): void => {
    while (heard !== undefined && unheard(heard) > UNHEARD_CELLS_MAX) {
      if (Atomics.wait(heard, 0, Atomics.load(heard, 0), WAITS_MS) === 'timed-out') return
    }
  }

  const flush = (): void => {
    clearImmediate(coming)
    coming = undefined
    if (asked.size > 0) writeAsked()
    if (end === 0) return
    const message = cells.slice(0, end)
    end = 0
    said = (said + message.length) | 0
    send(message)
    waitForHearer()
  }
  const writeAsked = (): void => {
    for (const [keyId, { perSecond, requests }] of asked) {
      if (end >= FULL_CELLS) break
      cells[end++] = ASKED
      cells[end++] = requests
      cells[end++] = perSecond
      end = writeText(cells, end, keyId)
    }
    asked.clear()
  }
  const begin = (): void => {
    if (end >= FULL_CELLS) flush()
    coming ??= setImmediate(flush)
  }

  return {
    noteDecision(entry, relevance) {
      begin()
      const at = end + 2
      const behind = writeRecord(cells, at, entry)
      cells[end] = DECIDED
      cells[end + 1] = behind - at
      cells[behind] = relevance.length
      cells.set(relevance, behind + 1)
      end = behind + 1 + relevance.length
    },
    noteShown(exposure) {
      begin()
      cells[end++] = SHOWN
      for (const name of NUMBERS) cells[end++] = exposure[name]
      for (const name of TEXTS) end = writeText(cells, end, exposure[name])
    },
    noteAnswer({ slots }, ms) {
      begin()
      cells[end++] = ANSWERED
      cells[end++] = ms
      cells[end++] = slots.length
      for (let i = 0; i < slots.length; i++) {
        const { format, ads, noFill } = slots[i]!
        cells[end++] = SLOT_FORMATS.indexOf(format as SlotFormat)
        cells[end++] = ads.length
        cells[end++] = noFill === undefined ? NONE : NO_FILL_REASONS.indexOf(noFill.reason)
      }
    },
    noteAsked(keyId, perSecond) {
      begin()
      const known = asked.get(keyId)
      if (known === undefined) asked.set(keyId, { perSecond, requests: 1 })
      else known.requests++
    },
    flush,
  }
}

export function readOutbox(cells: Float64Array, reader: OutboxReader): void {
  for (let at = 0; at < cells.length;) {
    if (cells[at] === DECIDED) {
      const from = at + 2
      const behind = from + cells[at + 1]!
      const ads = cells[behind]!
      at = behind + 1 + ads
      reader.decided(readServed(cells, from), cells.subarray(from, behind), cells.subarray(behind + 1, at))
    } else if (cells[at] === SHOWN) {
      const exposure: Partial<Record<keyof Exposure, number | string>> = {}
      at++
      for (const name of NUMBERS) exposure[name] = cells[at++]!
      for (const name of TEXTS) {
        exposure[name] = textAt(cells, at)
        at = behindText(cells, at)
      }
      reader.shown(exposure as unknown as Exposure)
    } else if (cells[at] === ASKED) {
      reader.asked(textAt(cells, at + 3), cells[at + 2]!, cells[at + 1]!)
      at = behindText(cells, at + 3)
    } else {
      const ms = cells[at + 1]!
      const slots = Array.from({ length: cells[at + 2]! }, (_, i): AnsweredSlot => {
        const [format, ads, reason] = [cells[at + 3 + i * 3]!, cells[at + 4 + i * 3]!, cells[at + 5 + i * 3]!]
        return {
          format: SLOT_FORMATS[format]!,
          ads: { length: ads },
          ...(reason !== NONE && { noFill: { reason: NO_FILL_REASONS[reason]! } }),
        }
      })
      at += 3 + slots.length * 3
      reader.answered(slots, ms)
    }
  }
}
