// An ad request on its way through the HTTP door, without any framework: a key, a JSON body, one decision, one string.
import { demandScope } from '../actions/authorise.ts'
import type { Arrival, ServeSteps } from '../actions/decisions/serve-ads.ts'
import type { IdSource } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { type AdRequest, withPrivacyControl } from '../domain/ad-request.ts'
import type { Caller } from '../domain/api-key.ts'
import type { ServedDecision } from '../domain/served.ts'
import type { ErrorAnswer } from '../doors/errors.ts'
import type { KeyedRequest } from '../doors/credentials.ts'
import type { HeaderSink } from '../doors/header-sink.ts'
import { checkJsonHeaders, type JsonHeaders, parseJson } from '../doors/json-body.ts'
import type { Auth, KeyHeaders } from './auth.ts'
import { answerError, isOurFault } from './errors.ts'
import { createPlaceHeaders, type PeerSocket, type PlaceSettings } from './place-headers.ts'
import { readAdsRequest } from './read-ads-request.ts'

export const ADS_REQUEST_PATH = '/api/v1/ads/request'

export interface AdsRequestDeps<Read = unknown, Decided = unknown> {
  readonly serveSteps: ServeSteps<Read, Decided>
  /** The whole answer as JSON text in ASCII. */
  readonly presentAds: (served: ServedDecision) => string
  readonly ids: Pick<IdSource, 'next'>
  readonly log: Log
  readonly config: PlaceSettings & { readonly currency: string }
}

/**
 * One ad request on its way through the door, in steps, since its head is judged before its body is there. Whoever takes requests
 * through them is generic in what they make, so that no step is given what another one asks for; whoever hands them on need not be.
 */
export interface AdsRequestSteps<Parsed = unknown, Read = unknown, Decided = unknown, Served = unknown> {
  /** Names of header fields that are read besides those of `AdsRequestHeaders`, in lower case; absent: none. */
  readonly alsoReads?: readonly string[]
  /** The caller. @throws ServiceError as `Auth.admit`, and unsupported_media_type */
  admit(request: AdsRequestHead, answerHeaders: HeaderSink): Caller
  /** Reads a body. @param peer whose connection it came by @throws ServiceError of CONTRACT's codes */
  parse(caller: Caller, body: Buffer, arrival: Arrival, headers: AdsRequestHeaders, peer: PeerSocket): Parsed
  /** Reads what the conversation says. @throws ServiceError scope_insufficient */
  read(parsed: Parsed): Read
  /** See `ServeSteps`. */
  prepare?(read: Read): Promise<void> | undefined
  decide(read: Read): Decided
  /** Signs the links, in the same turn. */
  finish(decided: Decided): Served
  /** The answer; its text is ASCII alone, so it has as many bytes as characters. */
  present(served: Served): AdsAnswer
  /** What to say to whatever was thrown by the steps before; a fault of ours is logged. */
  refuse(thrown: unknown, headers: AdsRequestHeaders, answerHeaders: HeaderSink): ErrorAnswer
}

/** The fields of a request that decide anything here; others by the names of `alsoReads`. */
export type AdsRequestHeaders = KeyHeaders &
  JsonHeaders &
  Readonly<Record<string, string | string[] | undefined>> & {
    /** Global Privacy Control: `1` where the person has switched it on in the browser. */
    readonly 'sec-gpc'?: string | string[] | undefined
  }

type AdsRequestHead = KeyedRequest & { readonly headers: AdsRequestHeaders }

export interface AdsAnswer {
  /** Goes out as `X-Request-Id` too. */
  readonly requestId: string
  readonly json: string
}

interface ParsedRequest {
  readonly caller: Caller
  readonly request: AdRequest
  readonly arrival: Arrival
}

export function createAdsRequestSteps<Read, Decided>(
  deps: AdsRequestDeps<Read, Decided> & { readonly auth: Auth },
): AdsRequestSteps<ParsedRequest, Read, Decided, ServedDecision> {
  const { auth, config, ids, log, presentAds, serveSteps } = deps
  const placeHeaders = createPlaceHeaders(config)
  return {
    ...(placeHeaders && { alsoReads: placeHeaders.names }),
    admit(request, answerHeaders) {
      const caller = auth.admit(request, answerHeaders, 'ads:request')
      checkJsonHeaders(request.headers)
      return caller
    },
    parse(caller, body, arrival, headers, peer) {
      let request = readAdsRequest(parseJson(body), config.currency)
      // A server's own header says nothing about the person that it asks for.
      if (caller.mode === 'browser') {
        if (headers['sec-gpc'] === '1') request = withPrivacyControl(request)
        if (placeHeaders !== undefined) request = placeHeaders.locate(request, headers, peer)
      }
      if (request.options.explain) demandScope(caller, 'ads:explain')
      return { caller, request, arrival }
    },
    read: ({ caller, request, arrival }) => serveSteps.read(caller, request, arrival),
    ...(serveSteps.prepare && { prepare: serveSteps.prepare }),
    decide: serveSteps.decide,
    finish: serveSteps.finish,
    present: (served) => ({ requestId: served.requestId, json: presentAds(served) }),
    refuse(thrown, headers, answerHeaders) {
      const requestId = ids.next('req')
      if (isOurFault(thrown)) log.error({ err: thrown, requestId, route: ADS_REQUEST_PATH }, 'an ad request failed')
      // A page may read why it was refused; it learns nothing that it did not send.
      if (headers.origin !== undefined) answerHeaders.setHeader('access-control-allow-origin', '*')
      return answerError(thrown, requestId)
    },
  }
}
