// Whose order it is: a buyer names an advertiser by its id, or by the domain of the brand.
import type { Advertiser } from '../../domain/advertiser.ts'
import type { Caller } from '../../domain/api-key.ts'
import { ServiceError } from '../../domain/errors.ts'
import { OrderError } from '../../domain/order-error.ts'
import type { Directory } from '../../engine/directory.ts'
import { demandScope, mayReach } from '../authorise.ts'
import { findInService, type InventoryDeps } from '../inventory/manage-entities.ts'

export type AccountReference = { readonly id: string } | { readonly domain: string }

export interface AccountDeps extends InventoryDeps {
  readonly directory: Pick<Directory, 'advertisers'>
}

/** @throws ServiceError scope_insufficient; OrderError account_not_found (also for what is someone else's), account_ambiguous */
export type FindAccount = (caller: Caller, reference: AccountReference) => Promise<Advertiser>

export function createFindAccount(deps: AccountDeps): FindAccount {
  return async (caller, reference) => {
    demandScope(caller, 'inventory:write')
    const ids = 'id' in reference ? [reference.id] : accountsOf(deps, caller, reference.domain).map(({ id }) => id)
    if (ids.length > 1) throw new OrderError('account_ambiguous', `Several accounts have this brand: ${ids.join(', ')}`)
    const found = ids[0] === undefined ? undefined : await findOrNone(deps, caller, ids[0])
    if (found === undefined) throw new OrderError('account_not_found', 'There is no such account that this key may use')
    return found
  }
}

/** The advertisers of a domain that the caller may order for, at most 20. */
export function accountsOf({ directory }: AccountDeps, caller: Caller, domain: string): Advertiser[] {
  const found: Advertiser[] = []
  for (const advertiser of directory.advertisers.all()) {
    if (advertiser.domain !== domain || advertiser.archivedAtMs !== undefined) continue
    if (mayReach(caller, advertiser.id) && found.length < ACCOUNTS_TOLD_MAX) found.push(advertiser)
  }
  return found
}

const ACCOUNTS_TOLD_MAX = 20

async function findOrNone(deps: AccountDeps, caller: Caller, id: string): Promise<Advertiser | undefined> {
  try {
    return await findInService(deps, caller, 'advertiser', id)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}
