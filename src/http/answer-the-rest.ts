// What no route answers: preflights, OPTIONS, known addresses with another method, and addresses that do not exist.
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../domain/errors.ts'
import { prefixOf } from '../doors/base-prefix.ts'
import { isOpenToPages, preflightHeaders } from './cors.ts'
import type { RouteRecord } from './openapi.ts'

/**
 * @param routes all that there are, by the time requests come
 * @param baseUrl whose path prefix stands before the address of the API pages
 */
export function answerTheRest(app: FastifyInstance, routes: readonly RouteRecord[], baseUrl: string): void {
  const nothingHere = `There is nothing at this address; GET ${prefixOf(baseUrl)}/docs lists what there is`
  const fixed = new Set<string>()
  app.addHook('onReady', async () => {
    for (const { url } of routes) if (!/[:*]/.test(url)) fixed.add(url)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request.url)
    // `GET /ads/request` is the wrong method of that address, not the ad whose id is "request".
    const mistaken = request.routeOptions.url?.includes(':') === true && fixed.has(path)
    if (!request.is404 && !mistaken) return done()
    const methods = methodsOf(path, routes)
    if (methods.length === 0) {
      return done(new ServiceError('not_found', nothingHere))
    }
    const allow = [...methods, 'OPTIONS'].join(', ')
    reply.raw.setHeader('allow', allow)
    if (request.method !== 'OPTIONS') {
      return done(new ServiceError('method_not_allowed', `This address takes ${allow}`))
    }
    if (isOpenToPages(path)) {
      for (const [name, value] of Object.entries(preflightHeaders(request.raw, allow))) reply.raw.setHeader(name, value)
    }
    reply.code(204).send()
  })
  app.setNotFoundHandler(() => {
    throw new ServiceError('not_found', nothingHere)
  })
}

function methodsOf(path: string, routes: readonly RouteRecord[]): string[] {
  const exact = routes.filter((route) => route.url === path)
  const matching = exact.length > 0 ? exact : routes.filter((route) => matches(route.url, path))
  return [...new Set(matching.flatMap((route) => route.method))]
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  const star = wanted.indexOf('*')
  if (star < 0 ? wanted.length !== given.length : given.length < star + 1) return false
  return wanted.every(
    (part, i) => (star >= 0 && i >= star) || part === given[i] || (part.startsWith(':') && given[i] !== ''),
  )
}

/** Without query, and without a slash at its end. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
