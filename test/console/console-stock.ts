// What tests of the console find in their service: campaigns, ads, keys and sales, made over the API before a browser looks at them.
import assert from 'node:assert/strict'
import type { Answer } from '../support/http-client.ts'
import type { RunningService } from '../support/service.ts'
import { adsFor } from '../support/stock.ts'
import { until } from '../support/until.ts'

/** Something that ads of the demo fit. */
export const QUESTION = 'I need a quiet, light laptop for train rides'

export interface ConsoleStock {
  /** A campaign of a new advertiser, with ads. */
  stockCampaign(
    name: string,
    terms: object,
    ads: readonly object[],
  ): Promise<{ advertiserId: string; campaignId: string; adIds: string[] }>
  /** An advertiser with a prepaid balance of 100, whose ad was clicked once, after which something was bought for 49.90. */
  sellOnce(what: string): Promise<{ key: string; campaignId: string; publisherKey: string }>
  /** Opens a link of an ad as a person's browser does. */
  follow(link: string): Promise<Answer>
  /** A key of the sample chat app, for all that a publisher may do. */
  publisherKey(): Promise<string>
  /** The id of the publisher that each new service has; tests make others. */
  sampleChat(): Promise<string>
  /** Makes so many, a few at a time. @returns them as they were answered, by their number */
  makeMany(count: number, of: (i: number) => readonly [path: string, body: object]): Promise<any[]>
}

/** @param prefix what the addresses that the service hands out begin with, and its own do not */
export function createConsoleStock(service: RunningService, prefix: string): ConsoleStock {
  return { stockCampaign, sellOnce, follow, publisherKey, sampleChat, makeMany }

  async function stockCampaign(
    name: string,
    terms: object,
    ads: readonly object[],
  ): Promise<{ advertiserId: string; campaignId: string; adIds: string[] }> {
    const seller = { name: `${name} maker`, domain: `${name.toLowerCase()}.example` }
    const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', seller)
    const campaign = { advertiserId, name: `${name} season`, bid: { model: 'cpc', amount: '1.25' }, ...terms }
    const { id: campaignId } = await service.must('POST', '/api/v1/campaigns', campaign)
    const landingUrl = `https://${seller.domain}/`
    const adIds: string[] = []
    for (const ad of ads) adIds.push((await service.must('POST', '/api/v1/ads', { campaignId, landingUrl, ...ad })).id)
    return { advertiserId, campaignId, adIds }
  }

  async function sellOnce(what: string): Promise<{ key: string; campaignId: string; publisherKey: string }> {
    const publisher = await publisherKey()
    const seller = { name: `${what} maker`, domain: `${what.toLowerCase()}.example`, billing: 'prepaid' }
    const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', seller)
    await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, { amount: '100.00', reference: what })
    const { id: campaignId } = await service.must('POST', '/api/v1/campaigns', {
      advertiserId,
      name: `${what} season`,
      status: 'active',
      budget: { daily: '20.00', total: '80.00' },
      bid: { model: 'cpc', amount: '1.25' },
      pacing: 'asap',
    })
    const landingUrl = `https://${seller.domain}/`
    await service.must('POST', '/api/v1/ads', { campaignId, id: `${what}-1`, title: `${what} of clay`, landingUrl })
    const { key } = await service.must('POST', '/api/v1/keys', {
      advertiserId,
      scopes: ['inventory:write', 'reports:read'],
    })
    const [ad] = await adsFor(service, { key: publisher, query: `Where can I buy an ${what} of clay?` })
    assert.equal(ad?.advertiser.name, seller.name)
    assert.equal((await follow(ad.tracking.clickUrl)).status, 302)
    const sale = { clickId: ad.impressionId, transactionId: `${what}-order`, type: 'purchase', value: '49.90' }
    const headers = { authorization: `Bearer ${key}` }
    const told = await service.client.send(`${service.url}/api/v1/conversions`, { method: 'POST', headers, body: sale })
    assert.equal(told.json().status, 'accepted')
    // What was decided is counted within a second; a page that was opened before would not show it.
    await until('the decision is counted', 5_000, async () => {
      const { totals } = await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)
      return totals.filled === 1
    })
    return { key, campaignId, publisherKey: publisher }
  }

  function follow(link: string): Promise<Answer> {
    return service.client.send(link.replace(prefix, ''))
  }

  async function publisherKey(): Promise<string> {
    const scopes = ['ads:request', 'ads:explain', 'events:write', 'reports:read']
    return (await service.must('POST', '/api/v1/keys', { publisherId: await sampleChat(), scopes })).key
  }

  async function sampleChat(): Promise<string> {
    const { data } = await service.must('GET', '/api/v1/publishers')
    return data.find(({ name }: { name: string }) => name === 'Sample chat app').id
  }

  async function makeMany(count: number, of: (i: number) => readonly [path: string, body: object]): Promise<any[]> {
    const made: any[] = []
    let next = 0
    const work = async () => {
      for (let i = next++; i < count; i = next++) {
        const [path, body] = of(i)
        made[i] = await service.must('POST', `/api/v1/${path}`, body)
      }
    }
    await Promise.all(Array.from({ length: 16 }, work))
    return made
  }
}
