// To whom keys and webhooks belong.
import type { Api } from '../api.ts'
import { readAll } from '../hooks.ts'
import type { Advertiser, Publisher } from '../shapes.ts'

export interface Owners {
  readonly publishers: readonly Publisher[]
  readonly advertisers: readonly Advertiser[]
}

/** All of them, both lists at once. */
export async function readOwners(api: Api, signal: AbortSignal): Promise<Owners> {
  const [publishers, advertisers] = await Promise.all([
    readAll<Publisher>(api, 'publishers', signal),
    readAll<Advertiser>(api, 'advertisers', signal),
  ])
  return { publishers, advertisers }
}
