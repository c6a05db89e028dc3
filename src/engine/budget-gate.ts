// Which campaigns may spend now, and how many of the requests they take part in, so that budgets last and are never passed.
//
// A campaign is looked at again each minute of service time, when money moved, when its terms changed, and when it served
// more than was expected; each look is arithmetic on a few numbers (pacing/plan.ts). docs/delivery.md tells it in words.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts'
import { createSeededRandom, type Random } from '../base/random.ts'
import type { BidModel, Campaign } from '../domain/campaign.ts'
import { isInFlight, isOpenHour } from '../domain/campaign-rules.ts'
import { type Micros, perImpression } from '../domain/money.ts'
import { endOfDayMs, hourStartMs } from '../domain/time-zone.ts'
import type { Directory } from './directory.ts'
import type { Facts } from './facts.ts'
import {
  type Account,
  addServed,
  billedRate,
  createAccount,
  MENDING_MS,
  pricesPerRequest,
  settle,
  usualPrice,
} from './pacing/account.ts'
import { type BoardMemory, type BudgetStop, type BudgetView, createBoard } from './pacing/board.ts'
import { LOTS } from './pacing/lots.ts'
import { isSpokenFor, plan, shareFor } from './pacing/plan.ts'
import { createResponse } from './pacing/response.ts'
import { packState, type SavedCampaigns, unpackState } from './pacing/state.ts'
import { createTraffic, type Traffic } from './pacing/traffic.ts'

export interface BudgetGate extends BudgetView {
  /** Counts a request that ads could answer. */
  noteRequest(publisherNumber: number, country: string): void
  /** An ad was served; `priceMicros` is what its billable action costs. */
  noteServed(campaignNumber: number, priceMicros: Micros): void
  /** A billable action came so long after its ad was served. */
  noteDelay(model: BidModel, delayMs: number): void
  /** Requests expected between two instants to come; undefined until each hour of a day was seen. */
  expectedRequests(fromMs: number, toMs: number): number | undefined
  /** Requests counted since the start, so that a store need not be written where nothing happened. */
  readonly noted: number
  /** What was learned, as text for a store. */
  save(nowMs: number): string
  /** Takes up what was saved; to be called before the first `refresh`. */
  restore(saved: string): void
  /** For threads that only decide, see `openBoard`. */
  readonly board: BoardMemory
}

const LOOK_EVERY_MS = MINUTE_MS
/** Looks in one refresh, so that none takes long; what is due and left out is next. */
const LOOKS_MAX = 256
/** The least that one more billable action can cost; with less left than that, nothing can be billed any more. */
const LEAST_CHARGE_MICROS = 10_000
/** Ads to be served before an unexpected number of them calls for an early look. */
const EARLY_SERVED = 4
/** A share rises by at most so much from one look to the next, since what it brings is known only afterwards. */
const RISE_MAX = 1.5
/** Smaller changes of a share are left alone. */
const STEADY = 0.02
/** However late in its day, a campaign is given at least so long to spend what is left. */
const LAST_STRETCH_MS = 5 * MINUTE_MS

