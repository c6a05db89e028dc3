// Reads the head of the one request that nearly every connection sends, where it is written plainly; all others are left alone.
import { REQUEST_LIMITS } from '../domain/ad-request.ts'
import { ADS_REQUEST_PATH, type AdsRequestHeaders } from './routes/ads-request.ts'

/** The head of a plain ad request, and where its body stands. */
export interface PlainHead {
  /** The fields that decide anything, by lower-case name; the others are left out. */
  readonly headers: AdsRequestHeaders
  readonly bodyAt: number
  readonly bodyBytes: number
}

/**
 * Reads `POST /api/v1/ads/request` over HTTP/1.1 with a Content-Length, each field once and in its plainest form (RFC 9112).
 * Undefined for everything else, be it another request, a form that leaves room for doubt, or no HTTP at all: that is for
 * a full parser to judge, from the first byte on. What is read here, every parser reads in the same way.
 */
export function readPlainHead(bytes: Buffer): PlainHead | undefined {
  if (bytes.length < REQUEST_LINE.length || bytes.toString('latin1', 0, REQUEST_LINE.length) !== REQUEST_LINE)
    return undefined
  const end = bytes.indexOf(HEAD_END, REQUEST_LINE.length - 2)
  if (end < 0 || end > HEAD_BYTES_MAX) return undefined
  const fields = bytes.toString('latin1', REQUEST_LINE.length, end + 2)
  if (!WELL_FORMED.test(fields)) return undefined
  const read = readFields(fields)
  return read && { headers: read.headers, bodyAt: end + HEAD_END.length, bodyBytes: read.bodyBytes }
}

const REQUEST_LINE = `POST ${ADS_REQUEST_PATH} HTTP/1.1\r\n`
const HEAD_END = '\r\n\r\n'
const HEAD_BYTES_MAX = 8 * 1024

/** Whole lines of a token, a colon right behind it, and a value of ASCII without control characters. */
const WELL_FORMED = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e]*\r\n)*$/

function readFields(fields: string): { headers: AdsRequestHeaders; bodyBytes: number } | undefined {
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
        if (bodyBytes !== undefined || !/^\d{1,6}$/.test(length)) return undefined
        bodyBytes = Number(length)
        break
      }
      case 'authorization':
      case 'x-api-key':
      case 'origin':
      case 'content-type':
      case 'content-encoding':
        if (headers[name] !== undefined) return undefined
        headers[name] = fields.slice(colon + 1, end).trim()
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
    }
    at = end + 2
  }
  if (hosts !== 1 || bodyBytes === undefined || bodyBytes > REQUEST_LIMITS.bodyBytes) return undefined
  return { headers, bodyBytes }
}
