// Who is signed in: the key lives in this tab alone and is forgotten with it.
import { ApiError, createApi, type Api } from './api.ts'
import type { OwnKey } from './shapes.ts'

export type Role = 'operator' | 'publisher' | 'advertiser'

export interface Who {
  readonly role: Role
  /** Of the publisher or advertiser whose key this is. */
  readonly name?: string
  readonly ownId?: string
  /** What the key may do; what it may not is not offered. */
  readonly may: {
    readonly ask: boolean
    readonly explain: boolean
    readonly reports: boolean
    readonly inventory: boolean
    readonly money: boolean
    readonly history: boolean
    readonly webhooks: boolean
    /** All that is an operator's alone. */
    readonly admin: boolean
  }
}

export interface Session {
  readonly api: Api
  readonly who: Who
}

const STORED = 'aside.key'

export const storedKey = (): string | undefined => sessionStorage.getItem(STORED) ?? undefined
export const storeKey = (key: string): void => sessionStorage.setItem(STORED, key)
export const forgetKey = (): void => sessionStorage.removeItem(STORED)

/**
 * What somebody signs in with.
 * @param typed as it was pasted
 * @throws ApiError, or Error with what to mend
 */
export async function tryKey(typed: string): Promise<{ readonly key: string; readonly who: Who }> {
  const key = typed.trim()
  if (key === '') throw new Error('Paste a key first.')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('A key has neither spaces nor special characters in it.')
  return { key, who: await whoIs(key) }
}

/** @throws ApiError where the key is unknown, or one of web pages */
export async function whoIs(key: string): Promise<Who> {
  return whoHolds(await createApi(key).get<OwnKey>('keys/self').catch(explainRefusal))
}

/** Browsers do not say from which page they read what lies beside it, which such a key would have to be told. */
function explainRefusal(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'origin_not_allowed') throw error
  const { status, code, requestId } = error
  throw new ApiError(status, code, 'This is a key of web pages, for ads alone; sign in with another one.', {
    requestId,
  })
}

function whoHolds({ publisherId, advertiserId, ownerName, scopes }: OwnKey): Who {
  const role = publisherId !== undefined ? 'publisher' : advertiserId !== undefined ? 'advertiser' : 'operator'
  const [admin, reports] = [scopes.includes('admin'), scopes.includes('reports:read')]
  // Whatever its scopes, a publisher owns no inventory, and an advertiser no decisions.
  const inventory = scopes.includes('inventory:write') && role !== 'publisher'
  // Of everybody's, an operator sees them who may read whose they are.
  const ofOwn = reports && role !== 'operator'
  return {
    role,
    name: ownerName,
    ownId: publisherId ?? advertiserId,
    may: {
      // An operator asks through a publisher, with a key that it makes.
      ask: admin || scopes.includes('ads:request'),
      explain: scopes.includes('ads:explain') && role !== 'advertiser',
      reports,
      inventory,
      history: admin || ofOwn,
      webhooks: admin || ofOwn,
      money: reports || (inventory && role === 'advertiser'),
      admin,
    },
  }
}
