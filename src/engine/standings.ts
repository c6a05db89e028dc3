// Which campaigns an audience may see by their own rules and its publisher's. Each rule is asked once of each value that a campaign names,
// and what an audience may see is put together of the answers: networks have many more audiences than values.
import { createLruMap, type LruMap } from '../base/lru-map.ts'
import { type Campaign, PRIORITIES, type Rule, type Targeting } from '../domain/campaign.ts'
import { isInFlight, isOn, isOpenHour, passes } from '../domain/campaign-rules.ts'
import type { Publisher } from '../domain/publisher.ts'
import { QUARTER_MS } from '../domain/time-zone.ts'
import { type Audience, blockedNumbers, hasAdvertiser, isBelow } from './campaign-stops.ts'
import type { Directory } from './directory.ts'

/** By campaign number, 1 for those meant; the length is a multiple of four, so that four are looked at at a time. */
type Mask = Uint8Array<ArrayBuffer>

/** What all requests of an audience have in common until the directory or the hour changes; money is not in it. */
export interface Standing {
  /** May serve; runs and is meant for this audience, but was stopped; runs, but is meant for others. */
  readonly admitted: Mask
  readonly stopped: Mask
  readonly missed: Mask
  /** By campaign number, of those that run. */
  readonly advertisers: Uint32Array
  /** Those admitted of each tier, by PRIORITIES; undefined where it has none. Nearly always all are of one tier. */
  readonly ofTiers: readonly (Mask | undefined)[]
  /** Those with words that have to be said, or not, where nothing else of their targeting is against them. */
  readonly phrased: readonly Campaign[]
}

export interface Standings {
  /** Of an audience at a time; its arrays are for reading. */
  of(audience: Audience, nowMs: number): Standing
}

const AUDIENCES_MAX = 256
/** For the answers about one rule, of which there are seven: a thousand publishers, each on terms of its own, among five thousand campaigns take a third. */
const MASK_BYTES_MAX = 16 * 2 ** 20

export function createStandings(directory: Directory): Standings {
  const known = createLruMap<string, Standing>({ entriesMax: AUDIENCES_MAX })
  let madeFor = directory.version()
  let rules = rulesOf(directory)
  let moment: Moment | undefined

  return {
    of(audience, nowMs) {
      if (madeFor !== directory.version()) {
        madeFor = directory.version()
        rules = rulesOf(directory)
        moment = undefined
      }
      if (moment === undefined || nowMs < moment.fromMs || nowMs >= moment.untilMs) {
        moment = rules.momentAt(nowMs)
        known.clear()
      }
      const key = rules.keyOf(audience)
      const found = known.get(key)
      if (found !== undefined) return found
      const standing = rules.standingOf(audience, moment)
      known.set(key, standing)
      return standing
    },
  }
}

/** What the clock alone decides. */
interface Moment {
  /** In flight; and of those whose day and hour it is. */
  readonly running: Mask
  readonly open: Mask
  /** Since when it is so for sure (a clock that is set back asks anew), and when it may change. */
  readonly fromMs: number
  readonly untilMs: number
}

/** The campaigns that are on, read for as long as the directory stays as it is. A rule that none of them has is never asked. */
function rulesOf(directory: Directory) {
  const all = [...directory.campaigns.all()]
  const size = (all.reduce((last, { number }) => Math.max(last, number), 0) + 4) & ~3
  const campaigns = all.filter((one) => isOn(one) && hasAdvertiser(one, directory))
  const maskOf = (isMeant: (campaign: Campaign) => boolean): Mask => {
    const mask = new Uint8Array(size)
    for (const campaign of campaigns) if (isMeant(campaign)) mask[campaign.number] = 1
    return mask
  }
  const dimensions = DIMENSIONS.filter(({ rule }) =>
    campaigns.some(({ targeting }) => rule(targeting) !== undefined),
  ).map((dimension) => createDimension(dimension, campaigns, size, maskOf))
  const advertisers = new Uint32Array(size)
  for (const { number, advertiserId } of campaigns) {
    advertisers[number] = directory.advertisers.byId(advertiserId)!.number
  }
  const terms = createTerms(directory, advertisers, maskOf)
  const tiers = PRIORITIES.map((tier) => maskOf(({ priority }) => priority === tier))
  const phrased = campaigns.filter(({ targeting }) => targeting.keywords || targeting.categories)

  return {
    // Of numbers, since callers choose the texts: none can pass for another, and all that no campaign names, such as a placement
    // of its own for each message, are one.
    keyOf: (audience: Audience): string =>
      dimensions.reduce((key, { numberOf }) => `${key}|${numberOf(audience)}`, `${terms.numberOf(audience.publisher)}`),

    momentAt(nowMs: number): Moment {
      const running = maskOf((campaign) => isInFlight(campaign, nowMs))
      const open = maskOf((campaign) => running[campaign.number] === 1 && isOpenHour(campaign, nowMs))
      const untilMs = campaigns.reduce((soonest, one) => Math.min(soonest, nextTurnMs(one, nowMs)), Infinity)
      return { running, open, fromMs: nowMs, untilMs }
    },

    standingOf(audience: Audience, { running, open }: Moment): Standing {
      const meant = open.slice()
      for (const { maskFor } of dimensions) keepAmong(meant, maskFor(audience))
      const admitted = meant.slice()
      keepAmong(admitted, terms.maskFor(audience.publisher))
      const ofTiers = tiers.map((tier) => {
        const its = tier.slice()
        keepAmong(its, admitted)
        return its.includes(1) ? its : undefined
      })
      const isOneTier = ofTiers.filter((some) => some !== undefined).length === 1
      return {
        admitted,
        stopped: without(meant, admitted),
        missed: without(running, meant),
        advertisers,
        ofTiers: isOneTier ? ofTiers.map((some) => some && admitted) : ofTiers,
        phrased: phrased.filter(({ number }) => meant[number] === 1),
      }
    },
  }
}

