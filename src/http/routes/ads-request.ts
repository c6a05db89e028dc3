// POST /api/v1/ads/request as the framework and node:http see it; most requests take the front's shorter way instead.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { REQUEST_LIMITS } from '../../domain/ad-request.ts'
import type { Caller } from '../../domain/api-key.ts'
import { JSON_TYPE } from '../../doors/errors.ts'
import { readBody } from '../../doors/json-body.ts'
import { ADS_REQUEST_PATH, type AdsAnswer, type AdsRequestSteps } from '../ads-request-steps.ts'
import { adsRequestSchema } from '../schemas/ads-request.ts'

/** Answers what comes through node:http: requests that are not plain enough for the front, and their successors; all of them where some must wait. */
export function createAdsRequestHandler<Parsed, Read, Decided, Served>(
  steps: AdsRequestSteps<Parsed, Read, Decided, Served>,
  clock: { monotonicMs(): number },
): RequestListener {
  return (request, response) => {
    const arrival = { monotonicMs: clock.monotonicMs() }
    let caller: Caller
    try {
      caller = steps.admit(request, response)
    } catch (error) {
      fail(error, request, response)
      return
    }
    readBody(request, REQUEST_LIMITS.bodyBytes, (error, body) => {
      try {
        if (error) throw error
        const read = steps.read(steps.parse(caller, body, arrival, request.headers, request.socket))
        const prepared = steps.prepare?.(read)
        if (prepared === undefined) conclude(read, request, response)
        else void prepared.then(() => concludeLate(read, request, response))
      } catch (thrown) {
        fail(thrown, request, response)
      }
    })
  }

  // Nobody is shown what is decided for a client who left meanwhile, so it shall cost no budget and fill no cap.
  function concludeLate(read: Read, request: IncomingMessage, response: ServerResponse): void {
    if (request.socket.writable) conclude(read, request, response)
    else response.destroy()
  }

  function conclude(read: Read, request: IncomingMessage, response: ServerResponse): void {
    try {
      send(response, steps.present(steps.finish(steps.decide(read))))
    } catch (thrown) {
      fail(thrown, request, response)
    }
  }

  function fail(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = steps.refuse(thrown, request.headers, response)
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
}

function send(response: ServerResponse, { requestId, json }: AdsAnswer): void {
  response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': json.length, 'x-request-id': requestId })
  response.end(json, 'latin1')
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
