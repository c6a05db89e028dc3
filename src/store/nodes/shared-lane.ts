// The lane of a process that is one of several over one database: to its own thread while it is the one that writes, else to the process
// that is. Where that one goes, another takes its place, and calls wait for it a moment.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NodeAddress } from '../../base/node-address.ts'
import { ServiceError } from '../../domain/errors.ts'
import { sessionName } from '../postgres/place.ts'
import { createCalls, GoneError, type Given, type Lane, type Outcome, tooMuchError } from '../sql/calls.ts'
import { TakenError } from '../sql/faults.ts'
import { openLane } from '../sql/lane.ts'
import { WRITES } from '../sql/operation-kinds.ts'
import type { OperationName } from '../sql/operations.ts'
import type { FromThread, ToThread } from '../sql/protocol.ts'
import { WRITER_PLACE } from '../sql/settings.ts'
import { addressTowards } from './address.ts'
import { type Host, openHost } from './host.ts'
import { openLine, SilentError } from './line.ts'

export interface SharedLane extends Lane {
  /** Whether this process is the one that writes. */
  isWriter(): boolean
  /** Whether another process has used the database since this one did. */
  wasShared(): boolean
  /** From now on others may come; where they cannot yet, `onPlace` is told why, and it is tried again. */
  admit(): Promise<void>
}

export interface SharedOptions {
  /** Of PostgreSQL. */
  readonly url: string
  readonly address: NodeAddress
  /** Beyond so many unanswered calls further ones are refused at once. */
  readonly callsMax: number
  /** What the store tells of. `revived` is also said after each change of places. */
  readonly onMessage: (message: FromThread) => void
  /** The thread of the process that writes died. */
  readonly onDeath: (reason: string) => void
  /** Called with each place that this process takes. */
  readonly onPlace: (place: PlaceTaken) => void
}

export interface PlaceTaken {
  readonly isWriter: boolean
  /** Where others reach it, once it lets them in. */
  readonly address?: string
  /** The session of one that hung, which was ended for it. */
  readonly ended?: string
  /** Why the others cannot be let in. */
  readonly trouble?: string
}

/** What the one that writes says of itself in the database. */
interface WriterPlace {
  readonly host: string
  readonly port: number
  readonly secret: string
  /** Of its session. */
  readonly session: string
  readonly protocol: number
}

interface Seat {
  readonly isWriter: boolean
  lane: Lane
  /** Of the session that writes. */
  readonly session: string
  isGone: boolean
}

/** Grows with each release whose operations a process of the one before would misread: two such do not use one database together. */
const PROTOCOL = 3
/** So long after nobody writes any more calls wait for the next; later ones are refused at once, as where the database is away. */
const HOLD_MS = 5_000
const RETRY_MS = 250
/** When nobody was found for long: each try starts a thread. */
const RETRY_LATE_MS = 1_000
/** One that writes and cannot reach the database for so long lets go of the others, who may reach it. */
const LOST_MS = 5_000
/** Until others are let in where that failed. */
const LET_IN_RETRY_MS = 5_000
/** At a start: who has the database may be starting, too. */
const START_MS = 30_000
/** One that takes a connection and says nothing so many times in a row hangs; its session is ended then. */
const SILENCES_MAX = 2
/** What was asked of one that went is asked of the next, so often in all. */
const TRIES_MAX = 3
/** Doing these twice comes to the same: events count once, and a setting is what it was set to last. */
const REPEATABLE: ReadonlySet<string> = new Set<OperationName>(['ledger.append', 'settings.write'])

