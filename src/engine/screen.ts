// Which campaigns may serve a request at all. The answer goes into retrieval, so that those who may not cannot crowd out others.
import { createLruMap } from '../base/lru-map.ts'
import type { Random } from '../base/random.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import { type Campaign, PRIORITIES, type Priority, type Rule, type Targeting } from '../domain/campaign.ts'
import { closedBy, isInFlight, isOn, keptFrom, passes, whyNotInFlight } from '../domain/campaign-rules.ts'
import type { CandidateStop, NoFillReason } from '../domain/decision.ts'
import type { Publisher } from '../domain/publisher.ts'
import { QUARTER_MS } from '../domain/time-zone.ts'
import { createCapTable } from './caps.ts'
import type { Directory } from './directory.ts'
import type { Shown } from './exposures/exposures.ts'
import type { BudgetView } from './pacing/board.ts'

export type Stop = NoFillReason | CandidateStop

/** What screening looks at; requests that no campaign tells apart by it share one answer. */
export interface Audience {
  readonly publisher: Publisher
  /** ISO 3166-1 alpha-2 upper case; empty where unknown. */
  readonly country: string
  /** Primary language; `und` where unknown. */
  readonly language: string
  readonly placement: string
  readonly deviceType: string
}

/** What a slot asks on top of its publisher's policy. */
export interface SlotLimits {
  readonly floorMicros: number
  readonly blockedAdvertisers: readonly string[]
  readonly blockedDomains: readonly string[]
}

export interface Screening {
  /** By campaign number: 1 = may serve. Belongs to the screen and lives until the next call. */
  readonly admitted: Uint8Array
  /** Why a campaign may not serve; undefined where it may. */
  stopOf(campaign: Campaign): Stop | undefined
  /** By campaign number: 1 = runs and is meant for this audience, but was stopped. */
  stopped(): Uint8Array
  /** By campaign number: 1 = runs and is meant for this audience, stopped or not. */
  meant(): Uint8Array
  /** By campaign number: 1 = runs, but is meant for others. */
  missed(): Uint8Array
  /** Those admitted of one tier; undefined where it has none. Lives until the next tier is asked for. */
  admittedIn(tier: Priority): Uint8Array | undefined
  /** Those of these campaigns that are to be kept; undefined where there is none. */
  narrow(
    campaigns: Uint8Array,
    isKept: (campaignNumber: number, advertiserNumber: number) => boolean,
  ): Uint8Array | undefined
}

export interface Screen {
  /**
   * @param speaks whether one of the phrases stands in the conversation, for campaigns that target keywords or categories
   * @param lot draws which of the paced campaigns take part; asked again for another slot of the same request it says the same
   */
  screen(
    audience: Audience,
    limits: SlotLimits,
    shown: Shown,
    speaks: (phrases: readonly string[]) => boolean,
    nowMs: number,
    lot: Random,
  ): Screening
}

/** What all requests of an audience have in common until the directory or the hour changes; money is not in it. */
interface Standing {
  /** By campaign number: 1 = may serve; the length is a multiple of four, so that four are looked at at a time. */
  readonly admitted: Uint8Array
  /** By campaign number: 1 = runs and is meant for this audience, but was stopped; and 1 = runs, but is meant for others. */
  readonly stopped: Uint8Array
  readonly missed: Uint8Array
  /** By campaign number, of those that may serve. */
  readonly advertisers: Uint32Array
  /** Those admitted of each tier, by PRIORITIES; undefined where it has none. Nearly always all are of one tier. */
  readonly ofTiers: readonly (Uint8Array | undefined)[]
  readonly stops: readonly (Stop | undefined)[]
  /** Those with words that have to be said, or not, where nothing else of their targeting is against them. */
  readonly phrased: readonly Campaign[]
  /** Since when it is so for sure; a clock that is set back asks anew. */
  readonly fromMs: number
  /** The next moment at which a flight begins or ends, or an hour of somebody's targeting. */
  readonly untilMs: number
}

const AUDIENCES_MAX = 256

