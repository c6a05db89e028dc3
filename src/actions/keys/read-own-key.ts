// What a key may know of itself: what it opens, whose it is, and until when.
import { holdsScope, SCOPES, type Caller, type Scope } from '../../domain/api-key.ts'
import type { InventoryStore } from '../../store/contract.ts'

export interface OwnKey extends Pick<Caller, 'mode' | 'publisherId' | 'advertiserId' | 'origins' | 'rateLimit'> {
  readonly id: string
  readonly name?: string
  /** Of the publisher or advertiser; not told to keys that stand in web pages for all to read. */
  readonly ownerName?: string
  /** All that it holds, also those that come with `admin`. */
  readonly scopes: readonly Scope[]
  readonly expiresAtMs?: number
}

export type ReadOwnKey = (caller: Caller) => Promise<OwnKey>

export function createReadOwnKey(deps: { store: { inventory: Pick<InventoryStore, 'find'> } }): ReadOwnKey {
  const { inventory } = deps.store
  return async (caller) => {
    const { keyId, mode, publisherId, advertiserId, origins, rateLimit } = caller
    // The operator's first key is a setting, and in no list.
    const key = await inventory.find('key', keyId)
    const owner =
      (publisherId !== undefined && (await inventory.find('publisher', publisherId))) ||
      (advertiserId !== undefined && (await inventory.find('advertiser', advertiserId))) ||
      undefined
    const told = mode === 'browser' ? {} : { name: key?.name, ownerName: owner?.name }
    const scopes = SCOPES.filter((scope) => holdsScope(caller, scope))
    const { expiresAtMs } = key ?? {}
    return { id: keyId, ...told, mode, publisherId, advertiserId, scopes, origins, rateLimit, expiresAtMs }
  }
}
