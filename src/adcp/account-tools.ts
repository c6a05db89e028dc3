// Accounts: an account is an advertiser, known by the domain of its brand, whoever operates it.
import { domainToASCII } from 'node:url'
import type { FindAccount } from '../actions/media/find-account.ts'
import type { OpenAccount } from '../actions/media/open-account.ts'
import type { ListEntities, Names } from '../actions/inventory/manage-entities.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import type { Caller } from '../domain/api-key.ts'
import { invalid } from '../domain/errors.ts'
import { OrderError } from '../domain/order-error.ts'
import { adcpErrorOf } from './errors.ts'
import type { AccountOnWire, Arguments } from './schemas.ts'
import { tool } from './tool.ts'

export interface AccountToolDeps {
  readonly findAccount: FindAccount
  readonly openAccount: OpenAccount
  readonly listAdvertisers: ListEntities<'advertiser'>
}

const PAGE_DEFAULT = 50

export function accountTools(deps: AccountToolDeps) {
  return [
    tool(
      'list_accounts',
      { title: 'Accounts', description: 'The accounts that this key may order for.' },
      async (caller, { status, sandbox, pagination }) => {
        if (sandbox === true || (status !== undefined && status !== 'active')) return noAccounts
        const { data, nextCursor } = await deps.listAdvertisers(caller, {
          limit: pagination?.max_results ?? PAGE_DEFAULT,
          ...(pagination?.cursor !== undefined && { cursor: pagination.cursor }),
        })
        return { accounts: data.map(accountOnWire), pagination: pageOnWire(nextCursor) }
      },
    ),
    tool(
      'sync_accounts',
      {
        title: 'Set up accounts',
        description:
          'Tells the account of each brand. A key of the operator with the scope admin makes those that are missing.',
        mutates: true,
      },
      async (caller, args, names) => {
        if (args.delete_missing === true) {
          throw new OrderError('unsupported', 'Accounts are closed by the operator', { field: 'delete_missing' })
        }
        const isDryRun = args.dry_run === true
        const accounts: object[] = []
        for (const [i, one] of args.accounts.entries()) {
          accounts.push(await syncAccount(deps, caller, one, { names, isDryRun, field: `accounts[${i}]` }))
        }
        return { accounts, ...(isDryRun && { dry_run: true }) }
      },
    ),
  ]
}

const noAccounts = { accounts: [], pagination: { has_more: false } }

type GivenAccount = Arguments<'sync_accounts'>['accounts'][number]

/** What one account came to; a "no" to one leaves the others. */
async function syncAccount(
  deps: AccountToolDeps,
  caller: Caller,
  given: GivenAccount,
  how: { readonly names: Names; readonly isDryRun: boolean; readonly field: string },
): Promise<object> {
  const { brand, operator } = given
  const echoed = { brand: { domain: brand.domain }, operator, account_scope: 'brand' }
  try {
    const { advertiser, action } = await findOrMake(deps, caller, given, how)
    const { payment_terms } = given
    return {
      ...echoed,
      ...(advertiser && { account_id: advertiser.id, name: advertiser.name }),
      action,
      status: 'active',
      billing: 'operator',
      ...(payment_terms !== undefined && { payment_terms }),
    }
  } catch (error) {
    const told = adcpErrorOf(error, '')
    // What is no fault of this account is one of all of them.
    if (told.recovery === 'transient') throw error
    return { ...echoed, action: 'failed', status: 'rejected', errors: [told] }
  }
}

async function findOrMake(
  deps: AccountToolDeps,
  caller: Caller,
  { brand, billing, payment_terms: terms, sandbox }: GivenAccount,
  { names, isDryRun, field }: { names: Names; isDryRun: boolean; field: string },
): Promise<{ advertiser?: Advertiser; action: 'created' | 'unchanged' }> {
  if (sandbox === true) throw noSandbox(`${field}.sandbox`)
  if (billing !== 'operator') {
    const message = 'Accounts are billed to whoever operates them; send billing "operator"'
    throw new OrderError('unsupported', message, { field: `${field}.billing` })
  }
  const isPrepaid = terms === 'prepay'
  if (!isPrepaid && terms !== undefined && terms !== 'net_30') {
    const message = `The payment terms ${terms} are not given here; there are net_30 and prepay`
    throw new OrderError('terms_rejected', message, { field: `${field}.payment_terms` })
  }
  const domain = domainOf(brand.domain, `${field}.brand.domain`)
  const billingOf = isPrepaid ? 'prepaid' : 'invoiced'
  const { advertiser, isNew } = await deps.openAccount(caller, { domain, billing: billingOf, isDryRun }, names)
  if (isNew || terms === undefined || advertiser?.billing === billingOf) {
    return { ...(advertiser && { advertiser }), action: isNew ? 'created' : 'unchanged' }
  }
  const message = `This account pays ${isPrepaid ? 'on invoices (net_30)' : 'in advance (prepay)'}`
  throw new OrderError('terms_rejected', message, { field: `${field}.payment_terms` })
}

/** The advertiser that a request names. @throws ServiceError validation_error; OrderError account_not_found, account_ambiguous, unsupported */
export function demandAccount(
  { findAccount }: Pick<AccountToolDeps, 'findAccount'>,
  caller: Caller,
  { account_id: id, brand, operator, sandbox }: AccountOnWire,
): Promise<Advertiser> {
  if (sandbox === true) throw noSandbox('account.sandbox')
  if (id !== undefined) return findAccount(caller, { id })
  if (brand === undefined || operator === undefined) {
    throw invalid('account', 'must have an account_id, or brand and operator', 'oneOf')
  }
  return findAccount(caller, { domain: domainOf(brand.domain, 'account.brand.domain') })
}

/** What is ordered here is shown and paid for, so nobody may take it for a rehearsal. */
function noSandbox(field: string): OrderError {
  return new OrderError('unsupported', 'There are no sandbox accounts here: every order is real', { field })
}

/** A host name in the form in which it is kept. @throws ServiceError validation_error naming `field` */
export function domainOf(text: string, field: string): string {
  const domain = domainToASCII(text.trim().toLowerCase())
  if (domain === '') throw invalid(field, 'must be a host name such as "feather.example"', 'format')
  return domain
}

/** An account as the protocol writes it. */
export function accountOnWire({ id, name, domain, billing }: Advertiser) {
  return {
    account_id: id,
    name,
    status: 'active',
    brand: { domain },
    account_scope: 'brand',
    billing: 'operator',
    payment_terms: billing === 'prepaid' ? 'prepay' : 'net_30',
  }
}

/** @param next the cursor of the next page; absent on the last one */
export function pageOnWire(next: string | undefined, total?: number) {
  return {
    has_more: next !== undefined,
    ...(next !== undefined && { cursor: next }),
    ...(total !== undefined && { total_count: total }),
  }
}
