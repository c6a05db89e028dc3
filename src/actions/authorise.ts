// Says who may do what: a scope opens a kind of act; operators' keys then reach what is everybody's, any other its owner's alone.
import { holdsScope, type Caller, type Scope } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'

/** @throws ServiceError scope_insufficient that names the missing scope */
export function demandScope(caller: Caller, scope: Scope): void {
  demandAnyScope(caller, [scope])
}

/** @throws ServiceError scope_insufficient that names the scopes of which one is missing */
export function demandAnyScope(caller: Caller, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => holdsScope(caller, scope))) return
  const needed = scopes.join(' or ')
  const held = [...caller.scopes].join(', ') || 'none'
  const message =
    needed === 'ads:request' && caller.publisherId === undefined
      ? 'This needs the key of a publisher with the scope ads:request; make one with POST /api/v1/keys'
      : `This needs a key with the scope ${needed}; this one has ${held}`
  throw new ServiceError('scope_insufficient', message)
}

/** True for keys without an owner: they are the operator's, whichever scopes they hold. */
export function isOperators(caller: Caller): boolean {
  return ownerIdOf(caller) === undefined
}

/** The publisher or the advertiser that the key belongs to; undefined for operators. */
export function ownerIdOf({
  publisherId,
  advertiserId,
}: Pick<Caller, 'publisherId' | 'advertiserId'>): string | undefined {
  return publisherId ?? advertiserId
}

/** True where the caller may reach what belongs to this publisher or advertiser. */
export function mayReach(caller: Caller, ownerId: string | undefined): boolean {
  return isOperators(caller) || ownerIdOf(caller) === ownerId
}

/** What an id answers that does not exist, and one that is someone else's: from outside the two are the same. */
export function notFound(kind: string, id: string, field?: string): ServiceError {
  return new ServiceError('not_found', `There is no ${kind} ${id.slice(0, 100)}`, { field })
}
