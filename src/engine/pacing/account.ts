// What the gate keeps of one campaign: what it served and what came of it, and how much of its traffic it takes part in.
import { DAY_MS, HOUR_MS } from '../../base/clock.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { type Micros, perImpression } from '../../domain/money.ts'
import { PRIOR_SERVED, type Response } from './response.ts'
import type { Flow } from './traffic.ts'

/** Mutable, since it is touched by each served ad and each charge; only the gate holds it. */
export interface Account {
  campaign: Campaign
  advertiserNumber: number
  /** How far below zero its advertiser's account may go, as of the last look at its terms. */
  overdraftMicros: Micros | undefined
  flow: Flow
  /** Prices of served ads in micros, the older ones fading, and what was billed of them. */
  served: number
  servedMicros: number
  billedMicros: number
  /** Prices of links that are out, each fading as its click becomes unlikely. */
  openMicros: number
  /** What its links may still cost, and those of its advertiser's other campaigns, as of the last look; how many campaigns those are in all. */
  toldOpenMicros: number
  othersOpenMicros: number
  siblings: number
  /** Requests taken part in and prices served in them, over about a day and about a quarter of an hour. */
  longRequests: number
  longMicros: number
  shortRequests: number
  shortMicros: number
  /** `flow.count()` when the account was last settled. */
  counted: number
  settledMs: number
  /** Prices served since then, and how much of that calls for an early look. */
  sinceMicros: number
  limitMicros: number
  /** As the ledger had it at the last look. */
  ledgerMicros: number
  share: number
  /** Spend planned per request at the last look, what was committed then, and how far spending is behind its plan. */
  plannedMicros: number
  committedMicros: number
  behindMicros: number
  /** Of LOTS, held now. */
  lots: number
  isWaiting: boolean
}

const MEMORY_HALF_LIFE_MS = 7 * DAY_MS
const LONG_HALF_LIFE_MS = DAY_MS
const SHORT_HALF_LIFE_MS = HOUR_MS / 4
/** Served ads that the last day counts for against the last quarter of an hour. */
const LONG_WEIGHT_SERVED = 10

export function createAccount(campaign: Campaign, advertiserNumber: number, flow: Flow, nowMs: number): Account {
  return {
    campaign,
    advertiserNumber,
    overdraftMicros: undefined,
    flow,
    served: 0,
    servedMicros: 0,
    billedMicros: 0,
    openMicros: 0,
    toldOpenMicros: 0,
    othersOpenMicros: 0,
    siblings: 1,
    longRequests: 0,
    longMicros: 0,
    shortRequests: 0,
    shortMicros: 0,
    counted: flow.count(),
    settledMs: nowMs,
    sinceMicros: 0,
    limitMicros: 0,
    ledgerMicros: 0,
    share: 1,
    plannedMicros: 0,
    committedMicros: Number.NaN, // nothing is known of a last look
    behindMicros: 0,
    lots: 0,
    isWaiting: false,
  }
}

/** That spending fell behind its plan, or ran ahead of it, is made up for in so long, and fades with this half-life. */
export const MENDING_MS = HOUR_MS / 2

/** Brings the sums up to `nowMs`. @param took the part of requests that the campaign could serve in since the last call */
export function settle(account: Account, took: number, delayMs: number, nowMs: number): void {
  const elapsed = Math.max(0, nowMs - account.settledMs)
  const counted = account.flow.count()
  const requests = Math.max(0, counted - account.counted) * took
  account.behindMicros *= 0.5 ** (elapsed / MENDING_MS)
  account.behindMicros += account.plannedMicros * Math.max(0, counted - account.counted)
  account.plannedMicros = 0
  const memory = 0.5 ** (elapsed / MEMORY_HALF_LIFE_MS)
  account.served *= memory
  account.servedMicros *= memory
  account.billedMicros *= memory
  account.openMicros *= Math.exp(-elapsed / delayMs)
  const long = 0.5 ** (elapsed / LONG_HALF_LIFE_MS)
  account.longRequests = account.longRequests * long + requests
  account.longMicros *= long
  const short = 0.5 ** (elapsed / SHORT_HALF_LIFE_MS)
  account.shortRequests = account.shortRequests * short + requests
  account.shortMicros *= short
  account.counted = counted
  account.settledMs = nowMs
  account.sinceMicros = 0
}

export function addServed(account: Account, priceMicros: number): void {
  account.served++
  account.servedMicros += priceMicros
  account.openMicros += priceMicros
  account.longMicros += priceMicros
  account.shortMicros += priceMicros
  account.sinceMicros += priceMicros
}

/** What one billed action costs, as far as known: the mean price of what was served, else the bid. */
export function usualPrice({ campaign: { bid }, served, servedMicros }: Account): number {
  const bidMicros = bid.model === 'cpm' ? perImpression(bid.amountMicros) : bid.amountMicros
  return Math.min(bidMicros, (servedMicros + bidMicros) / (served + 1))
}

/** Part of the prices of served ads that is billed in the end, 0–1: the campaign's own record, leaning on its model's. */
export function billedRate(account: Account, response: Response): number {
  const { model } = account.campaign.bid
  const weight = PRIOR_SERVED[model] * usualPrice(account)
  const resolved = Math.max(0, account.servedMicros - account.openMicros)
  const rate = (account.billedMicros + response.rateOf(model) * weight) / (resolved + weight)
  return Number.isFinite(rate) ? Math.min(1, rate) : 0
}

/** Prices served per request, were the campaign to take part in all of them: of late, leaning on the last day. */
export function pricesPerRequest(account: Account): number {
  const price = usualPrice(account)
  // One ad in one request is the first guess, which the first few requests correct.
  const long = (account.longMicros + price) / (account.longRequests + 1)
  const weight = (LONG_WEIGHT_SERVED * price) / long
  return (account.shortMicros + LONG_WEIGHT_SERVED * price) / (account.shortRequests + weight)
}
