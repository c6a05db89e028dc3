// An installation of the service for a measurement: empty, in a folder of its own, filled over the HTTP API like a customer's.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type ServerProcess, startServerProcess } from './child.ts'

const ADMIN_KEY = 'ak_for_measurements_only'

export interface Installation {
  readonly server: ServerProcess
  /** Its data folder. */
  readonly folder: string
  /** A call of the HTTP API with the operator's key. @throws Error with status and body where it is refused */
  call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>
  /** Makes a publisher and returns a live key of it with the scopes that requests need. */
  addPublisher(policy?: object): Promise<string>
  /** Makes an advertiser with one running campaign and returns the campaign's id. */
  addCampaign(name: string): Promise<string>
  importAds(campaignId: string, lines: Iterable<string>): Promise<ImportAnswer>
  /** Ads that decisions see. */
  adsServed(): Promise<number>
  /** Restarts the service on the same folder, gently or as after a power cut. */
  restart(how: 'close' | 'kill'): Promise<Installation>
  /** Ends the service and drops its folder. */
  close(): Promise<void>
}

export interface ImportAnswer {
  readonly imported: number
  readonly updated: number
  readonly rejected: number
  readonly errors: readonly { line: number; field: string; message: string }[]
}

export async function openInstallation(
  options: { env?: Record<string, string>; nodeFlags?: readonly string[]; folder?: string } = {},
): Promise<Installation> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'aside-bench-'))
  const server = await startServerProcess('./service-child.ts', {
    nodeFlags: options.nodeFlags,
    env: {
      PORT: '0',
      ASIDE_DATA_DIR: folder,
      ASIDE_ADMIN_KEY: ADMIN_KEY,
      ASIDE_DEMO: 'off',
      ASIDE_RATE_LIMIT: 'off',
      ASIDE_WORKERS: '1',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  })

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(server.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN_KEY}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    return read<T>(response, `${method} ${path}`)
  }

  return {
    server,
    folder,
    call,
    async addPublisher(policy = {}) {
      const { id } = await call<{ id: string }>('POST', '/api/v1/publishers', { name: 'Chat App', policy })
      const scopes = ['ads:request', 'ads:explain', 'events:write']
      const { key } = await call<{ key: string }>('POST', '/api/v1/keys', { publisherId: id, mode: 'live', scopes })
      return key
    },
    async addCampaign(name) {
      const domain = `${name.toLowerCase()}.example`
      const advertiser = await call<{ id: string }>('POST', '/api/v1/advertisers', {
        name,
        domain,
        billing: 'invoiced',
      })
      const campaign = await call<{ id: string }>('POST', '/api/v1/campaigns', {
        advertiserId: advertiser.id,
        name,
        status: 'active',
        bid: { model: 'cpc', amount: '0.50' },
        pacing: 'asap',
      })
      return campaign.id
    },
    async importAds(campaignId, lines) {
      const response = await fetch(`${server.baseUrl}/api/v1/ads/import?campaign=${campaignId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/x-ndjson' },
        body: Readable.toWeb(Readable.from(chunksOf(lines))) as ReadableStream,
        duplex: 'half',
      } as RequestInit)
      return read<ImportAnswer>(response, 'the import')
    },
    async adsServed() {
      const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
      return Number(/^aside_catalog_ads (\d+)/m.exec(metrics)?.[1])
    },
    async restart(how) {
      await server[how]()
      return openInstallation({ ...options, folder })
    },
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function read<T>(response: Response, what: string): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as T
}

const CHUNK_LINES = 500

function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let chunk: string[] = []
  for (const line of lines) {
    chunk.push(line)
    if (chunk.length < CHUNK_LINES) continue
    yield Buffer.from(`${chunk.join('\n')}\n`)
    chunk = []
  }
  if (chunk.length > 0) yield Buffer.from(`${chunk.join('\n')}\n`)
}
