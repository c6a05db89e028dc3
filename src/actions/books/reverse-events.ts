// Takes events back that were found invalid later; named one by one, or by what they share.
import type { Clock } from '../../base/clock.ts'
import type { IdSource } from '../../base/ids.ts'
import type { Caller } from '../../domain/api-key.ts'
import { invalid } from '../../domain/errors.ts'
import type { FactFilter, FactName, ReversalOutcome } from '../../domain/settlement.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'

export interface ReversalRequest {
  readonly reason: string
  /** Events by name … */
  readonly facts?: readonly FactName[]
  /** … or every valid one that the filter lets through. */
  readonly filter?: FactFilter
  /** Adds up what would be reversed, and changes nothing. */
  readonly dryRun: boolean
}

export interface ReversalResult extends Omit<ReversalOutcome, 'recorded'> {
  /** Of the document in the books; a dry run makes none, nor does what takes nothing back. */
  readonly id?: string
  /** True where a filter found more than one call takes; the same call again goes on. */
  readonly more: boolean
  /** Of a dry run with a filter: what was heard of from then on was not looked at, so that a filter up to it takes what was added up. */
  readonly toMs?: number
}

/**
 * Sure to be done twice: what was reversed stays reversed, once.
 * @param names for a call that may be sent again: one that was broken off goes on in the same document
 * @throws ServiceError scope_insufficient, validation_error
 */
export type ReverseEvents = (
  caller: Caller,
  request: ReversalRequest,
  names?: Pick<IdSource, 'next'>,
) => Promise<ReversalResult>

export const FACTS_MAX = 10_000
/** One transaction takes so many, so that clicks do not wait behind a large reversal. */
const BATCH = 250
const NOTHING: ReversalOutcome = {
  recorded: false,
  reversed: 0,
  already: 0,
  unknown: 0,
  refundedMicros: 0,
  publisherMicros: 0,
}

export function createReverseEvents(deps: {
  readonly ledger: Pick<LedgerStore, 'reverse' | 'findFacts'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<IdSource, 'next'>
}): ReverseEvents {
  const { ledger, ids } = deps
  return async (caller, { reason, facts: named, filter, dryRun }, names = ids) => {
    demandScope(caller, 'admin')
    if ((named === undefined) === (filter === undefined)) throw invalid('events', 'or filter is needed, and not both')
    // What came in this very millisecond is among it.
    const looksAt = filter && dryRun ? { ...filter, toMs: filter.toMs ?? deps.clock.nowMs() + 1 } : filter
    const found = looksAt && (await ledger.findFacts(looksAt, 0, FACTS_MAX))
    const facts = byImpression(named ?? found?.facts ?? [])
    const id = names.next('rev')
    const more = found?.next !== undefined
    const by = authorOf(deps, caller)
    const { atMs } = by
    const asked = filter ? { filter } : { named: facts.length }
    let sums = NOTHING
    for (let from = 0, to; from < facts.length; from = to) {
      to = endOfBatch(facts, from)
      sums = add(sums, await ledger.reverse({ id, reason, facts: facts.slice(from, to), asked, atMs, dryRun }, by))
    }
    const { recorded, ...counts } = sums
    return { ...(recorded && !dryRun && { id }), ...counts, more, ...(dryRun && looksAt && { toMs: looksAt.toMs! }) }
  }
}

/** Facts of one impression stand together, in whatever order they are named: one may take along the impression that it implied. */
function byImpression(facts: readonly FactName[]): FactName[] {
  return [...Map.groupBy(facts, ({ impressionId }) => impressionId).values()].flat()
}

/** And they stay together. */
function endOfBatch(facts: readonly FactName[], from: number): number {
  let to = Math.min(from + BATCH, facts.length)
  while (to < facts.length && facts[to]!.impressionId === facts[to - 1]!.impressionId) to++
  return to
}

function add(a: ReversalOutcome, b: ReversalOutcome): ReversalOutcome {
  return {
    recorded: a.recorded || b.recorded,
    reversed: a.reversed + b.reversed,
    already: a.already + b.already,
    unknown: a.unknown + b.unknown,
    refundedMicros: a.refundedMicros + b.refundedMicros,
    publisherMicros: a.publisherMicros + b.publisherMicros,
  }
}
