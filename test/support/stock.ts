// Fills a running service over HTTP: a publisher with keys, advertisers, campaigns and ads, as an operator would.
import type { Answer } from './http-client.ts'
import { ADMIN_KEY, type RunningService } from './service.ts'

export interface Shop {
  readonly publisherId: string
  /** Live keys: for ads with explanations and events, and a test key. */
  readonly key: string
  readonly keyId: string
  readonly testKey: string
}

const SCOPES = ['ads:request', 'ads:explain', 'events:write']

export async function openShop(service: RunningService, policy: object = {}): Promise<Shop> {
  const publisher = await service.must('POST', '/api/v1/publishers', { name: 'Chat App', policy })
  const make = (mode: 'live' | 'test') =>
    service.must('POST', '/api/v1/keys', { publisherId: publisher.id, mode, scopes: SCOPES, rateLimit: 100_000 })
  const [live, test] = [await make('live'), await make('test')]
  return { publisherId: publisher.id, key: live.key, keyId: live.id, testKey: test.key }
}

export async function openCampaign(
  service: RunningService,
  given: { advertiser?: object; advertiserId?: string; campaign?: Record<string, unknown> } = {},
): Promise<{ advertiserId: string; campaignId: string }> {
  const advertiserId =
    given.advertiserId ??
    (
      await service.must('POST', '/api/v1/advertisers', {
        name: 'Feather',
        domain: 'feather.example',
        ...given.advertiser,
      })
    ).id
  const campaign = await service.must('POST', '/api/v1/campaigns', {
    advertiserId,
    name: 'Spring',
    status: 'active',
    bid: { model: 'cpc', amount: '0.50' },
    pacing: 'asap',
    ...given.campaign,
  })
  return { advertiserId, campaignId: campaign.id }
}

export async function addAd(
  service: RunningService,
  campaignId: string,
  given: Record<string, unknown> = {},
): Promise<string> {
  const ad = await service.must('POST', '/api/v1/ads', { campaignId, ...LAPTOP, ...given })
  return ad.id
}

export const LAPTOP = {
  title: 'Feather 13 quiet light laptop',
  description: 'A silent fanless laptop for trains and cafés, under one kilogram.',
  landingUrl: 'https://feather.example/13',
  categories: ['Computers'],
}

export const LAPTOP_QUERY = 'Which quiet light laptop should I buy for train rides?'

export interface AskOptions {
  readonly key: string
  readonly query?: string
  readonly count?: number
  readonly slots?: number
  readonly userId?: string
  readonly slot?: object
  readonly options?: object
  readonly more?: object
}

export interface Ad {
  readonly id: string
  readonly impressionId: string
  readonly content: { readonly title: string }
  readonly advertiser: { readonly name: string }
  readonly tracking: {
    readonly impressionUrl: string
    readonly viewableUrl: string
    readonly clickUrl: string
    readonly feedbackUrl: string
  }
}

/** Sends one ad request. */
export function ask(service: RunningService, given: AskOptions): Promise<Answer> {
  const { key, query = LAPTOP_QUERY, count = 1, slots = 1, userId, slot = {}, options, more = {} } = given
  return service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: {
      conversationContext: { query },
      ...(userId !== undefined && { userContext: { userId } }),
      slots: Array.from({ length: slots }, (_, i) => ({
        slotId: `slot-${i + 1}`,
        format: 'action_card',
        count,
        ...slot,
      })),
      ...(options !== undefined && { options }),
      ...more,
    },
  })
}

/** The ads of all slots of one answer. @throws Error showing an answer that is not 200 */
export async function adsFor(service: RunningService, given: AskOptions): Promise<Ad[]> {
  const answer = await ask(service, given)
  if (answer.status !== 200) throw new Error(`the ad request answered ${answer.status}: ${answer.text}`)
  return answer.json().slots.flatMap((slot: { ads: Ad[] }) => slot.ads)
}

/** What the tool `ads.request` answers an agent: its result, as the protocol has it. */
export async function askAgent(service: RunningService, key: string, args: object): Promise<any> {
  const answer = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'ads.request', arguments: args },
    }),
  })
  const text = await answer.text()
  return JSON.parse(text.startsWith('{') ? text : /^data: (.*)$/m.exec(text)![1]!).result
}

/** So many ads or a few more, thirty to an answer; the shop has at least as many in stock. @throws Error where an answer holds none */
export async function manyAdsFor(service: RunningService, key: string, count: number): Promise<Ad[]> {
  const all: Ad[] = []
  while (all.length < count) {
    const ads = await adsFor(service, { key, slots: 3, count: 10 })
    if (ads.length === 0) throw new Error('the answer holds no ad')
    all.push(...ads)
  }
  return all
}

/** Why the first slot of an answer is not full; undefined where it is. */
export async function noFillOf(service: RunningService, given: AskOptions): Promise<string | undefined> {
  return (await ask(service, given)).json().slots[0].noFill?.reason
}

/** Imports so many generated ads, no two alike, on subjects that nothing else here is about. */
export async function importAds(service: RunningService, campaignId: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) => JSON.stringify(generatedAd(i)))
  const answer = await service.client.send(`${service.url}/api/v1/ads/import?campaign=${campaignId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
    patienceMs: 300_000,
  })
  const { imported } = answer.status === 200 ? answer.json() : { imported: 0 }
  if (imported !== count) throw new Error(`the import answered ${answer.status}: ${answer.text.slice(0, 500)}`)
}

/** Consonants and vowels in turn make words that are as many and as rare as those of a real shop. */
function generatedAd(i: number): object {
  const word = (seed: number) => {
    let text = ''
    for (let rest = (seed * 7_919 + 104_729) % 160_000, at = 0; at < 4; at++, rest = Math.floor(rest / 20))
      text += 'bcdfghklmnprstvwzjqx'[rest % 20]! + 'aeiou'[(rest + at) % 5]!
    return text
  }
  const words = (from: number, many: number) => Array.from({ length: many }, (_, at) => word(from + at * at)).join(' ')
  return {
    id: `generated-${i}`,
    title: `${words(i, 3)} ${i % 997}`,
    description: `${words(i * 3, 12)}, ${words((i % 50) * 11, 12)}.`,
    landingUrl: `https://generated.example/${i}`,
    brand: word(i % 400),
    keywords: [words(i % 2_000, 2), word(i % 300)],
    categories: [word(i % 60)],
  }
}
