// /aside.js: the library that draws ads in a page. Served as it stands, to pages of any origin.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { isKnownTag } from '../known-tag.ts'

const FILE = new URL('../../../sdk/aside.js', import.meta.url)

interface Packed {
  readonly body: Buffer
  /** Strong, so each packing has its own. */
  readonly etag: string
}

export function registerSdk(app: FastifyInstance): void {
  // Read when it is first asked for, so that no start waits for it; once for all, unless that fails.
  let reading: ReturnType<typeof readPacked> | undefined
  const file = () =>
    (reading ??= readPacked().catch((error: unknown) => {
      reading = undefined
      throw error
    }))

  app.get('/aside.js', { schema: { hide: true } }, async (request, reply) => {
    const { plain, gzipped } = await file()
    const isGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    const { body, etag } = isGzip ? gzipped : plain
    reply.headers({ ...HEADERS, etag })
    if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (isGzip) reply.header('content-encoding', 'gzip')
    return reply.type('text/javascript; charset=utf-8').send(body)
  })
}

// Also for pages that shut out what does not ask to be let in (`Cross-Origin-Embedder-Policy`); who may read it is said in cors.ts.
const HEADERS = {
  'cache-control': 'public, max-age=3600',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
}

async function readPacked(): Promise<{ plain: Packed; gzipped: Packed }> {
  const body = await readFile(FILE)
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return {
    plain: { body, etag: `"${hash}"` },
    gzipped: { body: gzipSync(body), etag: `"${hash}-gzip"` },
  }
}
