// A key: who calls, and what they may do. Only a keyed hash of the secret is kept.
import type { EntityBase } from './entity.ts'

export const SCOPES = [
  'ads:request',
  'ads:explain',
  'events:write',
  'reports:read',
  'inventory:write',
  'admin',
] as const
export type Scope = (typeof SCOPES)[number]

/** Browser keys stand in web pages for all to read, and may do no more than this. */
export const BROWSER_SCOPES: readonly Scope[] = ['ads:request', 'events:write']
export const KEY_MODES = ['live', 'test', 'browser'] as const
export type KeyMode = (typeof KEY_MODES)[number]

export interface ApiKey extends EntityBase {
  readonly name?: string
  readonly mode: KeyMode
  /** A key belongs to one publisher, to one advertiser, or (neither) to the operator. */
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly scopes: readonly Scope[]
  /** Browser keys answer only to these origins. */
  readonly origins: readonly string[]
  /** Public part of the key text, by which it is found. */
  readonly publicId: string
  /** HMAC-SHA-256 of the whole key text under the installation's pepper, hexadecimal. */
  readonly secretHash: string
  readonly lastFour: string
  readonly expiresAtMs?: number
  readonly revokedAtMs?: number
  /** Requests a second; undefined: the default of 100. */
  readonly rateLimit?: number
}

/** That a key was let in, in whole hours. */
export interface KeyUse {
  readonly keyNumber: number
  readonly usedAtMs: number
}

/** Who is calling, once the key was found good. */
export interface Caller {
  readonly keyId: string
  readonly mode: KeyMode
  readonly scopes: ReadonlySet<Scope>
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly rateLimit: number
  readonly origins: readonly string[]
}

/** True where the caller holds the scope; `admin` holds every scope but `ads:request`, which needs a publisher. */
export function holdsScope(caller: Caller, scope: Scope): boolean {
  if (scope === 'ads:request') return caller.scopes.has(scope) && caller.publisherId !== undefined
  return caller.scopes.has(scope) || caller.scopes.has('admin')
}