/** @param random decides which of two neighbouring numbers of lots a share is rounded to; no money hangs on it */
export function createBudgetGate(deps: { directory: Directory; facts: Facts; random?: Random }): BudgetGate {
  const { directory, facts, random = createSeededRandom(1) } = deps
  const traffic: Traffic = createTraffic()
  const everyone = traffic.flowFor({}, () => undefined)
  const response = createResponse()
  const board = createBoard()
  const { lots } = board
  const accounts: (Account | undefined)[] = [] // by campaign number
  const numbers: number[] = [] // of those with an account, in the order in which they are looked at
  const byAdvertiser = new Map<number, number[]>() // advertiser -> campaign numbers
  const early: number[] = [] // at most one entry a campaign: its limit is lifted when it is added
  let waking: SavedCampaigns = new Map()
  let seenDirectory = -1
  let seenMoney = -1
  let next = 0
  let due = 0
  let refreshedMs = Number.NaN
  let noted = 0

  return {
    noteRequest(publisherNumber, country) {
      noted++
      traffic.note(publisherNumber, country)
    },
    get noted() {
      return noted
    },
    noteServed(campaignNumber, priceMicros) {
      const account = accounts[campaignNumber]
      if (!account) return
      addServed(account, priceMicros)
      response.noteServed(account.campaign.bid.model, priceMicros)
      if (account.sinceMicros < account.limitMicros) return
      account.limitMicros = Number.POSITIVE_INFINITY
      early.push(campaignNumber)
    },
    noteDelay: response.noteDelay,
    refresh(nowMs) {
      traffic.advance(nowMs)
      if (directory.version !== seenDirectory) takeChanges(nowMs)
      if (facts.moneyVersion !== seenMoney) takeMoney(nowMs)
      while (early.length > 0) look(early.pop()!, nowMs)
      const elapsed = nowMs - refreshedMs
      refreshedMs = nowMs
      due = elapsed >= 0 ? Math.min(numbers.length, due + (numbers.length * elapsed) / LOOK_EVERY_MS) : numbers.length
      for (let looks = 0; due >= 1 && looks < LOOKS_MAX; looks++, due--) {
        next = (next + 1) % numbers.length
        look(numbers[next]!, nowMs)
      }
    },
    stopOf: board.stopOf,
    draw: board.draw,
    leftOf: facts.remainingMicros,
    paceOf(campaignNumber) {
      const account = accounts[campaignNumber]
      if (!account) return { share: 0, openMicros: 0 }
      return noteOf(account, board.stopOf(campaignNumber))
    },
    expectedRequests: (fromMs, toMs) => (everyone.isLearned() ? everyone.expected(fromMs, toMs) : undefined),
    save: (nowMs) => packState({ nowMs, traffic, response, accounts: numbers.map((number) => accounts[number]!) }),
    restore(saved) {
      waking = unpackState(saved, { traffic, response })
    },
    get board() {
      return board.memory
    },
  }

  function noteOf(account: Account, stop: BudgetStop | undefined) {
    const openMicros = Math.round(account.openMicros * billedRate(account, response))
    return { share: stop ? 0 : account.share, openMicros, ...(stop && { stop }) }
  }

  // New and changed campaigns are looked at at once, so that an edited budget counts from the next request on.
  function takeChanges(nowMs: number): void {
    seenDirectory = directory.version
    for (const campaign of directory.campaigns.all()) {
      const known = accounts[campaign.number]
      if (known?.campaign === campaign) continue
      if (known) takeTerms(known, campaign)
      else open(campaign, nowMs)
      look(campaign.number, nowMs)
    }
  }

  function open(campaign: Campaign, nowMs: number): void {
    const { number } = campaign
    const advertiserNumber = directory.advertisers.byId(campaign.advertiserId)?.number ?? 0
    const account = createAccount(campaign, advertiserNumber, flowFor(campaign), nowMs)
    account.ledgerMicros = facts.spentOf(campaign, nowMs).totalMicros
    waking.get(number)?.(account)
    accounts[number] = account
    numbers.push(number)
    const siblings = byAdvertiser.get(advertiserNumber)
    if (siblings) siblings.push(number)
    else byAdvertiser.set(advertiserNumber, [number])
  }

  function takeTerms(account: Account, campaign: Campaign): void {
    const before = account.campaign
    account.campaign = campaign
    if (before.targeting === campaign.targeting) return
    account.flow = flowFor(campaign)
    account.counted = account.flow.count()
    // Requests of another flow are another unit: what a request brings is learned anew.
    account.longRequests = account.longMicros = account.shortRequests = account.shortMicros = 0
  }

  function flowFor(campaign: Campaign) {
    return traffic.flowFor(campaign.targeting, (id) => directory.publishers.byId(id)?.number)
  }

  function takeMoney(nowMs: number): void {
    seenMoney = facts.moneyVersion
    const touched = facts.takeTouched()
    for (const number of touched.campaigns) if (accounts[number]) look(number, nowMs)
    for (const advertiser of touched.advertisers) {
      for (const number of byAdvertiser.get(advertiser) ?? []) look(number, nowMs)
    }
  }

  function look(number: number, nowMs: number): void {
    const account = accounts[number]!
    const { campaign } = account
    const delayMs = response.delayOf(campaign.bid.model)
    const isOpen = isInFlight(campaign, nowMs) && isOpenHour(campaign, nowMs)
    // Requests of closed hours were nobody's plan, so it has not fallen behind by them.
    if (!isOpen) account.plannedMicros = 0
    settle(account, isOpen ? account.lots / LOTS : 0, delayMs, nowMs)
    takeBilled(account, nowMs)
    const stop = judge(account, delayMs, nowMs)
    board.write(number, noteOf(account, stop), facts.remainingMicros(campaign, nowMs))
    account.lots = stop ? 0 : Math.floor(account.share * LOTS + (account.share < 1 ? random() : 0))
    lots.set(number, account.lots)
  }

  function takeBilled(account: Account, nowMs: number): void {
    const { totalMicros } = facts.spentOf(account.campaign, nowMs)
    const billed = totalMicros - account.ledgerMicros
    if (billed === 0) return
    account.ledgerMicros = totalMicros
    account.billedMicros = Math.max(0, account.billedMicros + billed)
    response.noteBilled(account.campaign.bid.model, billed)
  }

  /** Sets the account's share, and says whether it spends nothing at all. */
  function judge(account: Account, delayMs: number, nowMs: number): BudgetStop | undefined {
    const { campaign } = account
    const remainingMicros = facts.remainingMicros(campaign, nowMs)
    if (remainingMicros < leastCharge(campaign)) return 'budget_exhausted'
    if (remainingMicros === Number.POSITIVE_INFINITY) {
      account.limitMicros = Number.POSITIVE_INFINITY
      account.share = 1
      return undefined
    }
    const priceMicros = usualPrice(account)
    const rate = billedRate(account, response)
    const openMicros = account.openMicros * rate
    account.isWaiting = isSpokenFor({ remainingMicros, openMicros, priceMicros }, account.isWaiting)
    const committedMicros = account.ledgerMicros + openMicros
    if (!Number.isNaN(account.committedMicros)) account.behindMicros -= committedMicros - account.committedMicros
    account.committedMicros = committedMicros
    const share = campaign.pacing === 'even' ? evenShare(account, { openMicros, priceMicros, rate, delayMs, nowMs }) : 1
    // What a share brings is known only afterwards, so it rises step by step; out of silence it starts where it should be.
    const risen = account.lots === 0 ? share : Math.min(share, Math.max(account.share * RISE_MAX, 1 / LOTS))
    if (share === 1 || Math.abs(risen - account.share) > account.share * STEADY) account.share = risen
    account.limitMicros = nextLook(account, { remainingMicros, openMicros, priceMicros, rate })
    if (account.isWaiting && remainingMicros < priceMicros) return 'budget_exhausted'
    return account.isWaiting || account.share === 0 ? 'pacing' : undefined
  }

  // The tighter of the day's plan and the flight's. Without an end there is nothing to spread a total budget over.
  function evenShare(
    account: Account,
    now: { openMicros: number; priceMicros: number; rate: number; delayMs: number; nowMs: number },
  ): number {
    const { openMicros, priceMicros, rate, delayMs, nowMs } = now
    const { campaign, flow } = account
    const { totalMicros, dailyMicros } = campaign.budget
    const spent = facts.spentOf(campaign, nowMs)
    if (!flow.isKnown()) {
      account.behindMicros = 0
      return isAheadOfClock(campaign, spent, openMicros, nowMs) ? 0 : 1
    }
    const flightEndMs = campaign.endAtMs ?? Number.POSITIVE_INFINITY
    const { days, hours } = campaign.targeting
    const startMs = hourStartMs(nowMs, campaign.timeZone)
    const open = days || hours ? { startMs, isOpen: (hourMs: number) => isOpenHour(campaign, hourMs) } : undefined
    const requestsUntil = (endMs: number): number => flow.expected(nowMs, endMs, open)
    // What is served in the last moments is clicked after them, so a plan ends a little earlier than its budget.
    const lastMs = (endMs: number): number => Math.max(nowMs + LAST_STRETCH_MS, endMs - delayMs)
    let planned = Number.POSITIVE_INFINITY
    if (dailyMicros !== undefined) {
      const endMs = Math.min(flightEndMs, endOfDayMs(nowMs, campaign.timeZone))
      const dueToday = openMicros * (1 - Math.exp(-(endMs - nowMs) / delayMs))
      const remainingMicros = dailyMicros - spent.dayMicros
      const requests = requestsUntil(lastMs(endMs))
      planned = plan({ remainingMicros, openMicros: dueToday, priceMicros, requests })
    }
    if (totalMicros !== undefined && flightEndMs !== Number.POSITIVE_INFINITY) {
      const remainingMicros = totalMicros - spent.totalMicros
      const requests = requestsUntil(lastMs(flightEndMs))
      planned = Math.min(planned, plan({ remainingMicros, openMicros, priceMicros, requests }))
    }
    if (planned === Number.POSITIVE_INFINITY) return 1
    account.plannedMicros = planned
    const lately = { behindMicros: account.behindMicros, soonRequests: requestsUntil(nowMs + MENDING_MS) }
    return shareFor(planned, lately, pricesPerRequest(account) * rate)
  }

  // Looks again before links go out that would use up what is left, and where far more is served than was planned.
  function nextLook(
    account: Account,
    now: { remainingMicros: number; openMicros: number; priceMicros: number; rate: number },
  ): number {
    const untilFull = Math.max(0, now.remainingMicros - now.openMicros) / Math.max(now.rate, 1e-6) / 2
    if (account.campaign.pacing === 'asap') return Math.max(now.priceMicros, untilFull)
    const planned = account.shortMicros * (LOOK_EVERY_MS / HOUR_MS)
    return Math.min(Math.max(EARLY_SERVED * now.priceMicros, planned * 2), Math.max(now.priceMicros, untilFull))
  }
}

