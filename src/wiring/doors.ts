// The doors: HTTP, and on its listener MCP and AdCP. All of them know keys, origins and limits alike.
import { readFileSync } from 'node:fs'
import { createFetchImage } from '../actions/images/fetch-image.ts'
import { createRelayImage } from '../actions/images/relay-image.ts'
import { isUsable, OPERATOR_KEY_ID } from '../actions/keys/authenticate.ts'
import { demandPublisher, type ServeAdsInTime } from '../actions/decisions/serve-ads.ts'
import type { Sample } from '../actions/sample/read-sample.ts'
import { createLateAdcpDoor } from '../adcp/late-door.ts'
import { type Clock, realClock } from '../base/clock.ts'
import type { IdSource } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Room } from '../base/open-files.ts'
import { createOriginGuard } from '../base/origin-guard.ts'
import type { RandomBytes } from '../base/random.ts'
import type { Config } from '../config.ts'
import type { ImageLinks } from '../domain/image-link.ts'
import type { Directory } from '../engine/directory.ts'
import { createHttpServer, type HttpServer } from '../http/server.ts'
import { createLateMcpDoor } from '../mcp/late-door.ts'
import type { Metrics } from '../metrics.ts'
import type { wireAdmin } from './admin.ts'
import type { wireEvents } from './events.ts'
import type { wireInsight } from './insight.ts'
import type { wireServing } from './serving.ts'

const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

export interface DoorsDeps {
  readonly config: Config
  readonly directory: Directory
  readonly serving: ReturnType<typeof wireServing>
  /** All its steps at once. */
  readonly serveAds: ServeAdsInTime
  readonly events: ReturnType<typeof wireEvents>
  readonly insight: ReturnType<typeof wireInsight>
  readonly admin: Omit<ReturnType<typeof wireAdmin>, 'jobs'>
  /** Absent where the sample inventory is not shown. */
  readonly sample: Sample | undefined
  /** Absent where pictures are got from their own URLs. */
  readonly images: ImageLinks | undefined
  /** For connections. */
  readonly room: Room
  readonly readiness: () => { readonly ready: boolean; readonly reasons: readonly string[] }
  readonly metrics: Metrics
  readonly clock: Clock
  readonly ids: IdSource
  readonly randomBytes: RandomBytes
  readonly log: Log
}

export type Doors = Pick<HttpServer, 'listen' | 'listenInside'> & { close(): Promise<void> }

export function wireDoors(deps: DoorsDeps): Doors {
  const { config, directory, serving, serveAds, admin, sample, images, metrics, clock, ids, randomBytes, log } = deps
  const alike = {
    authenticate: serving.authenticate,
    rateLimiter: serving.rateLimiter,
    originGuard: createOriginGuard({
      bases: [config.baseUrl, config.mcpUrl],
      allowedHosts: config.allowedHosts,
      allowedOrigins: config.allowedOrigins,
    }),
    clock,
    ids,
    log,
  }
  const mcp = createLateMcpDoor({
    ...alike,
    serveAds,
    demandPublisher: (caller) => void demandPublisher(caller, directory),
    isStillGood(keyId) {
      const key = directory.keys.byId(keyId)
      return keyId === OPERATOR_KEY_ID || (key !== undefined && isUsable(key, realClock.nowMs()))
    },
    linkBase: config.baseUrl,
    mcpUrl: config.mcpUrl,
    randomBytes,
    version: VERSION,
  })
  const adcp = createLateAdcpDoor({
    ...alike,
    ...admin.media,
    listAdvertisers: admin.advertisers.list,
    rememberAnswer: admin.rememberAnswer,
    mcpUrl: config.mcpUrl,
    config,
    version: VERSION,
  })
  const relayImage =
    images &&
    createRelayImage({
      links: images,
      fetchImage: createFetchImage({ allowPrivate: config.images === 'relay-private' }),
      monotonicMs: clock.monotonicMs,
      onOutcome: metrics.imageRelayed,
    })
  const http = createHttpServer({
    ...alike,
    ...admin,
    ...deps.events,
    ...deps.insight,
    config,
    serveSteps: serving.serveSteps,
    presentAds: serving.presentAds,
    ...(sample && { sample }),
    ...(relayImage && { relayImage }),
    mounts: [mcp, adcp],
    room: deps.room,
    readiness: deps.readiness,
    metrics: metrics.registry,
  })
  return {
    listen: http.listen,
    listenInside: http.listenInside,
    async close() {
      await Promise.all([http.close(), mcp.close(), adcp.close()])
    },
  }
}
