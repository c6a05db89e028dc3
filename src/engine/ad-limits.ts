// What publisher and slot ask of every single ad that would serve there.
import { createMemo } from '../base/memo.ts'
import type { SlotRequest } from '../domain/ad-request.ts'
import type { Micros } from '../domain/money.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import { isUnder } from './campaign-stops.ts'
import type { Catalog } from './catalog.ts'
import { DEFAULT_MIN_CHANCE, DEFAULT_MIN_RELEVANCE, DEFAULT_MIN_SHARE_OF_BEST } from './match/relevance.ts'
import { understoodOf } from './reading.ts'
import type { Thought } from './thought.ts'

export interface AdLimits {
  readonly minRelevance: number
  /** And at least this share of the relevance of the best ad that may serve, house ads aside. */
  readonly minShareOfBest: number
  /** The same of ads that only a lone word of the answer names. */
  readonly minShareByWord: number
  readonly floorMicros: Micros
  /** Paths, as `partsOf` reads them. */
  readonly blockedCategories: readonly (readonly string[])[]
  readonly blockedDomains: readonly string[]
}

export function adLimitsOf(slot: SlotRequest, format: SlotFormat, thought: Thought): AdLimits {
  const { policy } = thought.circumstances.publisher
  // What the answer itself names needs no comparison, and whoever asks for so little wants to see it.
  const asksForLittle = policy.minRelevance !== undefined && policy.minRelevance <= DEFAULT_MIN_RELEVANCE
  const minShare = asksForLittle ? 0 : DEFAULT_MIN_SHARE_OF_BEST
  const isNamed = format === 'entity_link'
  return {
    minRelevance: Math.max(
      slot.minRelevance ?? 0,
      policy.minRelevance ?? DEFAULT_MIN_RELEVANCE,
      asksForLittle || isNamed ? 0 : leastByIntent(thought),
    ),
    minShareOfBest: isNamed ? 0 : minShare,
    minShareByWord: minShare,
    floorMicros: floorOf(slot, thought),
    blockedCategories: [...policy.blockedCategories, ...slot.block.categories].map(partsOf),
    blockedDomains: [...policy.blockedDomains, ...slot.block.domains],
  }
}

/** What is hardly a wish needs an ad that fits surely. Where the gate did not speak, or what was said is what an ad is called, its doubt counts nothing. */
function leastByIntent({ circumstances, reading }: Thought): number {
  const { isCommercial, commercialIntent } = understoodOf(reading)
  return circumstances.publisher.policy.intentGate && isCommercial ? DEFAULT_MIN_CHANCE / commercialIntent : 0
}

/** The least that a bid must reach: the publisher's floor or the slot's, whichever is higher. */
export function floorOf(slot: SlotRequest, { circumstances }: Thought): Micros {
  return Math.max(circumstances.publisher.policy.floorMicros, slot.floorMicros ?? 0)
}

/** Says of an ad whether its categories or its landing page are blocked; ads share both, so each is looked at once. */
export function createBlocks(
  { blockedCategories, blockedDomains }: AdLimits,
  catalog: Catalog,
): (doc: number) => boolean {
  const areBlocked =
    blockedCategories.length === 0
      ? undefined
      : createMemo((own: readonly string[]) =>
          own.some((category) => blockedCategories.some((blocked) => isWithin(category, blocked))),
        )
  const leadsToBlocked =
    blockedDomains.length === 0 ? undefined : createMemo((domain: string) => isUnder(domain, blockedDomains))
  return (doc) =>
    areBlocked?.(catalog.categoriesOf(doc)) === true || leadsToBlocked?.(catalog.destinationDomainOf(doc)) === true
}

// "Health > Weight loss" lies within "health", and within "weight loss", however they are spaced.
function isWithin(category: string, blocked: readonly string[]): boolean {
  const parts = partsOf(category)
  return parts.some((_, at) => blocked.length > 0 && blocked.every((part, i) => parts[at + i] === part))
}

function partsOf(category: string): string[] {
  const parts = category.toLowerCase().split('>')
  return parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter((part) => part !== '')
}
