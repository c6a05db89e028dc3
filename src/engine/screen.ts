// Which campaigns may serve a request at all. The answer goes into retrieval, so that those who may not cannot crowd out others.
import type { Random } from '../base/random.ts'
import { type Campaign, PRIORITIES, type Priority } from '../domain/campaign.ts'
import {
  type Audience,
  type Blocks,
  blockedNumbers,
  blocksOf,
  isBelow,
  phraseRule,
  type Stop,
  stopFor,
  type Unwanted,
} from './campaign-stops.ts'
import { createCapTable } from './caps.ts'
import type { Directory } from './directory.ts'
import type { Shown } from './exposures/exposures.ts'
import type { BudgetView } from './pacing/board.ts'
import { createStandings, type Standing } from './standings.ts'

/** What a slot asks on top of its publisher's policy. */
export interface SlotLimits extends Unwanted {
  readonly floorMicros: number
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

/** What of a request decides besides whom it is for and what its slot asks. */
export interface ScreenContext {
  readonly shown: Shown
  /** Whether one of the phrases stands in the conversation, for campaigns that target keywords or categories. */
  readonly speaks: (phrases: readonly string[]) => boolean
  readonly nowMs: number
  /** Draws which of the paced campaigns take part; asked again for another slot of the same request it says the same. */
  readonly lot: Random
}

export interface Screen {
  screen(audience: Audience, limits: SlotLimits, context: ScreenContext): Screening
}

export function createScreen({ directory, budgets }: { directory: Directory; budgets: BudgetView }): Screen {
  const standings = createStandings(directory)
  const caps = createCapTable(directory)
  // Of the request that was screened last: who may serve, and what stopped campaigns in it alone.
  let admitted = new Uint8Array(0)
  const own = new Map<number, Stop>()
  let tierScratch = new Uint8Array(0)

  return {
    screen(audience, limits, context) {
      const { shown, speaks, nowMs, lot } = context
      budgets.refresh(nowMs)
      const standing = standings.of(audience, nowMs)
      const drawn = budgets.draw(lot)
      if (admitted.length < standing.admitted.length) admitted = new Uint8Array(standing.admitted.length * 2)
      takePart(standing.admitted, drawn, admitted)
      // A map that is cleared makes itself a new table, which is garbage among what lives long.
      if (own.size > 0) own.clear()
      for (const campaign of standing.phrased) {
        if (admitted[campaign.number] === 1 && phraseRule(campaign, speaks) !== undefined)
          stop(campaign.number, 'targeting')
      }
      if (!shown.isEmpty()) caps.eachReached(shown, nowMs, stopCapped)
      if (limits.floorMicros > audience.publisher.policy.floorMicros) stopBelow(limits.floorMicros)
      stopBlocked(limits, standing.advertisers)
      return screeningOf(standing, drawn, audience, context)
    },
  }

  function stop(number: number, reason: Stop): void {
    if (admitted[number] !== 1) return
    admitted[number] = 0
    own.set(number, reason)
  }

  function stopCapped({ number }: Campaign): void {
    stop(number, 'frequency_cap')
  }

  function stopBelow(floorMicros: number): void {
    for (const campaign of directory.campaigns.all()) {
      if (isBelow(floorMicros, campaign)) stop(campaign.number, 'below_floor')
    }
  }

  // Few are blocked as a rule, and there are fewer advertisers than campaigns.
  function stopBlocked(limits: SlotLimits, advertisers: Uint32Array): void {
    const blocked = blockedNumbers(limits, directory)
    for (let number = 0; blocked.size > 0 && number < advertisers.length; number++) {
      if (admitted[number] === 1 && blocked.has(advertisers[number]!)) stop(number, 'policy_blocked')
    }
  }

  function screeningOf(
    standing: Standing,
    drawn: Uint8Array,
    audience: Audience,
    { speaks, nowMs }: ScreenContext,
  ): Screening {
    let blocks: Blocks | undefined // made where somebody wants to know
    const heldBack = ({ number }: Campaign): Stop | undefined =>
      drawn[number] === 1 ? undefined : (budgets.stopOf(number) ?? 'pacing')
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
    return {
      admitted,
      stopped,
      stopOf: (campaign) =>
        own.get(campaign.number) ??
        (standing.admitted[campaign.number] === 1
          ? heldBack(campaign)
          : stopFor(campaign, audience, directory, (blocks ??= blocksOf(audience.publisher.policy)), nowMs)),
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
        if (tierScratch.length < admitted.length) tierScratch = new Uint8Array(admitted.length)
        takePart(its, admitted, tierScratch)
        return tierScratch.includes(1) ? tierScratch : undefined
      },
      narrow(campaigns, isKept) {
        const kept = new Uint8Array(standing.admitted.length)
        let any = 0
        for (let i = 0; i < kept.length; i++) {
          if (campaigns[i] === 1 && isKept(i, standing.advertisers[i]!)) any = kept[i] = 1
        }
        return any === 1 ? kept : undefined
      },
    }
  }
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
