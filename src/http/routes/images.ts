// /img: pictures of ads, given out by the service in place of their hosts.
import type { FastifyInstance } from 'fastify'
import type { RelayImage } from '../../actions/images/relay-image.ts'
import { isKnownTag } from '../known-tag.ts'
import { Type } from '../../doors/type.ts'

export interface ImagesDeps {
  /** Absent where pictures come from their hosts. */
  readonly relayImage?: RelayImage
  /** Default: TAKEN_WITHIN_MS. */
  readonly takenWithinMs?: number
}

/** The largest picture over a slow line of a phone. Whoever reads no further would keep it in memory, as nothing else ends that. */
const TAKEN_WITHIN_MS = 60_000

export function registerImages(app: FastifyInstance, deps: ImagesDeps): void {
  const { relayImage, takenWithinMs = TAKEN_WITHIN_MS } = deps
  if (relayImage === undefined) return
  app.get<{ Params: { token: string } }>(
    '/img/:token',
    {
      schema: {
        summary: 'The picture of an ad',
        description: 'Where `ASIDE_IMAGES` is `relay`, the `imageUrl` of an answer leads here.',
        tags: ['Tracking'],
        access: 'open',
        params: Type.Object({ token: Type.String({ description: 'As the `imageUrl` of an ad has it.' }) }),
        produces: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'],
      },
    },
    async (request, reply) => {
      const { type, bytes, etag, freshMs } = await relayImage(request.params.token)
      reply.headers({ ...HEADERS, 'cache-control': `public, max-age=${Math.floor(freshMs / 1_000)}`, etag })
      if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const cut = setTimeout(() => request.raw.destroy(), takenWithinMs).unref()
      reply.raw.once('close', () => clearTimeout(cut))
      return reply.type(type).send(bytes)
    },
  )
}

// Whoever opens one as a page sees a picture that can do nothing: an SVG may hold scripts.
const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}
