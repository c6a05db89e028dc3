// The whole service in this process, on a folder and a port of its own, as an operator calls it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/wire.ts'

export const OPERATOR_KEY = 'operator-key-of-the-admin-tests'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests look into answers of every shape.
  readonly body: any
}

export interface CallOptions {
  /** Default: the operator's. */
  readonly key?: string
  readonly headers?: Record<string, string>
}

export type AdminService = Awaited<ReturnType<typeof startAdminService>>

export async function startAdminService(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'aside-admin-'))
  const config = readConfig({
    ASIDE_WORKERS: '2',
    PORT: '0',
    ASIDE_DATA_DIR: dataDir,
    ASIDE_ADMIN_KEY: OPERATOR_KEY,
    ASIDE_RATE_LIMIT: 'off',
    ...env,
  })
  const service = await startService(config, { log: createLog({ level: 'silent', name: 'test' }) })
  const { baseUrl } = service.config

  async function call(
    method: string,
    path: string,
    body?: unknown,
    { key, headers = {} }: CallOptions = {},
  ): Promise<Reply> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key ?? OPERATOR_KEY}`,
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
      redirect: 'manual',
    } as RequestInit)
    const text = await response.text()
    const isJson = /\/json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }

  async function make(path: string, body: object): Promise<any> {
    const reply = await call('POST', `/api/v1/${path}`, body)
    if (reply.status !== 201) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`)
    return reply.body
  }

  return {
    ...service,
    dataDir,
    call,
    /** The JSON of something new. @throws Error showing the answer where it is refused */
    make,
    /** An advertiser with a campaign, and a key that may fill it. */
    async makeAdvertiser(name: string) {
      const advertiser = await make('advertisers', { name, domain: `${name.toLowerCase()}.example` })
      const campaign = await make('campaigns', {
        advertiserId: advertiser.id,
        name: `${name} campaign`,
        bid: { model: 'cpc', amount: '0.50' },
        pacing: 'asap',
      })
      const scopes = ['inventory:write', 'reports:read']
      const { key } = await make('keys', { advertiserId: advertiser.id, scopes })
      return { advertiser, campaign, key: key as string }
    },
    importAds: (campaign: string, body: unknown, type = 'application/x-ndjson', options: CallOptions = {}) =>
      call('POST', `/api/v1/ads/import?campaign=${campaign}`, body, {
        ...options,
        headers: { 'content-type': type, ...options.headers },
      }),
    /** @param file its lines are the whole feed of the campaign; `query` goes beside `missing=archive` */
    importFeed: (campaign: string, file: unknown, query = '', type = 'application/x-ndjson') =>
      call('POST', `/api/v1/ads/import?campaign=${campaign}&missing=archive${query}`, file, {
        headers: { 'content-type': type },
      }),
    /** A campaign's ads by the ids of their advertiser; at most 200. */
    async adsOf(campaignId: string) {
      const { body } = await call('GET', `/api/v1/ads?campaignId=${campaignId}&limit=200`)
      return new Map<string, any>(body.data.map((ad: any) => [ad.externalId, ad]))
    },
    async stop() {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An ad as a line of NDJSON. */
export function adLine(id: string, more: object = {}): string {
  return JSON.stringify({
    id,
    title: `Ad ${id}`,
    description: 'Words',
    landingUrl: `https://shop.example/${id}`,
    ...more,
  })
}
