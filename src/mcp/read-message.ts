// Reads one JSON-RPC message from a stranger: bounded in bytes and in depth, and never trusted to be what it says.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { isJsonContentType } from '@modelcontextprotocol/server'
import { REQUEST_LIMITS } from '../domain/ad-request.ts'
import { RPC } from './errors.ts'

export type ReadMessage =
  | { readonly message: unknown }
  | { readonly fault: { readonly status: number; readonly code: number; readonly message: string } }

/** Reads the body to its end, or to its bound; rejects only where the client goes away. */
export async function readMessage(request: IncomingMessage): Promise<ReadMessage> {
  const { headers } = request
  if (headers['content-type'] !== 'application/json' && !isJsonContentType(headers['content-type'] ?? null)) {
    return no(415, RPC.unsupported, 'Send the message as JSON, with the header Content-Type: application/json')
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    return no(415, RPC.unsupported, 'Send the message uncompressed, without Content-Encoding')
  }
  const bytes = await readBytes(request)
  if (bytes === undefined) return no(413, RPC.tooLarge, `A message may have at most ${REQUEST_LIMITS.bodyBytes} bytes`)
  if (!isUtf8(bytes)) return no(400, RPC.parseError, 'The message is not valid UTF-8')
  let message: unknown
  try {
    message = JSON.parse(bytes.toString('utf8'))
  } catch {
    return no(400, RPC.parseError, 'The message is not valid JSON')
  }
  if (isDeeperThan(message, REQUEST_LIMITS.jsonDepth)) {
    return no(400, RPC.invalidRequest, `The message is nested deeper than ${REQUEST_LIMITS.jsonDepth} levels`)
  }
  return { message }
}

/** The body, or undefined where it is too large; what is too much is read and dropped, so that the client sees the answer. */
function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= REQUEST_LIMITS.bodyBytes) chunks.push(chunk)
      else if (size <= REQUEST_LIMITS.bodyBytes * DRAIN_FACTOR) chunks.length = 0
      else resolve(undefined)
    })
    request.on('end', () => {
      if (size > REQUEST_LIMITS.bodyBytes) resolve(undefined)
      else resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size))
    })
    request.on('error', reject)
    request.on('close', () => reject(new Error('the client went away')))
  })
}

/** How many times the bound is read before the answer goes out without waiting for the end. */
const DRAIN_FACTOR = 8

/** A scalar has depth 0. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const key in value) if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}

function no(status: number, code: number, message: string): ReadMessage {
  return { fault: { status, code, message } }
}
