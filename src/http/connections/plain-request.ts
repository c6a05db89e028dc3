// Reads the heads of requests that are written plainly, above all of the one that nearly every connection sends.
import { REQUEST_LIMITS } from '../../domain/ad-request.ts'
import { ADS_REQUEST_PATH, type AdsRequestHeaders } from '../ads-request-steps.ts'

/** The head of a plain request, and where its body stands. */
export interface PlainHead {
  /** Whether it is `POST /api/v1/ads/request`. */
  readonly asksForAds: boolean
  /** The fields that decide anything about such a request, by lower-case name; the others are left out. */
  readonly headers: AdsRequestHeaders
  readonly bodyAt: number
  readonly bodyBytes: number
}

/**
 * Reads the heads of one connection, each as `readPlainHead` does. Those of ad requests are mostly like the one before but for the
 * length of the body, and are not read again then.
 * @param alsoReads see `AdsRequestSteps`
 */
export function createHeadReader(alsoReads: readonly string[] = []): (bytes: Buffer) => PlainHead | undefined {
  let last: PlainHead | undefined
  let before = ''
  let behind = ''
  let others = 0 // heads that were not alike, as where each names a trace of its own

  // Undefined where anything but the digits of the length is different.
  const readAlike = (bytes: Buffer): PlainHead | undefined => {
    if (last === undefined || bytes.length < last.bodyAt) return undefined
    // As many digits as in the one before, one less, or one more.
    const text = bytes.toString('latin1', 0, last.bodyAt + 1)
    const from = before.length
    const end = text.indexOf('\r', from)
    if (end <= from || end - from > LENGTH_DIGITS_MAX || !text.startsWith(before)) return undefined
    if (!text.startsWith(behind, end) || end + behind.length - HEAD_END.length > HEAD_BYTES_MAX) return undefined
    let bodyBytes = 0
    for (let at = from; at < end; at++) {
      const digit = text.charCodeAt(at) - 0x30
      if (digit < 0 || digit > 9) return undefined
      bodyBytes = bodyBytes * 10 + digit
    }
    if (bodyBytes > REQUEST_LIMITS.bodyBytes) return undefined
    return { asksForAds: true, headers: last.headers, bodyAt: end + behind.length, bodyBytes }
  }

  return (bytes) => {
    const alike = readAlike(bytes)
    if (alike) return alike
    const head = readPlainHead(bytes, alsoReads)
    last = head?.asksForAds && others++ < OTHERS_MAX ? head : undefined
    if (last === undefined) return head
    const text = bytes.toString('latin1', 0, last.bodyAt)
    const from = LENGTH_FIELD.exec(text)!.index
    const end = text.indexOf('\r', from)
    before = text.slice(0, from)
    behind = text.slice(end)
    return head
  }
}

const OTHERS_MAX = 8
/** Where the digits of the length begin. */
const LENGTH_FIELD = /(?<=\r\ncontent-length:[\t ]*)\d/i

/**
 * Reads the head of a request over HTTP/1.1 with each field that says where it ends once, in its plainest form (RFC 9112), and a body as
 * large as an ad request's at most. Undefined for everything else, be it a form that leaves room for doubt, a head that is not all there, or
 * no HTTP at all: that is for a full parser to judge, from the first byte on. What is read here, every parser reads in the same way.
 */
export function readPlainHead(bytes: Buffer, alsoReads: readonly string[] = []): PlainHead | undefined {
  const asksForAds =
    bytes.length >= ADS_REQUEST.length && bytes.toString('latin1', 0, ADS_REQUEST.length) === ADS_REQUEST
  const from = asksForAds ? ADS_REQUEST.length : endOfRequestLine(bytes)
  if (from === 0) return undefined
  const end = bytes.indexOf(HEAD_END, from - 2)
  if (end < 0 || end > HEAD_BYTES_MAX) return undefined
  const fields = bytes.toString('latin1', from, end + 2)
  if (!WELL_FORMED.test(fields)) return undefined
  const read = readFields(fields, alsoReads)
  // An ad request without a length is one for the full parser to refuse; others may have no body.
  if (!read || (asksForAds && read.bodyBytes === undefined)) return undefined
  return { asksForAds, headers: read.headers, bodyAt: end + HEAD_END.length, bodyBytes: read.bodyBytes ?? 0 }
}

