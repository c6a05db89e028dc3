// Answers the plain ad requests of one turn of the event loop together, step by step.
import { realClock } from '../../base/clock.ts'
import { STATUS_CODES } from '../../base/node-http.ts'
import { JSON_TYPE } from '../../doors/errors.ts'
import type { HeaderSink } from '../../doors/header-sink.ts'
import type { PeerSocket } from '../place-headers.ts'
import type { PlainHead } from './plain-request.ts'
import type { AdsRequestSteps } from '../ads-request-steps.ts'

/** A whole request. */
export interface Errand {
  readonly headers: PlainHead['headers']
  readonly body: Buffer
  /** Whose connection it came by. */
  readonly peer: PeerSocket
  readonly arrivedMs: number
  readonly write: (letter: Letter) => void
}

export interface Letter {
  readonly text: string
  readonly encoding: BufferEncoding
}

export interface Desk {
  take(errand: Errand): void
  /** Answers what was taken, in that order. */
  clear(): void
}

export interface DeskDeps<Parsed = unknown, Read = unknown, Decided = unknown, Served = unknown> {
  readonly steps: AdsRequestSteps<Parsed, Read, Decided, Served>
  /** How long a connection may be silent between two requests. */
  readonly keepAliveMs: number
  /** Whether answers are the last ones of their connections. */
  readonly isClosing: () => boolean
  /** Called when answers are ready and before they go out: what follows from an answer must not be known earlier than what led to it. */
  readonly beforeAnswers?: () => void
}

/** An errand under way: what each step made of it, and at the end the letter. */
interface WorkOf<Parsed, Read, Decided, Served> {
  readonly errand: Errand
  readonly answer: ReturnType<typeof createAnswer>
  parsed: Parsed | undefined
  read: Read | undefined
  decided: Decided | undefined
  served: Served | undefined
  letter: Letter | undefined
}

/**
 * What arrives in one turn is first read, then decided, then answered, each step for all of it before the next, much as Redis
 * does: what a step needs stays in the processor's caches, and a reader of answers who is awake already need not be woken.
 */
export function createDesk<Parsed, Read, Decided, Served>(deps: DeskDeps<Parsed, Read, Decided, Served>): Desk {
  type Work = WorkOf<Parsed, Read, Decided, Served>
  const { steps, keepAliveMs, isClosing, beforeAnswers } = deps
  let errands: Errand[] = []

  const passes: ((work: Work) => void)[] = [
    (work) => {
      const { body, arrivedMs, headers, peer } = work.errand
      const caller = steps.admit(work.errand, work.answer)
      work.parsed = steps.parse(caller, body, { monotonicMs: arrivedMs }, headers, peer)
    },
    (work) => {
      work.read = steps.read(work.parsed!)
    },
    (work) => {
      work.decided = steps.decide(work.read!)
    },
    (work) => {
      work.served = steps.finish(work.decided!)
    },
    (work) => {
      const { requestId, json } = steps.present(work.served!)
      work.letter = { text: work.answer.ofAds(requestId, json), encoding: 'latin1' }
    },
  ]
  const refuse = ({ errand: { headers }, answer }: Work, thrown: unknown): Letter => {
    const refusal = steps.refuse(thrown, headers, answer)
    for (const [name, value] of Object.entries(refusal.headers)) answer.setHeader(name, value)
    return { text: answer.of(refusal.status, refusal.body), encoding: 'utf8' }
  }
  const clear = (): void => {
    const taken = errands
    errands = []
    for (let from = 0; from < taken.length; from += TOGETHER_MAX) {
      const works = taken.slice(from, from + TOGETHER_MAX).map((errand): Work => ({
        errand,
        answer: createAnswer(keepAliveMs, isClosing()),
        parsed: undefined,
        read: undefined,
        decided: undefined,
        served: undefined,
        letter: undefined,
      }))
      for (const pass of passes) {
        for (const work of works) {
          if (work.letter) continue
          try {
            pass(work)
          } catch (thrown) {
            work.letter = refuse(work, thrown)
          }
        }
      }
      beforeAnswers?.()
      for (const { errand, letter } of works) errand.write(letter!)
    }
  }

  return {
    take(errand) {
      if (errands.push(errand) === 1) setImmediate(clear)
      else if (errands.length === ERRANDS_MAX) clear()
    },
    clear,
  }
}

/** So that no answer which is decided waits for more than so many others; with 8 a request takes a twentieth more. */
const TOGETHER_MAX = 32
/** So many requests may wait with their bodies for the turn to end; a body has 256 KiB at most. */
const ERRANDS_MAX = 256

/** The bytes of one answer as text; header fields are set first. */
function createAnswer(keepAliveMs: number, isLast: boolean) {
  const connection = isLast
    ? 'connection: close\r\n'
    : `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n`
  const fields: Record<string, string> = {}
  return {
    // What is set again takes the place of what was set before, as it does in node:http.
    setHeader(name: string, value: string) {
      fields[name] = value
    },
    ofAds: (requestId: string, json: string) =>
      `HTTP/1.1 200 OK\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${json.length}\r\nx-request-id: ${requestId}\r\n${linesOf(fields)}${dateLine()}${connection}\r\n${json}`,
    of: (status: number, body: string) =>
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${linesOf(fields)}${dateLine()}${connection}\r\n${body}`,
  } satisfies HeaderSink & Record<string, unknown>
}

function linesOf(fields: Record<string, string>): string {
  let lines = ''
  for (const name in fields) lines += `${name}: ${fields[name]}\r\n`
  return lines
}

let date = { second: 0, line: '' }

// Written anew each second, as node:http does.
function dateLine(): string {
  const second = Math.floor(realClock.nowMs() / 1_000)
  if (date.second !== second) date = { second, line: `date: ${new Date(second * 1_000).toUTCString()}\r\n` }
  return date.line
}