export function createScreen({ directory, budgets }: { directory: Directory; budgets: BudgetView }): Screen {
  const standings = createLruMap<string, Standing>({ entriesMax: AUDIENCES_MAX })
  let targets = targetsOf(directory)
  let madeFor = directory.version()
  const caps = createCapTable(directory)
  const own = new Map<number, Stop>() // what stopped campaigns in this request alone; cleared at each call
  let scratch = new Uint8Array(0)
  let tierScratch = new Uint8Array(0)

  const standingFor = (audience: Audience, nowMs: number): Standing => {
    if (madeFor !== directory.version()) {
      madeFor = directory.version()
      targets = targetsOf(directory)
      standings.clear()
    }
    const key = keyOf(audience, targets)
    const known = standings.get(key)
    if (known && nowMs >= known.fromMs && nowMs < known.untilMs) return known
    const standing = standingOf(audience, directory, nowMs)
    standings.set(key, standing)
    return standing
  }

  return {
    screen(audience, limits, shown, speaks, nowMs, lot) {
      budgets.refresh(nowMs)
      const standing = standingFor(audience, nowMs)
      const drawn = budgets.draw(lot)
      if (scratch.length < standing.admitted.length) scratch = new Uint8Array(standing.admitted.length * 2)
      const admitted = scratch
      takePart(standing.admitted, drawn, admitted)

      // A map that is cleared makes itself a new table, which is garbage among what lives long.
      if (own.size > 0) own.clear()
      const stop = (campaign: Campaign, reason: Stop) => {
        if (admitted[campaign.number] !== 1) return
        admitted[campaign.number] = 0
        own.set(campaign.number, reason)
      }
      for (const campaign of standing.phrased) {
        if (admitted[campaign.number] === 1 && phraseRule(campaign, speaks) !== undefined) stop(campaign, 'targeting')
      }
      if (!shown.isEmpty()) caps.eachReached(shown, nowMs, (campaign) => stop(campaign, 'frequency_cap'))
      if (limits.floorMicros > audience.publisher.policy.floorMicros) {
        for (const campaign of directory.campaigns.all()) {
          if (isBelow(limits.floorMicros, campaign)) stop(campaign, 'below_floor')
        }
      }
      // Few are blocked as a rule, and there are fewer advertisers than campaigns.
      const blocked = blockedNumbers(limits, directory)
      for (let number = 0; blocked.size > 0 && number < standing.advertisers.length; number++) {
        if (admitted[number] !== 1 || !blocked.has(standing.advertisers[number]!)) continue
        admitted[number] = 0
        own.set(number, 'policy_blocked')
      }
      const isHeldBack = ({ number }: Campaign) => standing.admitted[number] === 1 && drawn[number] !== 1
      // Whatever else stops them, campaigns whose words are not said are meant for others. Asked only where somebody wants to know why.
      const tellUnspoken = () => {
        for (const campaign of standing.phrased) {
          const isOut = admitted[campaign.number] !== 1 && own.get(campaign.number) !== 'targeting'
          if (isOut && phraseRule(campaign, speaks) !== undefined) own.set(campaign.number, 'targeting')
        }
      }
      const stopped = () => {
        const stopped = standing.stopped.slice()
        for (let i = 0; i < stopped.length; i++) stopped[i]! |= standing.admitted[i]! & (drawn[i]! ^ 1)
        tellUnspoken()
        for (const [number, reason] of own) stopped[number] = reason === 'targeting' ? 0 : 1
        return stopped
      }
      const narrow: Screening['narrow'] = (campaigns, isKept) => {
        const kept = new Uint8Array(standing.admitted.length)
        let any = 0
        for (let i = 0; i < kept.length; i++) {
          if (campaigns[i] === 1 && isKept(i, standing.advertisers[i]!)) any = kept[i] = 1
        }
        return any === 1 ? kept : undefined
      }
      return {
        admitted,
        stopped,
        stopOf: (campaign) =>
          own.get(campaign.number) ??
          standing.stops[campaign.number] ??
          (isHeldBack(campaign) ? (budgets.stopOf(campaign.number) ?? 'pacing') : undefined),
        meant() {
          const meant = stopped()
          for (let i = 0; i < meant.length; i++) meant[i]! |= admitted[i]!
          return meant
        },
        missed() {
          const missed = standing.missed.slice()
          tellUnspoken()
          for (const [number, reason] of own) if (reason === 'targeting') missed[number] = 1
          return missed
        },
        admittedIn(tier) {
          const its = standing.ofTiers[PRIORITIES.indexOf(tier)]
          if (its === undefined || its === standing.admitted) return its && admitted
          if (tierScratch.length < scratch.length) tierScratch = new Uint8Array(scratch.length)
          takePart(its, admitted, tierScratch)
          return tierScratch.includes(1) ? tierScratch : undefined
        },
        narrow,
      }
    },
  }
}

/** The values that targeting names, numbered from 1, and publishers' terms, numbered as they are met. */
interface Targets {
  readonly publishers: ReadonlyMap<string, number>
  readonly terms: WeakMap<Publisher, number>
  readonly termsByText: Map<string, number> // bounded by how many publishers there are: made anew with each change of one
  readonly countries: ReadonlyMap<string, number>
  readonly languages: ReadonlyMap<string, number>
  readonly placements: ReadonlyMap<string, number>
  readonly devices: ReadonlyMap<string, number>
}

