// What becomes of ads that were served: clicks, views, feedback and conversions, and which of them are people's.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFollowClick } from '../actions/events/follow-click.ts'
import { createGiveFeedback } from '../actions/events/give-feedback.ts'
import { createReadWhy } from '../actions/events/read-why.ts'
import { createRecordConversion } from '../actions/events/record-conversion.ts'
import { createTrackEvent } from '../actions/events/track-event.ts'
import { createTrackEvents } from '../actions/events/track-events.ts'
import type { Clock } from '../base/clock.ts'
import type { RandomBytes } from '../base/random.ts'
import { type LinkSigner, parseImpressionId, requestIdOf } from '../domain/link-token.ts'
import { createTrafficFilter } from '../engine/traffic-filter.ts'
import { parseNetworkList } from '../engine/traffic/network.ts'
import type { TrafficRules } from '../engine/traffic/traffic-rules.ts'
import type { Metrics } from '../metrics.ts'
import type { Memory } from './memory.ts'
import { MODELS } from './models.ts'

export interface EventsDeps {
  readonly memory: Pick<Memory, 'catalog' | 'decisionLog' | 'directory' | 'ledger'>
  readonly signer: LinkSigner
  /** Whether what machines do is kept from being billed, or only counted. */
  readonly trafficFilter: 'on' | 'report'
  readonly trafficRules: TrafficRules
  readonly metrics: Pick<Metrics, 'invalidTraffic' | 'clickUnrecorded'>
  readonly clock: Clock
  readonly randomBytes: RandomBytes
}

export function wireEvents({ memory, signer, trafficFilter, trafficRules, metrics, clock, randomBytes }: EventsDeps) {
  const { catalog, decisionLog, directory, ledger } = memory
  const filter = createTrafficFilter({
    mode: trafficFilter,
    rules: trafficRules,
    dataCenters: parseNetworkList(readFileSync(join(MODELS, 'data-center-ranges.txt'), 'utf8')),
    salt: randomBytes(new Uint8Array(16)),
    onVerdict: metrics.invalidTraffic,
  })
  const tracking = { signer, ledger, directory, filter, clock }
  const linkOfImpression = (impressionId: string) => {
    const parsed = parseImpressionId(impressionId)
    const record = parsed && decisionLog.find(requestIdOf(parsed))
    return record?.slots.flatMap(({ links }) => links).find(({ ordinal }) => ordinal === parsed!.ordinal)
  }
  return {
    followClick: createFollowClick({
      ...tracking,
      landingUrlInMemory: catalog.landingUrlOf,
      adIdInMemory: (adNumber) => catalog.renderedOfAd(adNumber)?.adId,
      onUnrecorded: metrics.clickUnrecorded,
    }),
    trackEvent: createTrackEvent(tracking),
    trackEvents: createTrackEvents({ ...tracking, linkOfImpression }),
    giveFeedback: createGiveFeedback(tracking),
    readWhy: createReadWhy(tracking),
    recordConversion: createRecordConversion({ ...tracking, linkOfImpression }),
  }
}