/** Without known traffic a campaign may run so far ahead of the clock, so that it does not start in silence: a part of its day, and a time of its flight. */
const SLACK = 1 / 12
const SLACK_MS = DAY_MS * SLACK

function isAheadOfClock(
  { budget, bid, timeZone, startAtMs, createdAtMs, endAtMs }: Campaign,
  spent: { totalMicros: Micros; dayMicros: Micros },
  openMicros: number,
  nowMs: number,
): boolean {
  // One action may always be under way, or a budget of two clicks would never start.
  const oneAction = bid.model === 'cpm' ? perImpression(bid.amountMicros) : bid.amountMicros
  const isAhead = (spentMicros: Micros, budgetMicros: Micros, elapsed: number) =>
    spentMicros + openMicros >= Math.max(oneAction, budgetMicros * Math.min(1, elapsed))
  const bornMs = startAtMs ?? createdAtMs
  if (budget.dailyMicros !== undefined) {
    const endMs = endOfDayMs(nowMs, timeZone)
    const fromMs = Math.max(bornMs, endMs - DAY_MS)
    if (isAhead(spent.dayMicros, budget.dailyMicros, SLACK + (nowMs - fromMs) / (endMs - fromMs))) return true
  }
  if (budget.totalMicros === undefined || endAtMs === undefined) return false
  return isAhead(spent.totalMicros, budget.totalMicros, (nowMs - bornMs + SLACK_MS) / Math.max(1, endAtMs - bornMs))
}

function leastCharge({ bid: { model, amountMicros } }: Campaign): Micros {
  const floor = Math.min(amountMicros, LEAST_CHARGE_MICROS)
  return model === 'cpm' ? Math.max(1, perImpression(floor)) : floor
}
