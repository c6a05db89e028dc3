// What every thread builds alike that answers ad requests: who asks, how often they may, what they are served, and how it reads.
import { createAuthenticate } from '../actions/keys/authenticate.ts'
import type { KeyUses } from '../actions/keys/note-key-uses.ts'
import type { Secrets } from '../actions/keys/open-secrets.ts'
import { createServeSteps, type ServeAdsDeps } from '../actions/decisions/serve-ads.ts'
import { realClock } from '../base/clock.ts'
import { createGcra, tellingGcra } from '../base/gcra.ts'
import { createKeyedHash } from '../base/keyed-hash.ts'
import type { Config } from '../config.ts'
import { RATE_KEYS_MAX } from '../doors/rate-limit.ts'
import { createInvalidDevice } from '../engine/traffic/invalid-device.ts'
import type { TrafficRules } from '../engine/traffic/traffic-rules.ts'
import { createPresentAds } from '../http/present-ads.ts'

/** What deciding needs, but for what is made here of the rest. */
type OfDeciding = Omit<ServeAdsDeps, 'userHash' | 'isInvalidTraffic'>

export interface ServingDeps extends OfDeciding {
  readonly config: Pick<Config, 'baseUrl' | 'currency' | 'rateLimit'>
  readonly secrets: Pick<Secrets, 'pepper' | 'adminKeyHash' | 'userHashKey'>
  readonly trafficRules: Pick<TrafficRules, 'catches'>
  /** Where all threads keep one account of each key; undefined in the only one, and without limits. */
  readonly dueTimes: SharedArrayBuffer | undefined
  /** Hears of each request that a limit lets through; undefined where nobody asks. */
  readonly onLetThrough: ((keyId: string, perSecond: number) => void) | undefined
  /** Hears of keys that are let in, once an hour. */
  readonly onKeyUsed: KeyUses['note']
  readonly onAnswered: Parameters<typeof createServeSteps>[1]
}

export function wireServing(deps: ServingDeps) {
  const { config, secrets, world, trafficRules, dueTimes, onLetThrough } = deps
  const rateLimiter = config.rateLimit ? createGcra({ keysMax: RATE_KEYS_MAX, memory: dueTimes }) : undefined
  return {
    authenticate: createAuthenticate({
      directory: world.directory,
      pepper: secrets.pepper,
      adminKeyHash: secrets.adminKeyHash,
      clock: realClock,
      onUsed: deps.onKeyUsed,
    }),
    /** Undefined: no limits. */
    rateLimiter: rateLimiter && onLetThrough ? tellingGcra(rateLimiter, onLetThrough) : rateLimiter,
    serveSteps: createServeSteps(
      {
        world,
        budgets: deps.budgets,
        keep: deps.keep,
        exposures: deps.exposures,
        dismissals: deps.dismissals,
        signer: deps.signer,
        userHash: createKeyedHash(secrets.userHashKey),
        clock: deps.clock,
        ids: deps.ids,
        random: deps.random,
        isInvalidTraffic: createInvalidDevice(trafficRules),
        isRecording: deps.isRecording,
        embed: deps.embed,
        log: deps.log,
      },
      deps.onAnswered,
    ),
    presentAds: createPresentAds({ baseUrl: config.baseUrl, currency: config.currency }),
  }
}
