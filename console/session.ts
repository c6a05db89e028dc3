// Who is signed in: the key lives in this tab alone and is forgotten with it.
import { ApiError, createApi, type Api } from './api.ts'
import type { Advertiser, Page, Publisher } from './shapes.ts'

export type Role = 'operator' | 'publisher' | 'advertiser' | 'limited'

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
    readonly review: boolean
    readonly money: boolean
    readonly publishers: boolean
    readonly keys: boolean
  }
}

export interface Session {
  readonly api: Api
  readonly key: string
  readonly who: Who
}

const STORED = 'aside.key'

export const storedKey = (): string | undefined => sessionStorage.getItem(STORED) ?? undefined
export const storeKey = (key: string): void => sessionStorage.setItem(STORED, key)
export const forgetKey = (): void => sessionStorage.removeItem(STORED)

/**
 * Finds out what a key may do by asking for a little of everything, since keys do not tell of themselves.
 * @throws ApiError where the key is unknown, or bound to another page
 */
export async function whoIs(key: string): Promise<Who> {
  const api = createApi(key)
  // An operator's key may do all that there is, and asks for ads through a publisher's.
  if ((await allowed(api.get('keys?limit=1'))).yes) return OPERATOR
  const [reports, decisions, ask, publishers, advertisers] = await Promise.all([
    allowed(api.get('reports?groupBy=day')),
    allowed(api.get('decisions?limit=1')),
    // An empty body is never an ad request, but it is refused for that only where the key may ask.
    allowed(api.send('POST', 'ads/request', {})),
    allowed(api.get<Page<Publisher>>('publishers?limit=1')),
    allowed(api.get<Page<Advertiser>>('advertisers?limit=1')),
  ])
  const publisher = publishers.answer?.data[0]
  const advertiser = advertisers.answer?.data[0]
  return {
    role: publisher ? 'publisher' : advertiser ? 'advertiser' : 'limited',
    name: (publisher ?? advertiser)?.name,
    ownId: (publisher ?? advertiser)?.id,
    may: {
      ask: ask.yes,
      explain: decisions.yes && advertiser === undefined,
      reports: reports.yes,
      inventory: advertiser !== undefined,
      review: false,
      money: reports.yes || advertiser !== undefined,
      publishers: false,
      keys: false,
    },
  }
}

const OPERATOR: Who = {
  role: 'operator',
  may: {
    ask: true,
    explain: true,
    reports: true,
    inventory: true,
    review: true,
    money: true,
    publishers: true,
    keys: true,
  },
}

async function allowed<T>(answer: Promise<T>): Promise<{ yes: boolean; answer?: T }> {
  try {
    return { yes: true, answer: await answer }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'scope_insufficient') return { yes: false }
    if (error.status === 400) return { yes: true }
    throw error
  }
}
