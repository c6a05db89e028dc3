// Links to pictures that the service fetches in place of whoever looks at an ad, so that no advertiser's host learns who that is.
//
//   version 1 | key id 1 | the picture's URL in ASCII | tag 16
//
// Signed, so that the service fetches nothing but the pictures of ads; and each says all, so that any process answers it, for any ad.
import { type KeyRing, TAG_BYTES } from '../base/signature.ts'
import { AD_LIMITS } from './ad.ts'

export interface ImageLinks {
  /** Where the service gives out a picture. One that it serves by itself keeps its address. */
  linkTo(imageUrl: string): string
  /** The picture's own URL; undefined where the token is damaged, forged, or of a version or key not known here. */
  read(token: string): string | undefined
}

/** How a picture was had, for those who count. */
export type ImageOutcome = 'kept' | 'fetched' | 'failed' | 'turned_away'

/** Not that of a tracking link (`link-token.ts`): a token of one kind is none of the other. */
const VERSION = 2
const URL_AT = 2
const BYTES_MAX = URL_AT + AD_LIMITS.urlChars + TAG_BYTES
export const IMAGE_TOKEN_CHARS_MAX = Math.ceil((BYTES_MAX * 4) / 3)

/** @param baseUrl the public base without a slash at its end */
export function createImageLinks({ ring, baseUrl }: { ring: KeyRing; baseUrl: string }): ImageLinks {
  const scratch = Buffer.alloc(BYTES_MAX)
  return {
    linkTo(imageUrl) {
      if (imageUrl.startsWith(`${baseUrl}/`)) return imageUrl
      scratch[0] = VERSION
      scratch[1] = ring.signingKeyId
      const length = URL_AT + scratch.write(imageUrl, URL_AT, 'latin1')
      ring.sign(scratch, length)
      return `${baseUrl}/img/${scratch.toString('base64url', 0, length + TAG_BYTES)}`
    },
    read(token) {
      if (token.length > IMAGE_TOKEN_CHARS_MAX) return undefined
      const bytes = Buffer.from(token, 'base64url')
      const end = bytes.length - TAG_BYTES
      if (end <= URL_AT || bytes[0] !== VERSION || bytes.toString('base64url') !== token) return undefined
      if (!ring.verify(bytes[1]!, bytes.subarray(0, end), bytes.subarray(end))) return undefined
      return bytes.toString('latin1', URL_AT, end)
    },
  }
}
