// Finds the account of a brand, or makes it where there is none and the caller may.
import type { Advertiser } from '../../domain/advertiser.ts'
import { holdsScope, type Caller } from '../../domain/api-key.ts'
import { OrderError } from '../../domain/order-error.ts'
import type { CreateAdvertiser } from '../inventory/create-advertiser.ts'
import { inTurn, type Names } from '../inventory/manage-entities.ts'
import type { FindAccount } from './find-account.ts'

export interface OpenAccountRequest extends Pick<Advertiser, 'domain' | 'billing'> {
  /** Says whether it would be made, and makes nothing. */
  readonly isDryRun: boolean
}

/**
 * One account for a brand, also where several requests ask for it at the same time.
 * @returns the account where there is one now, and whether it is, or would be, new
 * @throws ServiceError scope_insufficient, validation_error; OrderError account_not_found where the caller may make none, account_ambiguous
 */
export type OpenAccount = (
  caller: Caller,
  request: OpenAccountRequest,
  names: Names,
) => Promise<{ readonly advertiser?: Advertiser; readonly isNew: boolean }>

export function createOpenAccount(deps: {
  readonly findAccount: FindAccount
  readonly createAdvertiser: CreateAdvertiser
}): OpenAccount {
  return (caller, { domain, billing, isDryRun }, names) =>
    inTurn(`account of ${domain}`, async () => {
      const advertiser = await findOrNone(deps, caller, domain)
      if (advertiser !== undefined) return { advertiser, isNew: false }
      if (!holdsScope(caller, 'admin')) {
        const message = 'There is no such account that this key may use; the operator of this seller makes accounts'
        throw new OrderError('account_not_found', message)
      }
      if (isDryRun) return { isNew: true }
      return { advertiser: await deps.createAdvertiser(caller, { name: domain, domain, billing }, names), isNew: true }
    })
}

async function findOrNone(
  { findAccount }: { readonly findAccount: FindAccount },
  caller: Caller,
  domain: string,
): Promise<Advertiser | undefined> {
  try {
    return await findAccount(caller, { domain })
  } catch (error) {
    if (error instanceof OrderError && error.fault === 'account_not_found') return undefined
    throw error
  }
}
