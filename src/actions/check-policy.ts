// Checks of a publisher's policy what only the whole service knows: which sensitive topics there are.
import type { Faults } from '../domain/faults.ts'
import type { Policy } from '../domain/publisher.ts'
import { SENSITIVE_CATEGORIES } from '../engine/understand/sensitive-lexicon.ts'
import type { Change } from './merge-change.ts'

/** What a policy may name: a topic, or all of them. */
export const POLICY_TOPICS: readonly string[] = [...SENSITIVE_CATEGORIES, 'all']

/** Looks at what is set now alone: a policy that was stored with a topic that there is no longer stays good and readable. */
export function checkPolicy(policy: Change<Policy> | null | undefined, faults: Faults): void {
  for (const topic of Object.keys(policy?.sensitiveTopics ?? {})) {
    if (POLICY_TOPICS.includes(topic)) continue
    const message = `names no topic with "${topic}"; they are ${POLICY_TOPICS.join(', ')}`
    faults.note('policy.sensitiveTopics', message, 'enum')
  }
}