function targetsOf(directory: Directory): Targets {
  const targets = {
    ...{ publishers: new Map(), terms: new WeakMap<Publisher, number>(), termsByText: new Map() },
    ...{ countries: new Map(), languages: new Map(), placements: new Map(), devices: new Map() },
  }
  for (const campaign of directory.campaigns.all()) {
    if (!isOn(campaign)) continue
    const { publishers, countries, languages, placements, device } = campaign.targeting
    if (publishers) number(publishers, targets.publishers)
    if (countries) number(countries, targets.countries)
    if (languages) number(languages, targets.languages)
    if (placements) number(placements, targets.placements)
    if (device) number(device, targets.devices)
  }
  return targets
}

function number({ include, exclude }: Rule, numbers: Map<string, number>): void {
  for (const value of include) if (!numbers.has(value)) numbers.set(value, numbers.size + 1)
  for (const value of exclude) if (!numbers.has(value)) numbers.set(value, numbers.size + 1)
}

// Of numbers, since callers choose the texts: none can pass for another, and all that no campaign names, such as a placement
// of its own for each message, are one. So are publishers on the same terms: thousands of them would drive out each other's answers.
function keyOf({ publisher, country, language, placement, deviceType }: Audience, targets: Targets): string {
  const { publishers, countries, languages, placements, devices } = targets
  const who = `${publishers.get(publisher.id) ?? 0}|${termsOf(publisher, targets)}`
  const place = `${placements.get(placement) ?? 0}|${devices.get(deviceType) ?? 0}`
  return `${who}|${countries.get(country) ?? 0}|${languages.get(language) ?? 0}|${place}`
}

/** What of a publisher's policy keeps campaigns out, as a number that all who say the same share. */
function termsOf(publisher: Publisher, { terms, termsByText }: Targets): number {
  const known = terms.get(publisher)
  if (known !== undefined) return known
  const { floorMicros, blockedAdvertisers, blockedDomains } = publisher.policy
  const text = JSON.stringify([floorMicros, blockedAdvertisers, blockedDomains])
  const number = termsByText.get(text) ?? termsByText.size
  termsByText.set(text, number)
  terms.set(publisher, number)
  return number
}

/** Leaves those that are among the others, too, four at a time. */
function takePart(campaigns: Uint8Array, others: Uint8Array, into: Uint8Array): void {
  const words = campaigns.length >> 2
  const from = new Uint32Array(campaigns.buffer, campaigns.byteOffset, words)
  const mask = new Uint32Array(others.buffer, others.byteOffset, words)
  const left = new Uint32Array(into.buffer, into.byteOffset, into.length >> 2)
  for (let i = 0; i < words; i++) left[i] = from[i]! & mask[i]!
  into.fill(0, campaigns.length)
}

function standingOf(audience: Audience, directory: Directory, nowMs: number): Standing {
  let last = 0
  for (const campaign of directory.campaigns.all()) last = Math.max(last, campaign.number)
  const size = (last + 4) & ~3
  const admitted = new Uint8Array(size)
  const stopped = new Uint8Array(size)
  const missed = new Uint8Array(size)
  const advertisers = new Uint32Array(size)
  const stops: (Stop | undefined)[] = []
  const phrased: Campaign[] = []
  const ofTiers = PRIORITIES.map((): Uint8Array | undefined => undefined)
  const blocks = blocksOf(audience.publisher.policy)
  let untilMs = Number.POSITIVE_INFINITY
  for (const campaign of directory.campaigns.all()) {
    untilMs = Math.min(untilMs, nextTurnMs(campaign, nowMs))
    const stop = stopFor(campaign, audience, directory, blocks, nowMs)
    const isMeant = stop !== 'not_running' && stop !== 'targeting'
    if (isMeant && (campaign.targeting.keywords || campaign.targeting.categories)) phrased.push(campaign)
    if (stop !== undefined) {
      stops[campaign.number] = stop
      if (stop === 'targeting') missed[campaign.number] = 1
      else if (stop !== 'not_running') stopped[campaign.number] = 1
      continue
    }
    admitted[campaign.number] = 1
    const tier = PRIORITIES.indexOf(campaign.priority)
    ofTiers[tier] ??= new Uint8Array(size)
    ofTiers[tier][campaign.number] = 1
    advertisers[campaign.number] = directory.advertisers.byId(campaign.advertiserId)!.number
  }
  const isOneTier = ofTiers.filter((some) => some !== undefined).length === 1
  return {
    ...{ admitted, stopped, missed, advertisers, stops, phrased, fromMs: nowMs, untilMs },
    ofTiers: isOneTier ? ofTiers.map((some) => some && admitted) : ofTiers,
  }
}

/** When the clock alone may next change whether a campaign serves. */
function nextTurnMs({ startAtMs = 0, endAtMs, targeting: { days, hours } }: Campaign, nowMs: number): number {
  if (nowMs < startAtMs) return startAtMs
  const hourMs = days || hours ? (Math.floor(nowMs / QUARTER_MS) + 1) * QUARTER_MS : Number.POSITIVE_INFINITY
  return endAtMs !== undefined && nowMs < endAtMs ? Math.min(endAtMs, hourMs) : hourMs
}

