// Checks of a publisher's policy what only the whole service knows: which sensitive topics and which advertisers there are.
import type { Faults } from '../../domain/faults.ts'
import type { Policy } from '../../domain/publisher.ts'
import { SENSITIVE_CATEGORIES } from '../../engine/understand/sensitive-lexicon.ts'
import type { InventoryStore } from '../../store/contract.ts'
import type { Change } from './merge-change.ts'

/** What a policy may name: a topic, or all of them. */
export const POLICY_TOPICS: readonly string[] = [...SENSITIVE_CATEGORIES, 'all']

/** Looks at what is set now alone: a policy that was stored with a topic that there is no longer stays good and readable. */
export async function checkPolicy(
  inventory: Pick<InventoryStore, 'find'>,
  policy: Change<Policy> | null | undefined,
  faults: Faults,
): Promise<void> {
  for (const topic of Object.keys(policy?.sensitiveTopics ?? {})) {
    if (POLICY_TOPICS.includes(topic)) continue
    const message = `names no topic with "${topic}"; they are ${POLICY_TOPICS.join(', ')}`
    faults.note('policy.sensitiveTopics', message, 'enum')
  }
  // A misspelt id would keep out the very one that was to be let in. Archived ones are known, so that a list can be sent back as it was read.
  for (const id of new Set(policy?.allowedAdvertisers)) {
    if (await inventory.find('advertiser', id)) continue
    const message = `names no advertiser with "${id}"; give ids, not names, as GET /api/v1/advertisers lists them`
    faults.note('policy.allowedAdvertisers', message, 'exists')
  }
}
