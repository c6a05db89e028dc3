// /console: the web console, a browser program over the public API. It is served as it stands; nothing is built.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OriginGuard } from '../../base/origin-guard.ts'
import { ServiceError } from '../../domain/errors.ts'
import { type ConsoleFiles, type PageValues, readConsoleFiles } from '../pages/console-files.ts'
import { isKnownTag } from '../known-tag.ts'

export interface ConsoleDeps {
  readonly config: PageValues
  readonly originGuard: OriginGuard
}

const YEAR_SECONDS = 31_536_000

export function registerConsole(app: FastifyInstance, { config, originGuard }: ConsoleDeps): void {
  // Read when somebody first looks at it, so that no start waits for it; once for all, unless that fails.
  let reading: Promise<ConsoleFiles> | undefined
  const files = () =>
    (reading ??= readConsoleFiles(config).catch((error: unknown) => {
      reading = undefined
      throw error
    }))
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    const fault = originGuard.faultOf(request)
    done(fault === undefined ? undefined : new ServiceError('origin_not_allowed', fault))
  }

  app.get('/console', { onRequest, schema: { hide: true } }, async (request, reply) => {
    shield(reply)
    // The page's addresses are relative to `/console/`. So is this one to where it is asked for, whatever prefix a proxy adds.
    if (!/^[^?]*\/(?:\?|$)/.test(request.url)) return reply.header('location', 'console/').code(308).send()
    const { page } = await files()
    reply.headers({ 'content-security-policy': page.contentPolicy, 'cache-control': 'no-cache', etag: page.etag })
    if (isKnownTag(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page.body)
  })

  app.get<{ Params: { version: string; '*': string } }>(
    '/console/assets/:version/*',
    { onRequest, schema: { hide: true } },
    async (request, reply) => {
      const { version, find } = await files()
      const file = request.params.version === version ? find(request.params['*']) : undefined
      if (file === undefined)
        throw new ServiceError('not_found', 'This file of the console changed; load the page again')
      shield(reply)
      reply.headers({ 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`, vary: 'Accept-Encoding' })
      reply.type(file.type)
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.body)
      return reply.header('content-encoding', 'gzip').send(file.gzipped)
    },
  )
}

function shield(reply: FastifyReply): void {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
}
