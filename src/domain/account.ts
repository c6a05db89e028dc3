// What the accounts of the books are called.

export const CASH_ACCOUNT = 'external:cash'
export const FEES_ACCOUNT = 'platform:fees'
export const ADJUSTMENTS_ACCOUNT = 'platform:adjustments'
export const fundsAccount = (advertiserId: string) => `advertiser:${advertiserId}:funds`
export const pendingAccount = (publisherId: string) => `publisher:${publisherId}:pending`
export const availableAccount = (publisherId: string) => `publisher:${publisherId}:available`
export const inTransitAccount = (publisherId: string) => `publisher:${publisherId}:in_transit`

export interface AccountOwner {
  readonly kind: 'advertiser' | 'publisher'
  readonly id: string
}

/** Whose an account of this name would be, or the installation's; undefined where none can be called so. */
export function accountOwnerOf(account: string): AccountOwner | 'installation' | undefined {
  if ([CASH_ACCOUNT, FEES_ACCOUNT, ADJUSTMENTS_ACCOUNT].includes(account)) return 'installation'
  const [kind, id, , ...more] = account.split(':')
  if (id === undefined || more.length > 0) return undefined
  if (kind === 'advertiser') return account === fundsAccount(id) ? { kind, id } : undefined
  const ofPublisher = [pendingAccount(id), availableAccount(id), inTransitAccount(id)]
  return kind === 'publisher' && ofPublisher.includes(account) ? { kind, id } : undefined
}
