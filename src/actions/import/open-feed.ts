// Opens the file of a feed at its advertiser's host: from a public one alone (`public-hosts.ts`), packed or not, as it comes.
import type { IncomingMessage } from 'node:http'
import { pipeline, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { realClock } from '../../base/clock.ts'
import { charsetOf, mediaTypeOf } from '../../base/content-type.ts'
import { FETCH_MAX_MS } from '../../domain/feed.ts'
import type { ImportFormat } from '../../domain/import-format.ts'
import { cutText } from '../../domain/said-text.ts'
import { getPublic, UrlFault } from '../get-public.ts'
import { IMPORT_TYPES } from './load-import-reader.ts'
import type { ResolveName } from '../public-hosts.ts'

export interface FeedFile {
  /** As its content type or its name tells; undefined where neither does. */
  readonly format: ImportFormat | undefined
  readonly charset: string | undefined
  /** Unpacked. Throws `FeedFault` where it breaks off, is no good pack, or has no end. */
  readonly body: AsyncIterable<Uint8Array>
  /** Lets go of the connection, whatever is left to read. */
  close(): void
}

/** @throws FeedFault in a sentence */
export type OpenFeed = (url: string, stop: AbortSignal) => Promise<FeedFile>

export class FeedFault extends Error {}

export interface OpenFeedOptions {
  /** For closed networks: http, and hosts whose addresses are not public. */
  readonly allowPrivate: boolean
  readonly resolve?: ResolveName
  /** Default: SILENT_MS. */
  readonly silentMs?: number
  /** Default: FEED_BYTES_MAX. */
  readonly bytesMax?: number
  /** Default: SLOW_AFTER_MS. */
  readonly slowAfterMs?: number
}

/** A host that says nothing for so long is given up. */
const SILENT_MS = 60_000
/** Of a million ads, a few times over. */
const FEED_BYTES_MAX = 4 * 1024 ** 3
/** From then on a host sends so much a second on average, or is given up: it would keep a place that others wait for. */
const SLOW_AFTER_MS = 60_000
const BYTES_A_SECOND_MIN = 1_024
/** Feeds are packed to a tenth or a fiftieth. What becomes more than this of so many bytes is no feed, and would keep the process busy. */
const UNPACKED_TIMES_MAX = 200
const UNPACKED_FREE_BYTES = 16 * 1024 ** 2
export const FEED_LIFTED = 'where feeds stand in a closed network, the operator sets ASIDE_WEBHOOK_PRIVATE=on'
/** Each piece costs about the same, however small, and a host chooses how small: so many small ones are taken, and then it rests. */
const SMALL_BYTES = 1_024
const SMALL_AT_ONCE = 500
const REST_MS = 25
/** Less than this waits a moment for more. */
const PORTION_BYTES = 4_096
const PORTION_WAIT_MS = 20
/** What the system says may quote the host, such as all names of a certificate. */
const WORDS_CHARS_MAX = 300
const HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, identity', 'user-agent': 'Aside-Feeds/1' }

export function createOpenFeed(options: OpenFeedOptions): OpenFeed {
  const {
    allowPrivate,
    resolve,
    silentMs = SILENT_MS,
    bytesMax = FEED_BYTES_MAX,
    slowAfterMs = SLOW_AFTER_MS,
  } = options
  const way = { guard: { allowPrivate, lifted: FEED_LIFTED }, resolve, headers: HEADERS }
  return async (text, stop) => {
    const late = AbortSignal.timeout(FETCH_MAX_MS)
    const signal = AbortSignal.any([stop, late])
    const faultOf = (host: string, error: unknown): FeedFault => {
      if (error instanceof FeedFault) return error
      if (error instanceof UrlFault) return new FeedFault(`The feed's URL ${error.message}`, { cause: error })
      const why = late.aborted ? `the file was not there within ${FETCH_MAX_MS / 60_000} minutes` : wordsOf(error)
      return new FeedFault(`${host}: ${why}`, { cause: error })
    }
    try {
      const { response, url } = await getPublic(text, { ...way, signal, silentMs })
      const { statusCode, headers } = response
      if (statusCode !== 200) {
        response.destroy()
        throw new FeedFault(`${url.hostname} answered ${statusCode}`)
      }
      const type = headers['content-type'] ?? ''
      return {
        format: IMPORT_TYPES[mediaTypeOf(type)] ?? formatOf(url.pathname),
        charset: charsetOf(type),
        close: () => void response.destroy(),
        body: bodyOf(response, { bytesMax, slowAfterMs, signal, faultOf: (error) => faultOf(url.hostname, error) }),
      }
    } catch (error) {
      throw faultOf(URL.parse(text)?.hostname ?? text, error)
    }
  }
}

const ENDINGS: Readonly<Record<string, ImportFormat>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
  tsv: 'merchant-tsv',
  txt: 'merchant-tsv',
  xml: 'merchant-xml',
  rss: 'merchant-xml',
  atom: 'merchant-xml',
}

