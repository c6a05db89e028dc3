// Reads JSON bodies from strangers: bounded in bytes and depth, valid UTF-8 only, and without keys that could harm.
import { charsetOf } from '../base/content-type.ts'
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { REQUEST_LIMITS } from '../domain/ad-request.ts'
import { ServiceError } from '../domain/errors.ts'

/** JSON text as a value. @throws ServiceError invalid_json */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw emptyBody()
  if (!isUtf8(bytes)) throw badJson('The body is not valid UTF-8')
  const text = bytes.toString('utf8', hasBom(bytes) ? 3 : 0)
  const value = parse(text)
  if (isDeeper(value, REQUEST_LIMITS.jsonDepth)) {
    throw badJson(`The body is nested deeper than ${REQUEST_LIMITS.jsonDepth} levels`)
  }
  // A key can be spelled with escapes, so their mere presence calls for a look.
  return text.includes('__proto__') || text.includes('\\u00') ? withoutProto(value) : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badJson(`The body is not valid JSON${placeOf(error)}`)
  }
}

/** The fields that say how a body is written. */
export interface JsonHeaders {
  readonly 'content-type'?: string | undefined
  readonly 'content-encoding'?: string | undefined
}

/** Refuses a body that says it is not JSON in UTF-8, or that is compressed. @throws ServiceError unsupported_media_type */
export function checkJsonHeaders(headers: Pick<IncomingMessage['headers'], 'content-encoding' | 'content-type'>): void {
  if (headers['content-encoding'] !== undefined) checkEncoding(headers['content-encoding'])
  const type = headers['content-type']
  if (type === 'application/json') return
  const parts = type === undefined ? null : JSON_TYPES.exec(type)
  if (!parts) throw unsupported('Send the body as JSON, with the header Content-Type: application/json')
  const charset = charsetOf(parts[1]!)
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/.test(charset)) throw unsupported('Send the JSON body in UTF-8')
}

/** Matches the content types that are read as JSON. */
export const JSON_TYPES = /^\s*application\/(?:[\w.!#$&^+-]+\+)?json\s*((?:;.*)?)$/i

/** @throws ServiceError unsupported_media_type where a body is compressed */
export function checkEncoding(encoding: string): void {
  if (encoding.trim().toLowerCase() === 'identity') return
  throw unsupported('Send the body uncompressed, without Content-Encoding')
}

/**
 * Collects a body of at most `bytesMax` bytes and hands it on, or an error: payload_too_large, or invalid_json where it
 * breaks off. What comes of too large a body is read and thrown away while it is answered: were the connection closed
 * instead, a client that is still sending would see a reset and not the answer. The server's time for a request bounds it.
 */
export function readBody(
  request: IncomingMessage,
  bytesMax: number,
  done: (error: ServiceError | undefined, bytes: Buffer) => void,
): void {
  let first: Buffer | undefined
  let more: Buffer[] | undefined
  let size = 0
  let finished = false
  const finish = (error: ServiceError | undefined, bytes: Buffer) => {
    if (finished) return
    finished = true
    done(error, bytes)
  }
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > bytesMax) {
      first = more = undefined
      finish(tooLarge(bytesMax), EMPTY)
    } else if (first === undefined) first = chunk
    else if (more === undefined) more = [first, chunk]
    else more.push(chunk)
  })
  request.on('end', () => {
    if (!finished) finish(undefined, more === undefined ? (first ?? EMPTY) : Buffer.concat(more, size))
  })
  request.on('error', () => finish(badJson('The body broke off'), EMPTY))
}

const EMPTY = Buffer.alloc(0)

/** An object, and neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True where a value has more than `levels` levels of objects and arrays. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (isDeeper(value[i], levels - 1)) return true
    return false
  }
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}

function hasBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** Drops `__proto__` keys in place, which a later copy by assignment would turn into a prototype. The depth is bounded. */
function withoutProto(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__']
  for (const child of Object.values(value)) withoutProto(child)
  return value
}

/** Where the parser stopped, and nothing of the text itself: it may be somebody's conversation. */
function placeOf(error: unknown): string {
  const [place] = /at position \d+|end of JSON input/.exec((error as Error).message) ?? []
  if (place === undefined) return ''
  return place.startsWith('end') ? ' (it ends too early)' : ` (${place})`
}

export function unsupported(message: string): ServiceError {
  return new ServiceError('unsupported_media_type', message)
}

export function emptyBody(): ServiceError {
  return badJson('The body is empty; send a JSON object')
}

function badJson(message: string): ServiceError {
  return new ServiceError('invalid_json', message)
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('payload_too_large', `The body may have at most ${bytesMax} bytes`)
}
