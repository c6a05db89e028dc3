// Keys as operators handle them: make, change, roll and revoke; each takes effect before it is answered.
import { isDeepStrictEqual } from 'node:util'
import type { ApiKey, Caller } from '../../domain/api-key.ts'
import { invalid } from '../../domain/errors.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'
import type { IssuedKey, KeyActions, NewKey } from './issue-key.ts'
import { changeEntity, inTurn, type InventoryDeps } from '../inventory/manage-entities.ts'
import { mergeChange, type Change } from '../inventory/merge-change.ts'

/** What a key may do is given only to be refused where it differs: it would be trusted to have been taken away. */
export type KeyChange = Change<Pick<ApiKey, 'name' | 'rateLimit'>> &
  Readonly<Partial<Pick<ApiKey, 'mode' | 'scopes' | 'origins'>>>

/** @throws from each: ServiceError scope_insufficient, not_found, validation_error */
export interface AdministerKeys {
  issue(caller: Caller, request: NewKey): Promise<IssuedKey>
  change(caller: Caller, id: string, change: KeyChange): Promise<ApiKey>
  roll(caller: Caller, id: string, options: { overlapMs?: number }): Promise<IssuedKey & { readonly previous: ApiKey }>
  /** The key stops working and leaves the lists; it can still be read. */
  revoke(caller: Caller, id: string): Promise<ApiKey>
}

export function createAdministerKeys(deps: InventoryDeps & { readonly keys: KeyActions }): AdministerKeys {
  const { keys, refreshInventory } = deps
  return {
    async issue(caller, request) {
      demandScope(caller, 'admin')
      const issued = await keys.issueKey(request, authorOf(deps, caller))
      await refreshInventory('others')
      return issued
    },
    async change(caller, id, { name, rateLimit, ...rights }) {
      demandScope(caller, 'admin')
      return changeEntity(deps, caller, 'key', id, (key) => {
        for (const field of ['mode', 'scopes', 'origins'] as const) {
          if (rights[field] !== undefined && !isDeepStrictEqual(rights[field], key[field])) {
            throw invalid(field, 'cannot be changed; make another key', 'const')
          }
        }
        return mergeChange<ApiKey>(key, { name, rateLimit })
      })
    },
    async roll(caller, id, options) {
      demandScope(caller, 'admin')
      const by = [authorOf(deps, caller), authorOf(deps, caller)] as const
      const rolled = await inTurn(id, () => keys.rollKey(id, options, by))
      await refreshInventory('others')
      return rolled
    },
    async revoke(caller, id) {
      demandScope(caller, 'admin')
      const by = authorOf(deps, caller)
      await inTurn(id, () => keys.revokeKey(id, by))
      return changeEntity(deps, caller, 'key', id, (key) => ({ ...key, archivedAtMs: deps.clock.nowMs() }), { by })
    },
  }
}