function formatOf(path: string): ImportFormat | undefined {
  return ENDINGS[/\.(\w+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? '']
}

interface Reading {
  readonly bytesMax: number
  readonly slowAfterMs: number
  readonly signal: AbortSignal
  readonly faultOf: (error: unknown) => FeedFault
}

async function* bodyOf(response: IncomingMessage, reading: Reading): AsyncGenerator<Uint8Array> {
  const { bytesMax, slowAfterMs, signal, faultOf } = reading
  const meter = createMeter(slowAfterMs)
  let bytes = 0
  try {
    for await (const chunk of unpacked(response, meter)) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new FeedFault(`The file has more than ${Math.round(bytesMax / 1024 ** 2)} MiB`)
      if (bytes > UNPACKED_FREE_BYTES + UNPACKED_TIMES_MAX * meter.bytes()) {
        throw new FeedFault(`The file becomes more than ${UNPACKED_TIMES_MAX} times as large where it is unpacked`)
      }
      signal.throwIfAborted() // what is unpacked may have come before
      yield chunk
    }
  } catch (error) {
    throw faultOf(error)
  }
}

/** Packed is what begins so, whatever the headers say: a file `feed.xml.gz` is sent with and without them. */
async function* unpacked(response: IncomingMessage, meter: Meter): AsyncGenerator<Uint8Array> {
  const pieces = paced()
  pipeline(response, pieces, () => {})
  const chunks = inPortions(pieces, meter)
  const head: Buffer[] = []
  for (let length = 0; length < 2;) {
    const { done, value } = await chunks.next()
    if (done) break
    head.push(value)
    length += value.length
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* head
    yield* chunks
  }
  const [first = 0, second = 0] = Buffer.concat(head)
  if (first !== 0x1f || second !== 0x8b) return yield* all()
  const gunzip = createGunzip()
  pipeline(all(), gunzip, () => {}) // what goes wrong is thrown where it is read
  yield* gunzip as AsyncIterable<Buffer>
}

function paced(): Transform {
  let small = 0
  return new Transform({
    writableHighWaterMark: PORTION_BYTES,
    transform(piece: Buffer, _encoding, done) {
      if (piece.length >= SMALL_BYTES || ++small % SMALL_AT_ONCE > 0) done(null, piece)
      else setTimeout(done, REST_MS, null, piece)
    },
  })
}

interface Meter {
  /** @throws FeedFault where too little has come by now */
  add(bytes: number): void
  bytes(): number
}

function createMeter(slowAfterMs: number): Meter {
  const startedMs = realClock.monotonicMs()
  let all = 0
  return {
    add(bytes) {
      all += bytes
      const ms = realClock.monotonicMs() - startedMs
      if (ms > slowAfterMs && all < (ms / 1_000) * BYTES_A_SECOND_MIN)
        throw new FeedFault(`The host sends less than ${BYTES_A_SECOND_MIN} bytes a second`)
    },
    bytes: () => all,
  }
}

async function* inPortions(pieces: Transform, meter: Meter): AsyncGenerator<Buffer, void> {
  for await (const portion of pieces as AsyncIterable<Buffer>) {
    meter.add(portion.length)
    yield portion
    if (portion.length < PORTION_BYTES) await sleep(PORTION_WAIT_MS)
  }
}

function wordsOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND') return 'no address was found'
  if (message === 'aborted') return 'the connection broke off before the file had ended'
  if (String(code).startsWith('Z_')) return `the file is damaged: ${message}`
  return cutText(message, WORDS_CHARS_MAX)
}
