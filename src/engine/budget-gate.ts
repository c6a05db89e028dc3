// Which campaigns may spend now, and how many of the requests they take part in, so that budgets last and are never passed.
//
// A campaign is looked at again each minute of service time, when a day may have begun, when money moved, when its terms
// changed, and when it served more than was expected; each look is arithmetic on a few numbers (pacing/judge.ts).
// docs/delivery.md tells it in words.
import { isDeepStrictEqual } from 'node:util'
import { createSeededRandom, type Random } from '../base/random.ts'
import { overdraftOf } from '../domain/advertiser.ts'
import type { BidModel, Campaign } from '../domain/campaign.ts'
import { isInFlight, isOpenHour } from '../domain/campaign-rules.ts'
import type { Micros } from '../domain/money.ts'
import { QUARTER_MS } from '../domain/time-zone.ts'
import type { Directory } from './directory.ts'
import type { Facts, SpendLimit } from './facts.ts'
import { type Account, addServed, billedRate, createAccount, settle } from './pacing/account.ts'
import { type BoardMemory, type BudgetStop, type BudgetView, createBoard } from './pacing/board.ts'
import { judge, LOOK_EVERY_MS, usedUpOf } from './pacing/judge.ts'
import { LOTS } from './pacing/lots.ts'
import { createResponse } from './pacing/response.ts'
import { packState, type SavedCampaigns, unpackState } from './pacing/state.ts'
import { countriesAimedAt, createTraffic, type Traffic } from './pacing/traffic.ts'

export interface BudgetGate extends BudgetView {
  /** Counts a request, whether or not ads could answer it: shares are of all that come. */
  noteRequest(publisherNumber: number, country: string): void
  /** An ad was served; `priceMicros` is what its billable action costs. */
  noteServed(campaignNumber: number, priceMicros: Micros): void
  /** A billable action came so long after its ad was served. */
  noteDelay(model: BidModel, delayMs: number): void
  /** By which limits a campaign spends nothing, where `stopOf` says that its budget is exhausted; else none. */
  usedUp(campaign: Campaign, nowMs: number): SpendLimit[]
  /** Requests expected between two instants to come; undefined until each hour of a day was seen. */
  expectedRequests(fromMs: number, toMs: number): number | undefined
  /** Requests counted since the start, so that a store need not be written where nothing happened. */
  noted(): number
  /** What was learned, as text for a store. */
  save(nowMs: number): string
  /** Takes up what was saved; to be called before the first `refresh`. */
  restore(saved: string): void
  /** For threads that only decide, see `openBoard`. */
  board(): BoardMemory
}

/** Looks in one refresh, so that none takes long; what is due and left out is next. */
const LOOKS_MAX = 256

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
  const openBy = new Map<number, number>() // advertiser -> what links of all its campaigns may still cost
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
    noted() {
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
      if (directory.version() !== seenDirectory) takeChanges(nowMs)
      if (facts.moneyVersion() !== seenMoney) takeMoney(nowMs)
      while (early.length > 0) look(early.pop()!, nowMs)
      const elapsed = nowMs - refreshedMs
      const isSameQuarter = Math.floor(nowMs / QUARTER_MS) === Math.floor(refreshedMs / QUARTER_MS)
      refreshedMs = nowMs
      due = Math.min(numbers.length, due + (numbers.length * elapsed) / LOOK_EVERY_MS)
      // Whoever spent its day serves again with the first requests of the next one, and no minute later.
      if (!isSameQuarter || elapsed < 0) due = numbers.length
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
    usedUp(campaign, nowMs) {
      if (board.stopOf(campaign.number) !== 'budget_exhausted') return []
      return usedUpOf(campaign, facts.leftBy(campaign, nowMs))
    },
    expectedRequests: (fromMs, toMs) => (everyone.isLearned() ? everyone.expected(fromMs, toMs) : undefined),
    save: (nowMs) => packState({ nowMs, traffic, response, accounts: numbers.map((number) => accounts[number]!) }),
    restore(saved) {
      waking = unpackState(saved, { traffic, response })
    },
    board() {
      return board.memory()
    },
  }

  function noteOf(account: Account, stop: BudgetStop | undefined) {
    const openMicros = Math.round(account.openMicros * billedRate(account, response))
    return { share: stop ? 0 : account.share, openMicros, ...(stop && { stop }) }
  }

  // New and changed campaigns are looked at at once, so that an edited budget counts from the next request on; so are those of
  // an advertiser who pays in advance from now on, or no longer does, or may owe more or less.
  function takeChanges(nowMs: number): void {
    seenDirectory = directory.version()
    for (const campaign of directory.campaigns.all()) {
      const known = accounts[campaign.number]
      const advertiser = directory.advertisers.byId(campaign.advertiserId)
      const overdraftMicros = advertiser && overdraftOf(advertiser)
      if (known?.campaign === campaign && known.overdraftMicros === overdraftMicros) continue
      if (known) takeTerms(known, campaign)
      else open(campaign, nowMs)
      accounts[campaign.number]!.overdraftMicros = overdraftMicros
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
    // What came of ads that were clicked or converted tells nothing of impressions, nor the other way round.
    if (before.bid.model !== campaign.bid.model) {
      account.served = account.servedMicros = account.billedMicros = account.openMicros = 0
      account.longRequests = account.longMicros = account.shortRequests = account.shortMicros = 0
    }
    // By value, since a stored campaign is another object after each edit.
    if (isDeepStrictEqual(aimOf(before), aimOf(campaign))) return
    account.flow = flowFor(campaign)
    account.counted = account.flow.count()
    // Requests of another flow are another unit: what a request brings is learned anew.
    account.longRequests = account.longMicros = account.shortRequests = account.shortMicros = 0
  }

  // What tells one flow of requests from another.
  function aimOf({ targeting }: Campaign) {
    return [targeting.publishers?.include ?? [], countriesAimedAt(targeting)]
  }

  function flowFor(campaign: Campaign) {
    return traffic.flowFor(campaign.targeting, (id) => directory.publishers.byId(id)?.number)
  }

  function takeMoney(nowMs: number): void {
    seenMoney = facts.moneyVersion()
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
    takeOpen(account)
    const stop = judge(account, { facts, response }, nowMs)
    board.write(number, noteOf(account, stop), facts.remainingMicros(campaign, nowMs))
    account.lots = stop ? 0 : Math.floor(account.share * LOTS + (account.share < 1 ? random() : 0))
    lots.set(number, account.lots)
  }

  // What links of an advertiser may still cost is told by its campaigns at each of their looks.
  function takeOpen(account: Account): void {
    const { advertiserNumber } = account
    account.siblings = byAdvertiser.get(advertiserNumber)!.length
    account.othersOpenMicros = Math.max(0, (openBy.get(advertiserNumber) ?? 0) - account.toldOpenMicros)
    account.toldOpenMicros = account.openMicros * billedRate(account, response)
    openBy.set(advertiserNumber, account.othersOpenMicros + account.toldOpenMicros)
  }

  function takeBilled(account: Account, nowMs: number): void {
    const { totalMicros } = facts.spentOf(account.campaign, nowMs)
    const billed = totalMicros - account.ledgerMicros
    if (billed === 0) return
    account.ledgerMicros = totalMicros
    account.billedMicros = Math.max(0, account.billedMicros + billed)
    response.noteBilled(account.campaign.bid.model, billed)
  }
}
