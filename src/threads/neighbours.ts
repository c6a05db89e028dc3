// What the processes over one database tell each other besides what stands in it: decisions, what people were shown, how events were
// judged, how much keys have asked. Hints: any may be lost, and nothing is charged or refused for good by them.
//
//   message │ 16 bytes of its HMAC-SHA-256 │ 8 bytes that name the process │ kind, 4 bytes │ its number, 4 bytes │ cells of an outbox, or outcomes as JSON
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createLruMap } from '../base/lru-map.ts'
import type { RandomBytes } from '../base/random.ts'
import type { EventOutcome, LedgerEvent } from '../domain/ledger-event.ts'
import { createOutbox, type Outbox, type OutboxReader, readOutbox } from './outbox.ts'

/** What a process tells. */
export interface Neighbours {
  /** For what the main thread decides. */
  readonly outbox: Outbox
  /** Passes on what a decision thread told. */
  tellDecided(cells: Float64Array): void
  tellOutcome(event: LedgerEvent, outcome: EventOutcome): void
  /** Takes a message of the channel; says whether it was of another process that knows the secret. */
  take(bytes: Uint8Array): boolean
  /** Tells what is left. */
  flush(): void
}

export interface NeighboursDeps {
  readonly publish: (message: Uint8Array) => void
  /** All processes of an installation know it, and nobody else. */
  readonly secret: Uint8Array
  readonly randomBytes: RandomBytes
  /** What others tell. */
  readonly hear: Omit<OutboxReader, 'answered'> & { outcome(event: HeardEvent, outcome: EventOutcome): void }
}

/** What is told of an event. */
export type HeardEvent = Pick<LedgerEvent, 'kind' | 'factKey' | 'link' | 'receivedAtMs'>

/** Grows whenever what is told is laid out in another way: processes of another release then do not hear each other. */
export const HINTS_FORMAT = 1

/** What is told within so long goes in one message. */
const GATHER_MS = 50
/** Sent at once when so full; a message of a thread may come on top. */
const CELLS_MAX = 65_536
const OUTCOMES_MAX = 1_000
/** Several times what is ever told at once; what is longer was told by somebody else, and costs nobody the time to look at it. */
const MESSAGE_BYTES_MAX = 8 * 2 ** 20

const TAG_BYTES = 16
const NAME_BYTES = 8
const HEAD_BYTES = TAG_BYTES + NAME_BYTES + 8
const KIND_AT = TAG_BYTES + NAME_BYTES
const NUMBER_AT = KIND_AT + 4
const PROCESSES_MAX = 1_024
const DECIDED = 0
const OUTCOMES = 1

export function createNeighbours({ publish, secret, randomBytes, hear }: NeighboursDeps): Neighbours {
  const name = Buffer.from(randomBytes(new Uint8Array(NAME_BYTES)))
  const reader: OutboxReader = { ...hear, answered: () => {} }
  let decided: Float64Array[] = []
  let cells = 0
  let outcomes: [event: HeardEvent, outcome: EventOutcome][] = []
  let coming: NodeJS.Timeout | undefined
  let lastNumber = 0
  /** The number of the last message of each process: who can publish to the channel could send again what it has heard. */
  const lastNumbers = createLruMap<string, number>({ entriesMax: PROCESSES_MAX })

  const tagOf = (message: Uint8Array): Buffer =>
    createHmac('sha256', secret).update(message.subarray(TAG_BYTES)).digest().subarray(0, TAG_BYTES)
  const send = (kind: number, body: readonly Uint8Array[]): void => {
    const head = Buffer.alloc(HEAD_BYTES)
    name.copy(head, TAG_BYTES)
    head[KIND_AT] = kind
    head.writeUInt32LE(++lastNumber, NUMBER_AT)
    const message = Buffer.concat([head, ...body])
    tagOf(message).copy(message)
    publish(message)
  }
  const flush = (): void => {
    clearTimeout(coming)
    coming = undefined
    if (decided.length > 0) send(DECIDED, decided.map(bytesOf))
    if (outcomes.length > 0) send(OUTCOMES, [Buffer.from(JSON.stringify(outcomes, bytesAsText))])
    decided = []
    cells = 0
    outcomes = []
  }
  const gather = (isFull: boolean): void => {
    if (isFull) flush()
    else coming ??= setTimeout(flush, GATHER_MS).unref()
  }
  const tellDecided = (told: Float64Array): void => {
    decided.push(told)
    cells += told.length
    gather(cells >= CELLS_MAX)
  }

  // Nobody keeps back what a hint would have to wait for.
  const outbox = createOutbox({ send: tellDecided, heard: undefined })

  return {
    outbox,
    tellDecided,
    tellOutcome({ kind, factKey, link, receivedAtMs }, { landingUrl: _known, ...outcome }) {
      // What was said of an ad is told; the number of somebody's order is nobody's business.
      const told = kind === 'feedback' ? factKey : ''
      outcomes.push([{ kind, factKey: told, link, receivedAtMs }, outcome])
      gather(outcomes.length >= OUTCOMES_MAX)
    },
    take(bytes) {
      if (bytes.length < HEAD_BYTES || bytes.length > MESSAGE_BYTES_MAX) return false
      if (name.equals(bytes.subarray(TAG_BYTES, KIND_AT))) return false
      if (!timingSafeEqual(tagOf(bytes), bytes.subarray(0, TAG_BYTES))) return false
      // Cells lie where numbers may lie, which a piece of what was received need not.
      const message = Buffer.from(new Uint8Array(bytes).buffer)
      const [teller, number] = [message.toString('hex', TAG_BYTES, KIND_AT), message.readUInt32LE(NUMBER_AT)]
      if (number <= (lastNumbers.get(teller) ?? 0)) return false
      lastNumbers.set(teller, number)
      if (message[KIND_AT] === DECIDED) readOutbox(new Float64Array(message.buffer, HEAD_BYTES), reader)
      else {
        const told = JSON.parse(message.toString('utf8', HEAD_BYTES), textAsBytes) as typeof outcomes
        for (const [event, outcome] of told) hear.outcome(event, outcome)
      }
      return true
    },
    flush() {
      outbox.flush()
      flush()
    },
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

const BYTES: ReadonlySet<string> = new Set<keyof LedgerEvent['link']>(['decision', 'user'])

function bytesAsText(name: string, value: unknown): unknown {
  return BYTES.has(name) ? Buffer.from(value as Uint8Array).toString('hex') : value
}

function textAsBytes(name: string, value: unknown): unknown {
  return BYTES.has(name) ? Uint8Array.from(Buffer.from(value as string, 'hex')) : value
}
