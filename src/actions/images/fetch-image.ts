// Fetches the picture of an ad from its advertiser's host: from a public one alone (`public-hosts.ts`), within bounds of size and
// time, and without a word about who looks at it.
import type { IncomingMessage } from 'node:http'
import { getPublic, UrlFault } from '../get-public.ts'
import type { HostGuard, ResolveName } from '../public-hosts.ts'

export interface Image {
  /** One of those that browsers draw, told by its first bytes, whatever the host calls it. */
  readonly type: string
  readonly bytes: Buffer
}

/** @throws ImageFault in a sentence */
export type FetchImage = (url: string) => Promise<Image>

export class ImageFault extends Error {
  /** Whether there is no picture to be had, as far as anybody can say; else the host may be better another time. */
  readonly isGone: boolean

  constructor(message: string, { isGone, cause }: { isGone: boolean; cause?: unknown }) {
    super(message, { cause })
    this.isGone = isGone
  }
}

export interface FetchImageOptions {
  /** For closed networks: hosts whose addresses are not public. */
  readonly allowPrivate: boolean
  readonly timeoutMs?: number
  readonly resolve?: ResolveName
  /** Certificates to trust in place of the system's. */
  readonly ca?: string
}

const TIMEOUT_MS = 5_000
/** Ten times a picture of a card as it should be. */
export const IMAGE_BYTES_MAX = 2 * 1024 * 1024
/** In which it may come. A host that sends it byte by byte would keep the process busy with nothing else. */
const PIECES_MAX = 16 * 1024
const LIFTED = 'where pictures stand in a closed network, the operator sets ASIDE_IMAGES=relay-private'
const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Aside-Images/1' }

export function createFetchImage(options: FetchImageOptions): FetchImage {
  const { allowPrivate, timeoutMs = TIMEOUT_MS, resolve, ca } = options
  const guard: HostGuard = { allowPrivate, lifted: LIFTED }
  return async (text) => {
    const signal = AbortSignal.timeout(timeoutMs)
    let host = URL.parse(text)?.hostname ?? text
    try {
      const { response, url } = await getPublic(text, { guard, resolve, headers: HEADERS, signal, ca })
      host = url.hostname
      return await imageIn(response, url)
    } catch (error) {
      throw faultOf(error, host, signal.aborted ? timeoutMs : undefined)
    }
  }
}

/** Answers that say that there is nothing, and will not be. */
const GONE = new Set([400, 401, 403, 404, 405, 406, 410, 414, 451])

async function imageIn(response: IncomingMessage, { hostname }: URL): Promise<Image> {
  const { statusCode = 0, headers } = response
  const no = (what: string, isGone = true): ImageFault => {
    response.destroy()
    return new ImageFault(`${hostname} answered ${what}`, { isGone })
  }
  if (statusCode !== 200) throw no(String(statusCode), GONE.has(statusCode))
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw no('with packed bytes')
  const chunks: Buffer[] = []
  let length = 0
  await new Promise<void>((done, fail) => {
    response.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > IMAGE_BYTES_MAX) fail(no(`with a picture of more than ${IMAGE_BYTES_MAX / 1024 / 1024} MiB`))
      else if (chunks.push(chunk) > PIECES_MAX) fail(no('in too many pieces'))
    })
    response.on('end', done)
    response.on('error', fail)
    response.on('close', () => fail(new Error('the connection ended before the picture did')))
  })
  // Not in a pool of which others have a part: all of it would be kept for as long as the picture is.
  const bytes = Buffer.allocUnsafeSlow(length)
  let end = 0
  for (const chunk of chunks) end += chunk.copy(bytes, end)
  const type = typeOf(bytes, headers['content-type'] ?? '')
  if (type === undefined) throw no('with what is no PNG, JPEG, GIF, WebP, AVIF or SVG')
  return { type, bytes }
}

/** By the signatures of https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern; SVG is text, and has none. */
function typeOf(bytes: Buffer, declared: string): string | undefined {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  if (/^[^]{4}ftypavi[fs]$/.test(head)) return 'image/avif'
  return /^image\/svg\+xml\b/i.test(declared) ? 'image/svg+xml' : undefined
}

/** @param lateMs the time that was given, where it is over */
function faultOf(error: unknown, hostname: string, lateMs: number | undefined): ImageFault {
  if (error instanceof ImageFault) return error
  if (error instanceof UrlFault)
    return new ImageFault(`The picture's URL ${error.message}`, { isGone: true, cause: error })
  if (lateMs !== undefined) {
    return new ImageFault(`${hostname} gave no picture within ${lateMs / 1_000} s`, { isGone: false, cause: error })
  }
  return new ImageFault(`${hostname}: ${(error as Error).message}`, { isGone: false, cause: error })
}