/** Where the line behind it begins; 0 where there is no plain request line. */
function endOfRequestLine(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n')
  return end > 0 && end <= LINE_BYTES_MAX && REQUEST_LINE.test(bytes.toString('latin1', 0, end)) ? end + 2 : 0
}

/** Whether the bytes begin as a plain request does, of which all may not be there. */
export function beginsPlainly(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 'OPTIONS /'.length)
  return METHODS.some((method) => text.startsWith(`${method} /`) || `${method} /`.startsWith(text))
}

const ADS_REQUEST = `POST ${ADS_REQUEST_PATH} HTTP/1.1\r\n`
/** Their answers say themselves how long they are. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const REQUEST_LINE = new RegExp(`^(?:${METHODS.join('|')}) /[\\x21-\\x7e]* HTTP/1\\.1$`)
const LINE_BYTES_MAX = 4 * 1024
export const HEAD_END = '\r\n\r\n'
const HEAD_BYTES_MAX = 8 * 1024

const LENGTH_DIGITS_MAX = 6
const LENGTH = new RegExp(`^\\d{1,${LENGTH_DIGITS_MAX}}$`)

/** Whole lines of a token, a colon right behind it, and a value of ASCII without control characters. */
const WELL_FORMED = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e]*\r\n)*$/

function readFields(
  fields: string,
  alsoReads: readonly string[],
): { headers: AdsRequestHeaders; bodyBytes: number | undefined } | undefined {
  const headers: { -readonly [name in keyof AdsRequestHeaders]: string } = {}
  let bodyBytes: number | undefined
  let hosts = 0
  for (let at = 0; at < fields.length;) {
    const colon = fields.indexOf(':', at)
    const end = fields.indexOf('\r\n', colon)
    const name = fields.slice(at, colon).toLowerCase()
    switch (name) {
      case 'host':
        hosts++
        break
      case 'content-length': {
        const length = fields.slice(colon + 1, end).trim()
        if (bodyBytes !== undefined || !LENGTH.test(length)) return undefined
        bodyBytes = Number(length)
        break
      }
      // Each by itself: a name that was cut out of the head is looked up slowly.
      case 'authorization':
        if (headers.authorization !== undefined) return undefined
        headers.authorization = fields.slice(colon + 1, end).trim()
        break
      case 'x-api-key':
        if (headers['x-api-key'] !== undefined) return undefined
        headers['x-api-key'] = fields.slice(colon + 1, end).trim()
        break
      case 'origin':
        if (headers.origin !== undefined) return undefined
        headers.origin = fields.slice(colon + 1, end).trim()
        break
      case 'sec-gpc':
        if (headers['sec-gpc'] !== undefined) return undefined
        headers['sec-gpc'] = fields.slice(colon + 1, end).trim()
        break
      case 'content-type':
        if (headers['content-type'] !== undefined) return undefined
        headers['content-type'] = fields.slice(colon + 1, end).trim()
        break
      case 'content-encoding':
        if (headers['content-encoding'] !== undefined) return undefined
        headers['content-encoding'] = fields.slice(colon + 1, end).trim()
        break
      case 'connection':
        if (!/^keep-alive$/i.test(fields.slice(colon + 1, end).trim())) return undefined
        break
      case 'transfer-encoding':
      case 'trailer':
      case 'te':
      case 'expect':
      case 'upgrade':
      case 'http2-settings':
        return undefined
      default:
        if (alsoReads.length === 0 || !alsoReads.includes(name)) break
        if (headers[name] !== undefined) return undefined
        headers[name] = fields.slice(colon + 1, end).trim()
    }
    at = end + 2
  }
  if (hosts !== 1 || (bodyBytes ?? 0) > REQUEST_LIMITS.bodyBytes) return undefined
  return { headers, bodyBytes }
}