/** @throws ServiceError unavailable where the database cannot be reached; conflict where who has it cannot be */
export async function openSharedLane(options: SharedOptions): Promise<SharedLane> {
  const { url, callsMax, onMessage, onPlace } = options
  let seat: Seat | undefined
  let seeking: Promise<Seat> | undefined
  let seekingSinceMs = 0
  let host: Host | undefined
  let isAdmitting = false
  let isLettingIn = false
  let isClosing = false
  let wasShared = false
  let held = 0 // calls that wait for another process, or for there to be one
  seat = await findSeat({ untilMs: performance.now() + START_MS })
  onPlace({ isWriter: seat.isWriter })

  return {
    call: (operation, args, onProgress) =>
      seat?.isWriter ? seat.lane.call(operation, args, onProgress) : callElsewhere(operation, args, onProgress),
    waiting: () => (seat?.isWriter ? seat.lane.waiting() : held),
    isWriter: () => seat?.isWriter === true && !seat.isGone,
    wasShared: () => wasShared,
    async admit() {
      isAdmitting = true
      if (seat?.isWriter) await letIn(seat)
    },
    async close() {
      isClosing = true
      // What others asked for before is done in any case; without an answer they would ask for it again.
      await host?.finish()
      await seat?.lane.close()
      await seeking?.then(({ lane }) => lane.close()).catch(() => {})
    },
  }

  async function callElsewhere<N extends OperationName>(
    operation: N,
    ...rest: [args: Given<N>, onProgress?: (share: number) => void]
  ): Promise<Outcome<N>> {
    if (held >= callsMax) throw tooMuchError()
    held++
    try {
      const mayRepeat = !WRITES.has(operation) || REPEATABLE.has(operation)
      for (let tries = mayRepeat ? TRIES_MAX : 1; ; tries--) {
        const current = seat ?? (await soon(seek(), seekingSinceMs + HOLD_MS))
        try {
          return await current.lane.call(operation, ...rest)
        } catch (error) {
          if (!(error instanceof GoneError) || tries === 1 || isClosing) throw error
        }
      }
    } finally {
      held--
    }
  }

  /** Looks for another seat, once for all who wait. */
  function seek(): Promise<Seat> {
    if (seeking !== undefined) return seeking
    seekingSinceMs = performance.now()
    seeking = findSeat({})
      .then((found) => {
        seat = found
        onPlace({ isWriter: found.isWriter })
        if (isAdmitting && found.isWriter) void letIn(found)
        onMessage({ revived: true })
        return found
      })
      .finally(() => {
        seeking = undefined
      })
    seeking.catch(() => {})
    return seeking
  }

  function leave(left: Seat): void {
    left.isGone = true
    if (seat !== left) return
    seat = undefined
    shutOut()
    if (!isClosing) void seek()
  }

  async function findSeat({ untilMs }: { untilMs?: number }): Promise<Seat> {
    let silent: { session: string; times: number } | undefined
    const beganMs = performance.now()
    for (;;) {
      if (isClosing) throw new GoneError('it was closed')
      let why: unknown
      try {
        const evict = silent && silent.times >= SILENCES_MAX ? silent.session : undefined
        const ours = await sitDown(evict)
        if (evict !== undefined) onPlace({ isWriter: true, ended: evict })
        return ours
      } catch (error) {
        why = error
      }
      const isTaken = why instanceof ServiceError && why.code === 'conflict'
      if (isTaken) {
        const place = placeOfWriter(why)
        if (place) {
          try {
            return await join(place)
          } catch (error) {
            const times = silent?.session === place.session ? silent.times : 0
            silent = error instanceof SilentError ? { session: place.session, times: times + 1 } : undefined
            why = new ServiceError('conflict', `${(why as Error).message} ${unreached(place, error)}`)
          }
        }
      }
      const isLate = performance.now() - beganMs > HOLD_MS
      // That one process takes the place of another need not be told; that none can be asked for long must be.
      if (untilMs === undefined && (!isTaken || isLate)) onMessage({ lost: (why as Error).message })
      if (untilMs !== undefined && (!isTaken || performance.now() > untilMs)) throw why
      await sleep(isLate ? RETRY_LATE_MS : RETRY_MS)
    }
  }

  /** Takes the place of the one that writes. @throws ServiceError conflict where somebody has it */
  async function sitDown(evict: string | undefined): Promise<Seat> {
    const session = sessionName()
    const ours: Seat = { isWriter: true, session, lane: CLOSED, isGone: false }
    let lost: NodeJS.Timeout | undefined
    ours.lane = await openLane({
      settings: { role: 'write', database: { kind: 'postgres', url, hold: { name: session, evict } } },
      callsMax,
      onMessage(message) {
        if (message.taken) {
          void ours.lane.close()
          return leave(ours)
        }
        // Others may write where this one cannot, once its session has let go of the database.
        if (message.stopped !== undefined) {
          ours.isGone = true
          shutOut()
          void ours.lane.close()
        } else if (message.lost !== undefined) lost ??= setTimeout(shutOut, LOST_MS).unref()
        else if (lost !== undefined) {
          clearTimeout(lost)
          lost = undefined
          if (isAdmitting) void letIn(ours)
        }
        host?.tell(message)
        onMessage(message)
      },
      onDeath(reason) {
        ours.isGone = true
        shutOut()
        options.onDeath(reason)
      },
    })
    return demandThere(ours)
  }

  function shutOut(): void {
    host?.close()
    host = undefined
  }

  async function letIn(ours: Seat, isAgain = false): Promise<void> {
    if (host !== undefined || isLettingIn || seat !== ours || ours.isGone || isClosing) return
    isLettingIn = true
    const { lane, session } = ours
    let opened: Host | undefined
    const secret = randomBytes(32).toString('hex')
    const address = options.address.host ?? (await addressTowards(url))
    try {
      // An address that was given may stand before another, as a container's does.
      const own = options.address.host === undefined ? address : undefined
      opened = await openHost({ host: own, port: options.address.port, secret }, lane, () => (wasShared = true))
      if (seat !== ours || ours.isGone || isClosing) return opened.close()
      host = opened
      const place = { host: address, port: opened.port, secret, session, protocol: PROTOCOL } satisfies WriterPlace
      await lane.call('settings.write', [WRITER_PLACE, JSON.stringify(place)])
      onPlace({ isWriter: true, address: textOf({ host: address, port: opened.port }) })
    } catch (error) {
      opened?.close()
      if (host === opened) host = undefined
      if (!isAgain) onPlace({ isWriter: true, trouble: (error as Error).message })
      setTimeout(() => void letIn(ours, true), LET_IN_RETRY_MS).unref()
    } finally {
      isLettingIn = false
    }
  }

  /** @throws Error where the one that writes cannot be reached; SilentError where it does not answer */
  async function join(place: WriterPlace): Promise<Seat> {
    if (place.protocol !== PROTOCOL) throw new Error('it is of another release')
    wasShared = true
    const calls = createCalls({ callsMax, post: (message: ToThread) => line.send(message), onMessage })
    const close = async () => {
      calls.end('it was closed')
      line.close()
    }
    const ours: Seat = { isWriter: false, session: place.session, lane: { ...calls, close }, isGone: false }
    const line = await openLine(place, {
      onMessage: calls.receive as (message: never) => void,
      onEnd(reason) {
        calls.end(reason)
        leave(ours)
      },
    })
    return demandThere(ours)
  }
}