/** One rule of targeting, and what of an audience it asks for. */
interface Dimension {
  readonly rule: (targeting: Targeting) => Rule<string> | undefined
  readonly value: (audience: Audience) => string
}

const DIMENSIONS: readonly Dimension[] = [
  { rule: ({ publishers }) => publishers, value: ({ publisher }) => publisher.id },
  { rule: ({ countries }) => countries, value: ({ country }) => country },
  { rule: ({ regions }) => regions, value: ({ region }) => region },
  { rule: ({ languages }) => languages, value: ({ language }) => language },
  { rule: ({ placements }) => placements, value: ({ placement }) => placement },
  { rule: ({ device }) => device, value: ({ deviceType }) => deviceType },
]

type MaskOf = (isMeant: (campaign: Campaign) => boolean) => Mask

function createDimension({ rule, value }: Dimension, campaigns: readonly Campaign[], size: number, maskOf: MaskOf) {
  // The values that campaigns name, from 1; all others are alike, and 0.
  const numbers = new Map<string, number>()
  for (const { targeting } of campaigns) {
    const { include = [], exclude = [] } = rule(targeting) ?? {}
    for (const named of [...include, ...exclude]) if (!numbers.has(named)) numbers.set(named, numbers.size + 1)
  }
  const numberOf = (audience: Audience): number => numbers.get(value(audience)) ?? 0
  const masks = createMasks(size)
  return {
    numberOf,
    maskFor(audience: Audience): Mask {
      return masks(numberOf(audience), () => maskOf(({ targeting }) => passes(rule(targeting), value(audience))))
    },
  }
}

/** What of publishers' policies keeps campaigns out. Those who say the same are alike: thousands may. */
function createTerms(directory: Directory, advertisers: Uint32Array, maskOf: MaskOf) {
  const numbers = new WeakMap<Publisher, number>()
  const byText = new Map<string, number>() // bounded by how many publishers there are: made anew with each change of one
  const masks = createMasks(advertisers.length)
  const numberOf = (publisher: Publisher): number => {
    const known = numbers.get(publisher)
    if (known !== undefined) return known
    const { floorMicros, blockedAdvertisers, blockedDomains, allowedAdvertisers = [] } = publisher.policy
    const text = JSON.stringify([floorMicros, blockedAdvertisers, blockedDomains, allowedAdvertisers])
    const number = byText.get(text) ?? byText.size
    byText.set(text, number)
    numbers.set(publisher, number)
    return number
  }
  return {
    numberOf,
    maskFor(publisher: Publisher): Mask {
      return masks(numberOf(publisher), () => {
        const { floorMicros } = publisher.policy
        // As `policyStop`, but each advertiser is looked at once.
        const blocked = blockedNumbers(publisher.policy, directory)
        return maskOf((one) => !isBelow(floorMicros, one) && !blocked.has(advertisers[one.number]!))
      })
    },
  }
}

/** Masks by number, made when they are asked for and forgotten when there are too many. */
function createMasks(size: number): (number: number, make: () => Mask) => Mask {
  const entriesMax = Math.max(64, Math.floor(MASK_BYTES_MAX / size))
  const masks: LruMap<number, Mask> = createLruMap({ entriesMax })
  return (number, make) => {
    const known = masks.get(number)
    if (known !== undefined) return known
    const made = make()
    masks.set(number, made)
    return made
  }
}

function keepAmong(mask: Mask, others: Mask): void {
  const words = new Uint32Array(mask.buffer)
  const among = new Uint32Array(others.buffer)
  for (let i = 0; i < words.length; i++) words[i]! &= among[i]!
}

function without(mask: Mask, others: Mask): Mask {
  const left = mask.slice()
  const words = new Uint32Array(left.buffer)
  const out = new Uint32Array(others.buffer)
  for (let i = 0; i < words.length; i++) words[i]! &= ~out[i]!
  return left
}

/** When the clock alone may next change whether a campaign serves. */
function nextTurnMs({ startAtMs = 0, endAtMs, targeting: { days, hours } }: Campaign, nowMs: number): number {
  if (nowMs < startAtMs) return startAtMs
  const hourMs = days || hours ? (Math.floor(nowMs / QUARTER_MS) + 1) * QUARTER_MS : Number.POSITIVE_INFINITY
  return endAtMs !== undefined && nowMs < endAtMs ? Math.min(endAtMs, hourMs) : hourMs
}
