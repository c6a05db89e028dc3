// What is known of the world at this moment: money spent and left, and what each person was shown. Memory only.
import { HOUR_MS } from '../base/clock.ts'
import { createLruMap } from '../base/lru-map.ts'
import type { Campaign, FrequencyCap } from '../domain/campaign.ts'
import type { AdvertiserFunds, CampaignSpend } from '../domain/ledger-event.ts'
import type { Micros } from '../domain/money.ts'
import { dayOf } from '../domain/time-zone.ts'
import type { Directory } from './directory.ts'

/** Keyed hashes of whom a request is for; empty where unknown. */
export interface Subjects {
  readonly user: string
  readonly session: string
  readonly conversation: string
}

export interface ShownAd {
  readonly impressionId: string
  readonly adNumber: number
  readonly campaignNumber: number
  readonly advertiserNumber: number
  readonly publisherNumber: number
  readonly servedAtMs: number
  /** Number of user messages the conversation had; 0 where unknown. */
  readonly turn: number
  seen: boolean
}

export interface Facts {
  /** What a campaign may still spend now, given its budgets and its advertiser's funds; Infinity where nothing limits it. */
  remainingMicros(campaign: Campaign, nowMs: number): Micros
  spentOf(campaign: Campaign, nowMs: number): { totalMicros: Micros; dayMicros: Micros }
  setSpend(spend: CampaignSpend): void
  setFunds(funds: AdvertiserFunds): void
  /** Which campaigns' spend, and whether any funds, changed since the last call. */
  takeTouched(): { campaigns: readonly number[]; funds: boolean }
  /** What the subjects were shown, newest last; given-back ads are left out. */
  shownTo(subjects: Subjects, nowMs: number): Shown
  noteShown(subjects: Subjects, shown: ShownAd): void
  /** An impression was reported: the ad was seen, and its publisher reports impressions. */
  noteSeen(impressionId: string, publisherNumber: number): void
  /** Grows whenever money changed hands, so that what was derived from it can be kept until then. */
  readonly moneyVersion: number
}

export interface Shown {
  readonly user: readonly ShownAd[]
  readonly session: readonly ShownAd[]
  readonly conversation: readonly ShownAd[]
}

const SUBJECTS_MAX = 300_000
const SHOWN_PER_SUBJECT_MAX = 200
const AWAITED_MAX = 100_000
/** An ad that nobody reported as seen by then is given back to the cap (for publishers that report impressions). */
const GIVE_BACK_MS = 2 * HOUR_MS
const NOTHING: readonly ShownAd[] = []
const NOTHING_SPENT = { totalMicros: 0, dayMicros: 0 }

/** @param directory says which campaign's advertiser pays in advance */
export function createFacts({ directory }: { directory: Directory }): Facts {
  const spends = new Map<number, CampaignSpend>() // one a campaign
  const funds = new Map<number, Micros>() // one an advertiser
  const bySubject = createLruMap<string, ShownAd[]>({ entriesMax: SUBJECTS_MAX })
  const awaited = createLruMap<string, ShownAd>({ entriesMax: AWAITED_MAX })
  const reporting = new Set<number>() // publishers, so bounded by their number
  const touchedCampaigns = new Set<number>() // campaigns, so bounded by their number
  let touchedFunds = false
  let moneyVersion = 0

  const counted = (key: string, nowMs: number): readonly ShownAd[] => {
    const all = key === '' ? undefined : bySubject.get(key)
    if (!all) return NOTHING
    return all.filter(
      (shown) => shown.seen || nowMs - shown.servedAtMs < GIVE_BACK_MS || !reporting.has(shown.publisherNumber),
    )
  }

  const spentOf = (campaign: Campaign, nowMs: number) => {
    const spent = spends.get(campaign.number)
    if (!spent) return NOTHING_SPENT
    return spent.day === dayOf(nowMs, campaign.timeZone) ? spent : { totalMicros: spent.totalMicros, dayMicros: 0 }
  }

  return {
    spentOf,
    remainingMicros(campaign, nowMs) {
      const { totalMicros, dailyMicros } = campaign.budget
      const spent = spentOf(campaign, nowMs)
      let remaining = Number.POSITIVE_INFINITY
      if (totalMicros !== undefined) remaining = totalMicros - spent.totalMicros
      if (dailyMicros !== undefined) remaining = Math.min(remaining, dailyMicros - spent.dayMicros)
      const advertiser = directory.advertisers.byId(campaign.advertiserId)
      if (advertiser?.billing !== 'prepaid') return remaining
      return Math.min(remaining, funds.get(advertiser.number) ?? 0)
    },
    setSpend(spend) {
      spends.set(spend.campaignNumber, spend)
      touchedCampaigns.add(spend.campaignNumber)
      moneyVersion++
    },
    setFunds({ advertiserNumber, balanceMicros }) {
      funds.set(advertiserNumber, balanceMicros)
      touchedFunds = true
      moneyVersion++
    },
    takeTouched() {
      const touched = { campaigns: [...touchedCampaigns], funds: touchedFunds }
      touchedCampaigns.clear()
      touchedFunds = false
      return touched
    },
    shownTo: (subjects, nowMs) => ({
      user: counted(keyOf('u', subjects.user), nowMs),
      session: counted(keyOf('s', subjects.session), nowMs),
      conversation: counted(keyOf('c', subjects.conversation), nowMs),
    }),
    noteShown(subjects, shown) {
      for (const key of [keyOf('u', subjects.user), keyOf('s', subjects.session), keyOf('c', subjects.conversation)]) {
        if (key === '') continue
        const list = bySubject.get(key) ?? []
        list.push(shown)
        if (list.length > SHOWN_PER_SUBJECT_MAX) list.shift()
        bySubject.set(key, list)
      }
      awaited.set(shown.impressionId, shown)
    },
    noteSeen(impressionId, publisherNumber) {
      reporting.add(publisherNumber)
      const shown = awaited.get(impressionId)
      if (!shown) return
      shown.seen = true
      awaited.delete(impressionId)
    },
    get moneyVersion() {
      return moneyVersion
    },
  }
}

/** How many of the shown ads a cap counts at this moment. */
export function countForCap(
  cap: FrequencyCap,
  shown: Shown,
  target: { adNumber?: number; campaignNumber: number; advertiserNumber: number },
  nowMs: number,
): number {
  const since = nowMs - cap.windowSeconds * 1_000
  let count = 0
  for (const ad of shown[cap.per]) {
    if (ad.servedAtMs <= since) continue
    if (
      cap.scope === 'advertiser'
        ? ad.advertiserNumber !== target.advertiserNumber
        : ad.campaignNumber !== target.campaignNumber
    )
      continue
    if (cap.scope === 'ad' && ad.adNumber !== target.adNumber) continue
    count++
  }
  return count
}

function keyOf(kind: string, hash: string): string {
  return hash === '' ? '' : kind + hash
}