/** @throws GoneError where it was lost again in the moment in which it was found */
function demandThere(found: Seat): Seat {
  if (found.isGone) throw new GoneError('it went at once')
  return found
}

/** For the moment before there is one. */
const CLOSED: Lane = {
  call: () => Promise.reject(new GoneError('it is not open yet')),
  waiting: () => 0,
  close: async () => {},
}

function placeOfWriter(why: unknown): WriterPlace | undefined {
  const text = why instanceof TakenError ? why.writerPlace : undefined
  return text === undefined ? undefined : (JSON.parse(text) as WriterPlace)
}

function unreached(place: WriterPlace, error: unknown): string {
  return `It cannot be reached at ${textOf(place)} either (${(error as Error).message}); ASIDE_NODE_ADDRESS says where it can.`
}

function textOf({ host, port }: Pick<WriterPlace, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** @throws ServiceError unavailable where nobody writes for too long */
async function soon(seat: Promise<Seat>, untilMs: number): Promise<Seat> {
  const late = new AbortController()
  const timeout = sleep(Math.max(0, untilMs - performance.now()), undefined, { signal: late.signal }).then(() => {
    throw new GoneError('no process writes to the database at the moment')
  })
  timeout.catch(() => {})
  try {
    return await Promise.race([seat, timeout])
  } finally {
    late.abort()
  }
}
