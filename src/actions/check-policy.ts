// Checks of a publisher's policy what only the whole service knows: which sensitive topics there are.
import { invalid } from '../domain/errors.ts'
import type { Policy } from '../domain/publisher.ts'
import { SENSITIVE_CATEGORIES } from '../engine/understand/sensitive-lexicon.ts'
import type { Change } from './merge-change.ts'

/** What a policy may name: a topic, or all of them. */
export const POLICY_TOPICS: readonly string[] = [...SENSITIVE_CATEGORIES, 'all']

/**
 * Looks at what is set now alone: a policy that was stored with a topic that there is no longer stays good and readable.
 * @throws ServiceError validation_error
 */
export function checkPolicy(policy: Change<Policy> | null | undefined): void {
  const unknown = Object.keys(policy?.sensitiveTopics ?? {}).find((topic) => !POLICY_TOPICS.includes(topic))
  if (unknown === undefined) return
  throw invalid(
    'policy.sensitiveTopics',
    `names no topic with "${unknown}"; they are ${POLICY_TOPICS.join(', ')}`,
    'enum',
  )
}
