// Ads that wait for a person: how many, and the oldest of them with whose they are.
import { withQuery, type Api } from './api.ts'
import type { Ad, Advertiser, Campaign, Page } from './shapes.ts'

export interface Waiting {
  readonly ad: Ad
  readonly campaign: Campaign
  readonly advertiser: Advertiser
}

/** As many at a time as a person looks through; the next ones come once these are done. */
const PAGE = 24
const EMPTY_PAGES_MAX = 10
/** So many are counted; the rest is "more". */
const COUNTED_MAX = 99

/** How many ads wait, as the navigation says it: "99+" where they are more, and nothing where none does. */
export async function countWaiting(api: Api, signal?: AbortSignal): Promise<string> {
  const { data, nextCursor } = await api.get<Page<Ad>>(
    withQuery('ads', { review: 'pending', limit: COUNTED_MAX }),
    signal,
  )
  if (nextCursor !== null) return `${data.length}+`
  return data.length === 0 ? '' : String(data.length)
}

export async function readWaiting(api: Api, signal: AbortSignal): Promise<Waiting[]> {
  const query = { review: 'pending', order: 'oldest', limit: PAGE }
  let data: readonly Ad[] = []
  let cursor: string | undefined
  // A page may be empty where all that the service has looked at belongs to archived campaigns.
  for (let page = 0; page < EMPTY_PAGES_MAX && data.length === 0; page++) {
    const answer: Page<Ad> = await api.get(withQuery('ads', { ...query, cursor }), signal)
    data = answer.data
    if (answer.nextCursor === null) break
    cursor = answer.nextCursor
  }
  const campaigns = await readEach<Campaign>(
    api,
    'campaigns',
    data.map(({ campaignId }) => campaignId),
    signal,
  )
  const owners = [...campaigns.values()].map(({ advertiserId }) => advertiserId)
  const advertisers = await readEach<Advertiser>(api, 'advertisers', owners, signal)
  return data.map((ad) => {
    const campaign = campaigns.get(ad.campaignId)!
    return { ad, campaign, advertiser: advertisers.get(campaign.advertiserId)! }
  })
}

async function readEach<T>(
  api: Api,
  path: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, T>> {
  const read = async (id: string) => [id, await api.get<T>(`${path}/${encodeURIComponent(id)}`, signal)] as const
  return new Map(await Promise.all([...new Set(ids)].map(read)))
}
