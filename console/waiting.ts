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
/** So many are counted; the rest is "more". */
const COUNTED_MAX = 99
/** So many requests are made where the service has looked past very many ads of archived campaigns. */
const REQUESTS_MAX = 20
/** So many ads are asked for then, since the service looks the further the more it is asked for. */
const LIMIT_MAX = 200

/** How many ads wait, as the navigation says it: "99+" where they are more, and nothing where none does. */
export async function countWaiting(api: Api, signal?: AbortSignal): Promise<string> {
  const { ads, isMore } = await readPending(api, COUNTED_MAX, {}, signal)
  if (ads.length === 0) return ''
  return isMore ? `${ads.length}+` : String(ads.length)
}

export async function readWaiting(api: Api, signal: AbortSignal): Promise<Waiting[]> {
  const { ads: data } = await readPending(api, PAGE, { order: 'oldest' }, signal)
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

async function readPending(
  api: Api,
  wanted: number,
  query: { readonly order?: 'oldest' },
  signal?: AbortSignal,
): Promise<{ ads: readonly Ad[]; isMore: boolean }> {
  const ads: Ad[] = []
  let cursor: string | undefined
  for (let request = 0; request < REQUESTS_MAX; request++) {
    const limit = request === 0 ? wanted : LIMIT_MAX
    const page: Page<Ad> = await api.get(withQuery('ads', { review: 'pending', ...query, limit, cursor }), signal)
    ads.push(...page.data)
    cursor = page.nextCursor ?? undefined
    if (cursor === undefined || ads.length >= wanted) break
  }
  return { ads: ads.slice(0, wanted), isMore: cursor !== undefined || ads.length > wanted }
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
