// Changes a publisher: its name, and single fields of its policy.
import type { Caller } from '../domain/api-key.ts'
import { DEFAULT_POLICY, type Policy, type Publisher } from '../domain/publisher.ts'
import { demandScope } from './authorise.ts'
import { changeEntity, type InventoryDeps } from './manage-entities.ts'
import { mergeChange, type Change } from './merge-change.ts'

export interface PublisherChange {
  readonly name?: string
  /** Null gives a field its default again; null for the whole policy all of them. */
  readonly policy?: Change<Policy> | null
}

/** @throws ServiceError scope_insufficient, not_found */
export type ChangePublisher = (caller: Caller, id: string, change: PublisherChange) => Promise<Publisher>

export function createChangePublisher(deps: InventoryDeps): ChangePublisher {
  return async (caller, id, { name, policy }) => {
    demandScope(caller, 'admin')
    return changeEntity(deps, caller, 'publisher', id, (publisher) => ({
      ...publisher,
      name: name ?? publisher.name,
      policy: policy === null ? DEFAULT_POLICY : mergeChange(publisher.policy, policy, DEFAULT_POLICY),
    }))
  }
}
