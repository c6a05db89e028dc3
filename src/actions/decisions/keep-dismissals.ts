// Keeps from people what they dismissed or reported: as the ledger takes it in, and after a start as the ledger knows it.
import type { Clock } from '../../base/clock.ts'
import { DISMISSED_MS, reactionOf } from '../../domain/feedback.ts'
import type { EventOutcome, LedgerEvent } from '../../domain/ledger-event.ts'
import { decisionTimeMs } from '../../domain/link-token.ts'
import { DISMISSALS_MAX, type Dismissals } from '../../engine/exposures/dismissals.ts'
import type { DismissedAd, Store } from '../../store/contract.ts'

/** Notes what an event asks for. Said once more it starts no new time. */
export function noteDismissal(
  { kind, factKey, link, receivedAtMs }: Pick<LedgerEvent, 'kind' | 'factKey' | 'link' | 'receivedAtMs'>,
  { status }: Pick<EventOutcome, 'status'>,
  dismissals: Pick<Dismissals, 'note' | 'keptFrom'>,
): void {
  const reaction = reactionOf(kind, factKey)
  if (status === 'ignored' || (reaction !== 'dismiss' && reaction !== 'report')) return
  const { user, adNumber, test } = link
  if (status === 'accepted') dismissals.note(user, { adNumber, test, sinceMs: receivedAtMs })
  // The ledger knows it, and this process does not: it was told to another, or an answer of the ledger was lost.
  else if (!dismissals.keptFrom(user, test, receivedAtMs)?.has(adNumber))
    dismissals.note(user, { adNumber, test, sinceMs: decisionTimeMs(link) })
}

const PAGE = 5_000

/** Reads from the store what is still to be kept from people; for a process that starts. */
export async function loadDismissals(deps: {
  readonly store: { readonly exposures: Pick<Store['exposures'], 'dismissedBefore'> }
  readonly dismissals: Pick<Dismissals, 'note'>
  readonly clock: Pick<Clock, 'nowMs'>
}): Promise<void> {
  const { store, dismissals, clock } = deps
  const sinceMs = clock.nowMs() - DISMISSED_MS
  // The newest are read first, and noted last: those that memory is to forget last.
  const pages: DismissedAd[][] = []
  let before = Number.MAX_SAFE_INTEGER
  for (let read = 0; read < DISMISSALS_MAX; read += PAGE) {
    const page = await store.exposures.dismissedBefore(before, PAGE)
    pages.push(page)
    if (page.length < PAGE || page.at(-1)!.sinceMs < sinceMs) break
    before = page.at(-1)!.event
  }
  for (const page of pages.toReversed()) {
    for (const { user, ...ad } of page.toReversed()) dismissals.note(user, ad)
  }
}
