// Who changed what: to operators all of it, to an advertiser or publisher what is theirs.
import { type Caller, holdsScope } from '../../domain/api-key.ts'
import { type Change, type ChangeQuery, COMMAND_LINE, FEED, type FieldChange } from '../../domain/change.ts'
import { LETTERHEAD_ID } from '../../domain/paper.ts'
import { type Page, pageOf, readCursor } from '../../domain/page.ts'
import type { Store } from '../../store/contract.ts'
import { OPERATOR_KEY_ID } from '../keys/authenticate.ts'
import { demandScope, isOperators, mayReach, notFound, ownerIdOf } from '../authorise.ts'
import { ownerOf } from '../inventory/manage-entities.ts'

export interface ChangesRequest extends Omit<ChangeQuery, 'before' | 'owner'> {
  readonly cursor?: string
}

/**
 * Newest first.
 * @throws ServiceError scope_insufficient, not_found where the entity or key that it is narrowed to is not there, validation_error for a cursor
 * that no page gave
 */
export type ListChanges = (caller: Caller, request: ChangesRequest) => Promise<Page<Change>>

const ENTITIES = ['campaign', 'ad', 'publisher', 'advertiser', 'key'] as const
const DOCUMENTS = ['withdrawal', 'statement', 'invoice', 'reversal'] as const

export function createListChanges({
  store,
}: {
  readonly store: Pick<Store, 'changes' | 'inventory' | 'webhooks' | 'settlement'>
}): ListChanges {
  return async (caller, { cursor, limit, ...asked }) => {
    // An operator's history tells of keys and of where money is paid to.
    demandScope(caller, isOperators(caller) ? 'admin' : 'reports:read')
    const owner = ownerIdOf(caller)
    const found = await store.changes.list({ ...asked, owner, before: readCursor(cursor), limit: limit + 1 })
    if (found.length === 0) await demandNamed(caller, asked)
    const seen = found.map((change) => asSeenBy(caller, change))
    return pageOf(seen, limit, ({ number }) => number)
  }

  /** An empty list would say that nothing was changed, where a name was misspelt. */
  async function demandNamed(
    caller: Caller,
    { entityId, keyId }: Pick<ChangesRequest, 'entityId' | 'keyId'>,
  ): Promise<void> {
    if (entityId !== undefined && !(await isKnown(caller, { entityId }, () => isThere(caller, entityId)))) {
      throw notFound('entity', entityId, 'entity')
    }
    if (keyId !== undefined && !(await isKnown(caller, { keyId }, () => isKey(caller, keyId)))) {
      throw notFound('key', keyId, 'keyId')
    }
  }

  /** What was removed is there no more, and its history is. */
  async function isKnown(
    caller: Caller,
    named: Pick<ChangeQuery, 'entityId' | 'keyId'>,
    isThere: () => Promise<boolean>,
  ): Promise<boolean> {
    const known = await store.changes.list({ ...named, owner: ownerIdOf(caller), limit: 1 })
    return known.length > 0 || isThere()
  }

  async function isThere(caller: Caller, id: string): Promise<boolean> {
    const { inventory, webhooks, settlement } = store
    if (id === LETTERHEAD_ID) return isOperators(caller)
    for (const kind of ENTITIES) {
      const entity = await inventory.find(kind, id)
      if (entity) return mayReach(caller, await ownerOf(inventory, kind, entity))
    }
    const webhook = (await webhooks.list()).find((one) => one.id === id)
    if (webhook) return mayReach(caller, webhook.owner)
    for (const kind of DOCUMENTS) {
      const document = await settlement.findDocument(kind, id)
      if (document) return mayReach(caller, document.owner)
    }
    return false
  }

  async function isKey(caller: Caller, id: string): Promise<boolean> {
    if (id === OPERATOR_KEY_ID || id === COMMAND_LINE || id === FEED) return true
    const key = await store.inventory.find('key', id)
    return key !== undefined && mayReach(caller, ownerIdOf(key))
  }
}

/** What somebody else calls a key is their own affair, and what the address of a feed ends with is mostly a token of the shop's. */
function asSeenBy(caller: Caller, { keyName, keyOwner, changes, ...change }: Change): Change {
  return {
    ...change,
    ...(keyName !== undefined && mayReach(caller, keyOwner) && { keyName }),
    changes: holdsScope(caller, 'inventory:write') ? changes : changes.map(withoutQuery),
  }
}

/** As for whoever may not read campaigns. */
function withoutQuery(change: FieldChange): FieldChange {
  if (change.field !== 'feed.url') return change
  const cut = (url: unknown) => (typeof url === 'string' ? url.replace(/\?.*/s, '?…') : url)
  return { ...change, from: cut(change.from), to: cut(change.to) }
}
