// POST /api/v1/ads/request: a key, a JSON body, one decision, one string. The hot path, so it meets node:http bare.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ServeAds } from '../../actions/serve-ads.ts'
import type { IdSource } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import { REQUEST_LIMITS } from '../../domain/ad-request.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { ServedDecision } from '../../domain/served.ts'
import { checkScope, type Auth } from '../auth.ts'
import { answerError, isOurFault, JSON_TYPE } from '../errors.ts'
import { checkJsonHeaders, parseJson, readBody } from '../json-body.ts'
import { readAdsRequest } from '../read-ads-request.ts'
import { adsRequestSchema } from '../schemas/ads-request.ts'

export interface AdsRequestDeps {
  readonly serveAds: ServeAds
  /** The whole answer as JSON text. */
  readonly presentAds: (served: ServedDecision) => string
  readonly clock: { monotonicMs(): number }
  readonly ids: Pick<IdSource, 'next'>
  readonly log: Log
  readonly config: { readonly currency: string }
}

export const ADS_REQUEST_PATH = '/api/v1/ads/request'

/** Answers ad requests on raw sockets; `X-Request-Id` is the `requestId` of the answer. */
export function createAdsRequestHandler(deps: AdsRequestDeps & { readonly auth: Auth }): RequestListener {
  const { auth, clock, config, presentAds, serveAds } = deps

  return (request, response) => {
    const arrival = { monotonicMs: clock.monotonicMs() }
    let caller: Caller
    try {
      caller = auth.admit(request, response, 'ads:request')
      checkJsonHeaders(request.headers)
    } catch (error) {
      fail(error, request, response)
      return
    }
    readBody(request, REQUEST_LIMITS.bodyBytes, (error, bytes) => {
      try {
        if (error) throw error
        const adRequest = readAdsRequest(parseJson(bytes), config.currency)
        if (adRequest.options.explain) checkScope(caller, 'ads:explain')
        const served = serveAds(caller, adRequest, arrival)
        send(response, served.requestId, presentAds(served))
      } catch (thrown) {
        fail(thrown, request, response)
      }
    })
  }

  function fail(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    const requestId = deps.ids.next('req')
    if (isOurFault(thrown)) deps.log.error({ err: thrown, requestId, route: ADS_REQUEST_PATH }, 'an ad request failed')
    const { status, headers, body } = answerError(thrown, requestId)
    // A page may read why it was refused; it learns nothing that it did not send.
    if (request.headers.origin !== undefined) response.setHeader('access-control-allow-origin', '*')
    if (status === 413) response.shouldKeepAlive = false
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
}

function send(response: ServerResponse, requestId: string, body: string): void {
  response.writeHead(200, {
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
  })
  response.end(body)
}

/** Makes the address known to the API description, and catches it in spellings that the fast way does not know. */
export function registerAdsRequest(app: FastifyInstance, deps: { readonly adsRequest: RequestListener }): void {
  app.route({
    method: 'POST',
    url: ADS_REQUEST_PATH,
    schema: adsRequestSchema,
    onRequest: (request, reply) => {
      reply.hijack()
      deps.adsRequest(request.raw, reply.raw)
    },
    handler: () => undefined,
  })
}