// Cheapest and most telling first: a paused campaign is not worth a look at its targeting.
function stopFor(
  campaign: Campaign,
  audience: Audience,
  directory: Directory,
  blocks: Blocks,
  nowMs: number,
): Stop | undefined {
  if (!isInFlight(campaign, nowMs) || !hasAdvertiser(campaign, directory)) return 'not_running'
  if (audienceRule(campaign, audience, nowMs) !== undefined) return 'targeting'
  return policyStop(campaign, audience.publisher, directory, blocks)
}

/** Each reason why a campaign does not run, whoever asks. */
export function whyNotRunning(campaign: Campaign, directory: Directory, nowMs: number): NotRunning[] {
  const why = whyNotInFlight(campaign, nowMs)
  return hasAdvertiser(campaign, directory) ? why : [...why, 'advertiser_archived']
}

export type NotRunning = ReturnType<typeof whyNotInFlight>[number] | 'advertiser_archived'

function hasAdvertiser({ advertiserId }: Campaign, directory: Directory): boolean {
  const advertiser = directory.advertisers.byId(advertiserId)
  return advertiser !== undefined && advertiser.archivedAtMs === undefined
}

/** Why a publisher keeps a campaign out by its policy; undefined where it does not. */
export function policyStop(
  campaign: Campaign,
  { policy }: Publisher,
  directory: Directory,
  blocks = blocksOf(policy),
): Stop | undefined {
  const advertiser = directory.advertisers.byId(campaign.advertiserId)
  if (advertiser && isBlocked(advertiser, blocks)) return 'policy_blocked'
  if (isBelow(policy.floorMicros, campaign)) return 'below_floor'
  return undefined
}

// House ads fill what nobody pays for, so no floor keeps them out.
function isBelow(floorMicros: number, { priority, bid }: Campaign): boolean {
  return priority !== 'house' && bid.amountMicros < floorMicros
}

/** The first rule of its targeting that keeps a campaign from a conversation; undefined where none does. */
export function missedRule(
  campaign: Campaign,
  audience: Audience,
  speaks: (phrases: readonly string[]) => boolean,
  nowMs: number,
): keyof Targeting | undefined {
  return audienceRule(campaign, audience, nowMs) ?? phraseRule(campaign, speaks)
}

function audienceRule(campaign: Campaign, audience: Audience, nowMs: number): keyof Targeting | undefined {
  const { publisher, country, language, placement, deviceType } = audience
  const { targeting } = campaign
  const kept = keptFrom(targeting, { publisherId: publisher.id, country, language })
  if (kept !== undefined) return kept
  if (!passes(targeting.placements, placement)) return 'placements'
  return passes(targeting.device, deviceType) ? closedBy(campaign, nowMs) : 'device'
}

function phraseRule(
  { targeting }: Campaign,
  speaks: (phrases: readonly string[]) => boolean,
): keyof Targeting | undefined {
  for (const name of PHRASE_RULES) {
    const rule = targeting[name]
    if (!rule) continue
    if (rule.exclude.length > 0 && speaks(rule.exclude)) return name
    if (rule.include.length > 0 && !speaks(rule.include)) return name
  }
  return undefined
}

const PHRASE_RULES = ['keywords', 'categories'] as const

/** Whom a publisher or a slot blocks, read once for all campaigns. */
interface Blocks {
  readonly ids: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly domains: readonly string[]
}

function blocksOf({ blockedAdvertisers, blockedDomains }: Omit<SlotLimits, 'floorMicros'>): Blocks {
  return {
    ids: new Set(blockedAdvertisers),
    names: new Set(blockedAdvertisers.map(nameToCompare)),
    domains: blockedDomains,
  }
}

function blockedNumbers(limits: SlotLimits, directory: Directory): Set<number> {
  const numbers = new Set<number>()
  if (limits.blockedAdvertisers.length + limits.blockedDomains.length === 0) return numbers
  const blocks = blocksOf(limits)
  for (const advertiser of directory.advertisers.all()) {
    if (isBlocked(advertiser, blocks)) numbers.add(advertiser.number)
  }
  return numbers
}

function isBlocked(advertiser: Advertiser, { ids, names, domains }: Blocks): boolean {
  if (ids.has(advertiser.id)) return true
  if (names.size > 0 && names.has(nameToCompare(advertiser.name))) return true
  return domains.length > 0 && isUnder(advertiser.domain, domains)
}

// However it is written, so that no advertiser is rid of a block by a capital in its name or a space behind it.
function nameToCompare(name: string): string {
  return name.trim().toLowerCase()
}

/** True where a host name is one of the domains or lies below one. */
export function isUnder(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
