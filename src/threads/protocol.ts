// What the main thread and a decision thread say to each other.
import type { RoomMemory } from '../base/open-files.ts'
import type { SigningKey } from '../base/signature.ts'
import type { TrafficRule } from '../domain/traffic-rule.ts'
import type { Edition } from '../engine/catalog-editions.ts'
import type { ExposureMemory } from '../engine/exposures/exposure-memory.ts'
import type { RateState } from '../engine/learn/rate-model.ts'
import type { WordVectorsMemory } from '../engine/match/word-vectors.ts'
import type { BoardMemory } from '../engine/pacing/board.ts'
import type { FrequencyMemory } from '../engine/text/word-frequency.ts'
import type { InventoryChange } from '../store/contract.ts'

/** Given to a thread when it starts. */
export interface ThreadSettings<Config, Door> {
  readonly config: Config
  /** Where the service's clock began, where it runs faster than real time. */
  readonly clockEpochMs: number | undefined
  readonly secrets: {
    readonly pepper: string
    readonly userHashKey: Uint8Array
    readonly signingKeys: readonly SigningKey[]
    readonly adminKeyHash: string
  }
  /** What words mean and how common they are. */
  readonly words: { readonly vectors: WordVectorsMemory; readonly frequencies: FrequencyMemory }
  readonly exposures: ExposureMemory
  /** What people asked to see no more. */
  readonly dismissals: SharedArrayBuffer
  /** Undefined: no rate limits. */
  readonly dueTimes: SharedArrayBuffer | undefined
  /** Its one cell is above zero once the store writes no more. */
  readonly storeStopped: Int32Array
  /** Where to hand over connections that are not for this thread. */
  readonly door: Door
  /** Whether it tells which keys asked, for other processes. */
  readonly tellsAsked: boolean
  /** Cells of the thread's outbox that the main thread took in; given to each thread by `keepThreads`. */
  readonly heard: Int32Array
  /** For connections; given to each thread by `keepThreads`. */
  readonly room: RoomMemory
}

/** What is new since the last one; the first holds all there is. Taken in whole, between two requests. */
export interface News {
  readonly number: number
  readonly board?: BoardMemory
  readonly rates?: RateState
  /** Of publishers, advertisers, campaigns and keys. */
  readonly changes?: readonly InventoryChange[]
  readonly edition?: Edition
  readonly trafficRules?: readonly TrafficRule[]
}

export type ToDecisionThread = { readonly news: News } | { readonly listen: true } | { readonly close: true }

export interface FromDecisionThread {
  /** It listens. */
  readonly ready?: true
  /** Why it could not start. */
  readonly failed?: string
  /** Number of the last news that it decides by. */
  readonly knows?: number
  /** Entries of its outbox. */
  readonly decided?: Float64Array
  /** A key was let in, for the first time in an hour. */
  readonly used?: readonly [keyNumber: number, hourMs: number]
}
