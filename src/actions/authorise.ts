// Says who may do what with the inventory: operators everything, advertisers what is theirs, others nothing.
import { holdsScope, type Caller, type Scope } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'

/** @throws ServiceError scope_insufficient that names the missing scope */
export function demandScope(caller: Caller, scope: Scope): void {
  if (holdsScope(caller, scope)) return
  const held = [...caller.scopes].join(', ') || 'none'
  throw new ServiceError('scope_insufficient', `This needs a key with the scope ${scope}; this one has ${held}`)
}

/** True for keys without a publisher and an advertiser: they are the operator's, and reach what is everybody's. */
export function isOperators(caller: Caller): boolean {
  return caller.publisherId === undefined && caller.advertiserId === undefined
}

/** True where the caller may see and change what belongs to this advertiser. */
export function ownsAdvertiser(caller: Caller, advertiserId: string): boolean {
  return isOperators(caller) || caller.advertiserId === advertiserId
}

/** What an id answers that does not exist, and one that is someone else's: from outside the two are the same. */
export function notFound(kind: string, id: string, field?: string): ServiceError {
  return new ServiceError('not_found', `There is no ${kind} ${id.slice(0, 100)}`, { field })
}
