// An installation whose clock runs fast says so wherever it could be taken for a real one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
let real: AdminService
before(async () => {
  ;[service, real] = await Promise.all([startAdminService({ ASIDE_CLOCK: 'x1440' }), startAdminService()])
})
after(() => Promise.all([service.stop(), real.stop()]))

test('every page says that the clock runs fast', async () => {
  for (const path of ['/', '/docs']) {
    assert.match((await service.call('GET', path)).text, /Time runs 1440 times as fast here; billing is a simulation/)
  }
})

test('statements, invoices, balances, withdrawals and "why this ad" say that nobody owes it', async () => {
  for (const [one, papers, isTest] of [
    [service, await papersOf(service), true],
    [real, await papersOf(real), false],
  ] as const) {
    for (const path of papers.asJson)
      assert.equal(
        (await one.call('GET', path)).body.test,
        isTest,
        `${path} where time ${isTest ? 'runs fast' : 'is real'}`,
      )
    for (const path of papers.asPage) {
      const { status, text } = await one.call('GET', path, undefined, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, text)
      assert.equal(/Time runs 1440 times as fast here; billing is a simulation/.test(text), isTest, path)
    }
  }
})

test('figures of a fast clock, and those of test keys, are marked as test, and others are not', async () => {
  assert.equal((await service.call('GET', '/api/v1/reports')).body.test, true)
  assert.equal((await real.call('GET', '/api/v1/reports')).body.test, false)
  assert.equal((await real.call('GET', '/api/v1/reports?test=true')).body.test, true)
  assert.doesNotMatch((await real.call('GET', '/docs')).text, /times as fast/)
})

/** Where everything can be read that could be taken for a bill, and who pays for an ad. */
async function papersOf({ call, make, makeAdvertiser, config }: AdminService) {
  const { advertiser, campaign } = await makeAdvertiser('Feather')
  const { id: publisherId } = await make('publishers', {
    name: 'Chat',
    policy: { intentGate: false, minRelevance: 0 },
    payoutMethod: { type: 'bank_transfer', account: 'DE00 1234' },
  })
  await make('adjustments', { publisherId, amount: '50.00', reference: 'launch' })
  await make('adjustments', { advertiserId: advertiser.id, amount: '-5.00', reference: 'set-up' })
  const withdrawal = await make('withdrawals', { publisherId, amount: '20.00' })
  const statement = `/api/v1/statements/${(await make('statements', { publisherId })).id}`
  const invoice = `/api/v1/invoices/${(await make('invoices', { advertiserId: advertiser.id })).id}`

  await make('ads', { campaignId: campaign.id, title: 'Bassoon reeds', landingUrl: 'https://feather.example/' })
  const { key } = await make('keys', { publisherId, scopes: ['ads:request'] })
  const request = {
    conversationContext: { query: 'bassoon reeds' },
    slots: [{ slotId: 'main', format: 'action_card' }],
  }
  const { body } = await call('POST', '/api/v1/ads/request', request, { key })
  const why = body.slots[0].ads[0].disclosure.whyUrl.slice(config.baseUrl.length)
  return {
    asJson: [
      statement,
      invoice,
      `/api/v1/withdrawals/${withdrawal.id}`,
      `/api/v1/publishers/${publisherId}/balance`,
      `/api/v1/advertisers/${advertiser.id}/funds`,
      why,
    ],
    asPage: [statement, invoice, why],
  }
}
