// Gives out the pictures of ads in place of their hosts, from memory where it has them.
import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { ImageLinks, ImageOutcome } from '../../domain/image-link.ts'
import { type FetchImage, type Image, ImageFault } from './fetch-image.ts'

interface TaggedImage extends Image {
  /** Strong, with its quotes. */
  readonly etag: string
}

export interface RelayedImage extends TaggedImage {
  /** Until its host is to be asked again, so long others may keep it too. */
  readonly freshMs: number
}

/**
 * @throws ServiceError not_found where the link is none of ours, or there is no such picture;
 *   unavailable where its host gives none now, or too many are being fetched
 */
export type RelayImage = (token: string) => Promise<RelayedImage>

export interface RelayImageDeps {
  readonly links: ImageLinks
  readonly fetchImage: FetchImage
  readonly monotonicMs: () => number
  readonly onOutcome?: (outcome: ImageOutcome) => void
  /** Default: KEPT_BYTES_MAX. */
  readonly keptBytesMax?: number
}

/** So long a picture is given out before its host is asked again. */
const FRESH_MS = 24 * HOUR_MS
/** And so long one that could not be had is not asked for again. */
const FAILED_MS = MINUTE_MS
const KEPT_BYTES_MAX = 32 * 1024 * 1024
/** What an entry takes besides its picture: its URL, and some objects. */
const ENTRY_BYTES = 3 * 1024
/** Each of up to 2 MiB. */
const FETCHES_MAX = 64
/** Of these, from one host, so that a slow one holds up no other's. */
const FETCHES_OF_HOST_MAX = 32

interface Kept {
  readonly untilMs: number
  readonly image?: TaggedImage
  readonly fault?: ImageFault
}

export function createRelayImage(deps: RelayImageDeps): RelayImage {
  const { links, fetchImage, monotonicMs, onOutcome, keptBytesMax = KEPT_BYTES_MAX } = deps
  const kept = new Map<string, Kept>() // what was asked for last stands last
  let keptBytes = 0
  const underWay = new Map<string, Promise<RelayedImage>>() // bounded by FETCHES_MAX
  const ofHosts = new Map<string, number>()

  const drop = (url: string): void => {
    const entry = kept.get(url)
    if (entry && kept.delete(url)) keptBytes -= bytesOf(entry)
  }
  const keep = (url: string, entry: Kept): void => {
    drop(url)
    kept.set(url, entry)
    keptBytes += bytesOf(entry)
    for (const oldest of kept.keys()) {
      if (keptBytes <= keptBytesMax) break
      drop(oldest)
    }
  }

  const fetchAndKeep = async (url: string, known: TaggedImage | undefined): Promise<RelayedImage> => {
    try {
      const image = withTag(await fetchImage(url))
      keep(url, { image, untilMs: monotonicMs() + FRESH_MS })
      onOutcome?.('fetched')
      return { ...image, freshMs: FRESH_MS }
    } catch (error) {
      onOutcome?.('failed')
      if (!(error instanceof ImageFault)) throw error
      // A picture that was there a day ago is better than none.
      const image = error.isGone ? undefined : known
      keep(url, { ...(image ? { image } : { fault: error }), untilMs: monotonicMs() + FAILED_MS })
      if (image) return { ...image, freshMs: FAILED_MS }
      throw answerOf(error)
    }
  }

  return async (token) => {
    const url = links.read(token)
    if (url === undefined) throw new ServiceError('not_found', 'There is no picture behind this link')
    const entry = kept.get(url)
    const freshMs = entry ? entry.untilMs - monotonicMs() : 0
    if (entry && freshMs > 0) {
      kept.delete(url)
      kept.set(url, entry)
      onOutcome?.('kept')
      if (entry.image) return { ...entry.image, freshMs }
      throw answerOf(entry.fault!)
    }
    const coming = underWay.get(url)
    if (coming) return coming
    const { host } = new URL(url)
    const ofHost = ofHosts.get(host) ?? 0
    if (underWay.size >= FETCHES_MAX || ofHost >= FETCHES_OF_HOST_MAX) {
      onOutcome?.('turned_away')
      if (entry?.image) return { ...entry.image, freshMs: 0 }
      throw new ServiceError('unavailable', 'Too many pictures are being fetched; ask again', { retryAfterSeconds: 1 })
    }
    ofHosts.set(host, ofHost + 1)
    const fetching = fetchAndKeep(url, entry?.image).finally(() => {
      underWay.delete(url)
      const left = ofHosts.get(host)! - 1
      if (left === 0) ofHosts.delete(host)
      else ofHosts.set(host, left)
    })
    underWay.set(url, fetching)
    return fetching
  }
}

const bytesOf = ({ image }: Kept): number => ENTRY_BYTES + (image?.bytes.length ?? 0)

function withTag({ type, bytes }: Image): TaggedImage {
  return { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

function answerOf({ message, isGone }: ImageFault): ServiceError {
  return isGone
    ? new ServiceError('not_found', message)
    : new ServiceError('unavailable', message, { retryAfterSeconds: FAILED_MS / 1_000 })
}
