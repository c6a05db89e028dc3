// Lets the facts in memory follow the ledger: what was spent, what funds are left, which ads were seen.
import type { EventOutcome, LedgerEvent } from '../../domain/ledger-event.ts'
import { impressionIdOf } from '../../domain/link-token.ts'
import type { Exposures } from '../../engine/exposures/exposures.ts'
import type { Facts } from '../../engine/facts.ts'
import type { LedgerStore } from '../../store/contract.ts'

/** The ledger with eyes on it: the same calls, and what was seen of live ads also reaches the exposures. */
export function watchLedger(
  ledger: LedgerStore,
  exposures: Pick<Exposures, 'noteSeen'>,
  onOutcome: (event: LedgerEvent, outcome: EventOutcome) => void,
): LedgerStore {
  return {
    ...ledger,
    async append(events) {
      const outcomes = await ledger.append(events)
      for (let i = 0; i < events.length; i++) {
        onOutcome(events[i]!, outcomes[i]!)
        noteSeenBy(events[i]!, outcomes[i]!, exposures)
      }
      return outcomes
    },
  }
}

/** Notes an ad that an event says was seen. */
export function noteSeenBy(
  { kind, link }: Pick<LedgerEvent, 'kind' | 'link'>,
  { status, reason }: EventOutcome,
  exposures: Pick<Exposures, 'noteSeen'>,
): void {
  // Caps count no tests, and whoever tries out reports need not send any of live ads yet.
  if (link.test || (status !== 'accepted' && reason !== 'over_budget')) return
  // Who clicked has seen the ad, but that does not make its publisher one that reports impressions.
  if (kind === 'impression' || kind === 'viewable' || kind === 'click')
    exposures.noteSeen(impressionIdOf(link), link.publisherNumber, kind !== 'click')
}

/**
 * Reads spend and funds as they stand, then follows each commit; resolves once the facts are up to date.
 * @param onPaidIn called where funds rose, so that whoever has paid in is served by every thread before the payment is answered
 */
export async function followSpend(ledger: LedgerStore, facts: Facts, onPaidIn: () => void): Promise<() => void> {
  const apply: Parameters<LedgerStore['onSpend']>[0] = ({ campaigns, advertisers }) => {
    for (const spend of campaigns) facts.setSpend(spend)
    const rose = advertisers.map(facts.setFunds).includes(true)
    if (rose) onPaidIn()
  }
  // Listening starts before the reading, so that no commit falls between the two; the newer figures come last.
  const early: Parameters<typeof apply>[0][] = []
  let ready = false
  const stop = ledger.onSpend((spend) => (ready ? apply(spend) : early.push(spend)))
  apply(await ledger.spend())
  early.forEach(apply)
  ready = true
  return stop
}
