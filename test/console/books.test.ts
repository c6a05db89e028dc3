// What bookkeepers do: letterheads, papers of a month made and confirmed together, what was taken back, and when keys were last used.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { ADMIN_KEY } from '../support/service.ts'
import { adsFor } from '../support/stock.ts'
import { until } from '../support/until.ts'
import { PREFIX, openConsole, provokes, skip } from './open-console.ts'
import { says } from './says.ts'

const { service, inConsole, stockCampaign, follow } = await openConsole()
const make = (path: string, body: object) => service.must('POST', `/api/v1/${path}`, body)

test(
  'an operator sets a letterhead and whom papers are made out to, and a paper shows both sides',
  { skip },
  async () => {
    const { id: advertiserId } = await make('advertisers', { name: 'Feather', domain: 'feather.example' })
    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByRole('link', { name: 'Money', exact: true }).click()
      const dialog = page.getByRole('dialog')
      const card = page.getByRole('region', { name: 'Letterhead' })
      await says(card, /No letterhead yet/)
      await card.getByRole('button', { name: 'Change the letterhead' }).click()
      await dialog.getByLabel('Name').fill('Example Ads Ltd')
      await dialog.getByLabel('Address').fill('1 Example Street\nDublin')
      await dialog.getByLabel('Tax id').fill('IE1')
      await dialog.getByLabel('Days until an invoice is due').fill('14')
      await dialog.getByLabel('Below the figures').fill('Reverse charge <b>')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await says(card, /Example Ads Ltd 1 Example Street Dublin Tax id IE1 .*14 days after.*Reverse charge <b>/i)

      const row = page.getByRole('row').filter({ hasText: 'Feather' }).first()
      await row.getByRole('button', { name: 'Change Feather' }).click()
      await dialog.getByLabel('Made out to').fill('Feather GmbH')
      await dialog.getByLabel('Address').fill('Beispielweg 1\n10115 Berlin')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      const kept = await service.must('GET', `/api/v1/advertisers/${advertiserId}`)
      assert.deepEqual(kept.billingDetails, { name: 'Feather GmbH', address: 'Beispielweg 1\n10115 Berlin' })
      await row.getByRole('button', { name: 'Change Feather' }).click()
      assert.equal(await dialog.getByLabel('Made out to').inputValue(), 'Feather GmbH')
      await dialog.getByLabel('Made out to').fill('')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      const { billingDetails } = await service.must('GET', `/api/v1/advertisers/${advertiserId}`)
      assert.deepEqual(billingDetails, { address: 'Beispielweg 1\n10115 Berlin' })

      await make('adjustments', { advertiserId, amount: '-5.00', reference: 'fee' })
      const invoice = await make('invoices', { advertiserId })
      await page.goto(`${service.url}${PREFIX}/console/#/money/${invoice.id}`)
      await says(page.locator('h1'), /^Invoice INV-000001 /)
      const sides = page.getByRole('region', { name: 'On the paper' })
      await says(sides, /Example Ads Ltd.* Feather Beispielweg 1 10115 Berlin .*Reverse charge <b>$/i)
      await says(sides, new RegExp(`Due by ${invoice.dueDate}`, 'i'))

      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download to print' }).click()
      const paper = await readFile(await (await downloading).path(), 'utf8')
      assert.ok(paper.includes('Reverse charge &#60;b&#62;'))
    })
  },
)

test(
  'invoices say what is unpaid, overdue ones are marked, and those that are not paid are picked out',
  { skip },
  async () => {
    const invoiceOf = async (name: string) => {
      const { id: advertiserId } = await make('advertisers', { name, domain: `${name.toLowerCase()}.example` })
      await make('adjustments', { advertiserId, amount: '-9.00', reference: 'fee' })
      const { id } = await make('invoices', { advertiserId })
      const pay = (amount: string) =>
        make(`advertisers/${advertiserId}/funds`, { amount, reference: `${name} ${amount}` })
      return { advertiserId, id, pay }
    }
    const [paid, owed] = [await invoiceOf('Zurna'), await invoiceOf('Zummara')]
    await paid.pay('9.00')
    await owed.pay('2.50')
    const { key } = await make('keys', { advertiserId: paid.advertiserId, scopes: ['reports:read'] })
    await inConsole(ADMIN_KEY, async (page) => {
      // Weeks pass.
      await page.route(`**/api/v1/invoices*/**`, async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        await route.fulfill({ response: answer, json: { ...body, overdue: body.unpaid?.amount !== '0.00' } })
      })
      await page.route('**/api/v1/invoices?*', async (route) => {
        const answer = await route.fetch()
        const { data, ...rest } = await answer.json()
        const later = data.map((one: any) => ({ ...one, overdue: one.unpaid.amount !== '0.00' }))
        await route.fulfill({ response: answer, json: { ...rest, data: later } })
      })
      await page.getByRole('link', { name: 'Money', exact: true }).click()
      await page.getByRole('button', { name: 'Invoices' }).click()
      const table = page.getByRole('region', { name: 'Invoices' })
      const row = (name: string) => table.getByRole('row').filter({ hasText: name })
      await says(table.locator('thead'), /Due.* Unpaid/)
      await says(row('Zurna'), /\$9\.00 \$0\.00$/)
      await says(row('Zummara'), /\$9\.00 Overdue \$6\.50$/)
      await page.getByLabel('Payment', { exact: true }).selectOption('Unpaid only')
      await row('Zurna').waitFor({ state: 'detached' })
      await says(row('Zummara'), /Overdue \$6\.50$/)
      await page.getByRole('heading', { name: 'Statements and invoices' }).waitFor()

      await row('Zummara').getByRole('link').click()
      await says(page.locator('.page-head'), /Unpaid: \$6\.50 Overdue/)
      await page.goto(`${service.url}${PREFIX}/console/#/money/${paid.id}`)
      await says(page.locator('.page-head'), /Paid on [A-Z]\w+ \d+, \d{4}/)
    })
    await inConsole(key, async (page) => {
      await page.getByRole('link', { name: 'Money', exact: true }).click()
      await page.getByLabel('Payment', { exact: true }).selectOption('Unpaid only')
      await page.getByText('No unpaid invoices').waitFor()
    })
  },
)

test('what was taken back stands below the rules of traffic, with why, by whom and of what', { skip }, async () => {
  const { campaignId, impressionId } = await clickOnce('Kemenche')
  const elsewhere = await clickOnce('Kobyz')
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Traffic', exact: true }).click()
    const list = page.getByRole('region', { name: 'Taken back' })
    await says(list, /Nothing was taken back/)
    // What was done elsewhere meanwhile is there once both lists are read again.
    await make('traffic-rules', { userAgent: 'KobyzWatch/', note: '' })
    await make('reversals', { reason: 'found elsewhere', events: [`${elsewhere.impressionId}:click`] })
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByRole('row').filter({ hasText: 'KobyzWatch/' }).waitFor()
    await says(list.locator('tbody'), /found elsewhere The operator 1 event by name/)
    await page.getByRole('button', { name: 'Take events back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Campaign').selectOption('Kemenche season')
    await dialog.getByLabel('Events').selectOption('Clicks')
    await dialog.getByLabel('Why').fill('clicks of a <script>')
    await dialog.getByRole('button', { name: 'Add up' }).click()
    await dialog.getByRole('button', { name: 'Take 2 back' }).click()
    const { charged, earned } = { charged: '\\$0.50', earned: '\\$0.35' }
    const row = `rev_\\w+ clicks of a <script> The operator Kemenche season · click · before .+ 2 ${charged} ${earned}`
    await says(list.locator('tbody'), new RegExp(row))
    await make('reversals', { reason: 'nothing is left', events: [`${impressionId}:click`] })
    assert.equal((await service.must('GET', '/api/v1/reversals')).data.length, 2)
  })
  await service.must('DELETE', `/api/v1/campaigns/${campaignId}`)
})

test('the list of keys tells when each was last used, by the hour', { skip }, async () => {
  const { publisherId } = await clickOnce('Rebab')
  await make('keys', { publisherId, name: 'Idle', scopes: ['ads:request'] })
  await until('the use is told', 5_000, async () => {
    const { data } = await service.must('GET', `/api/v1/keys?publisherId=${publisherId}`)
    return data.some(({ lastUsedAt }: any) => lastUsedAt !== undefined)
  })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    const rows = page.getByRole('row').filter({ hasText: 'Rebab chat' })
    await says(rows.filter({ hasNotText: 'Idle' }), /\d+:00[^0-9]*(?:AM|PM)? Replace Revoke$/)
    await says(rows.filter({ hasText: 'Idle' }), / – Replace Revoke$/)
  })
})

test(
  'statements of everybody are made, and those that are chosen are confirmed, with an account of each',
  { skip },
  async () => {
    const names = ['Ann chat', 'Bob chat', 'Cid chat', 'Dan chat']
    const owners = await Promise.all(names.map((name) => make('publishers', { name })))
    for (const { id: publisherId } of owners.slice(0, 3))
      await make('adjustments', { publisherId, amount: '5.00', reference: 'launch' })
    const statements = async () => (await service.must('GET', '/api/v1/statements?limit=200')).data
    await inConsole(ADMIN_KEY, async (page) => {
      provokes(page, 409, 503)
      await page.getByRole('link', { name: 'Money', exact: true }).click()
      const dialog = page.getByRole('dialog')
      const leave = async () => {
        assert.deepEqual(await dialog.locator('footer button').allInnerTexts(), ['Done'])
        await dialog.getByRole('button', { name: 'Done' }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      await page.getByRole('button', { name: 'New statement' }).click()
      await dialog.getByLabel('Publisher').selectOption('All publishers')
      await dialog.getByRole('button', { name: 'Make statements' }).click()
      await says(dialog, /\d statements were made\. With \d+ nothing was booked since their last one\./)
      await leave()
      const made = await statements()
      const stated = new Set(made.map(({ publisherId }: any) => publisherId))
      assert.deepEqual(
        owners.map(({ id }) => stated.has(id)),
        [true, true, true, false],
      )
      const ofName = (name: string) => made.find((one: any) => one.publisherId === owners[names.indexOf(name)].id)

      await page.getByRole('button', { name: 'Confirm several' }).click()
      await dialog.getByLabel(/Ann chat/).waitFor()
      for (const box of await dialog.getByRole('checkbox').all())
        if (!/Ann|Bob/.test(await box.locator('..').innerText())) await box.uncheck()
      // Somebody else is faster with one of them, and each takes its time.
      await service.must('PATCH', `/api/v1/statements/${ofName('Bob chat').id}`, { status: 'confirmed' })
      let go: (() => void) | undefined
      await page.route('**/api/v1/statements/*', async (route) => {
        await new Promise<void>((resolve) => (go = resolve))
        await route.continue()
      })
      await dialog.getByRole('button', { name: 'Confirm 2' }).click()
      for (const tried of [0, 1]) {
        await says(dialog.getByRole('status'), new RegExp(`^${tried} of 2$`))
        await until('the next one is asked for', 5_000, async () => go !== undefined)
        const next = go!
        go = undefined
        next()
      }
      await says(dialog, /1 statement was confirmed\. 1 was not: Bob chat: .*is confirmed, and cannot become confirmed/)
      await page.unroute('**/api/v1/statements/*')
      await leave()
      const stateOf = new Map((await statements()).map(({ id, status }: any) => [id, status]))
      assert.deepEqual(
        names.slice(0, 3).map((name) => stateOf.get(ofName(name).id)),
        ['confirmed', 'confirmed', 'open'],
      )
      await says(page.getByRole('row').filter({ hasText: 'Ann chat' }).last(), /Confirmed/i)

      // Where the service is away the rest is not tried, and that is said.
      await make('adjustments', { publisherId: owners[0].id, amount: '5.00', reference: 'again' })
      await make('statements', { publisherId: owners[0].id })
      await page.getByRole('button', { name: 'Confirm several' }).click()
      await page.route('**/api/v1/statements/*', (route) => route.fulfill({ status: 503, body: '{}' }))
      await dialog.getByRole('button', { name: /^Confirm [1-9]/ }).click()
      await says(dialog, /0 statements were confirmed\. \d were not tried any more\. \S+/)
      await page.unroute('**/api/v1/statements/*')
      await leave()
    })
  },
)

/** An ad is shown by a publisher that shows no others, and clicked on, for 0.50. */
async function clickOnce(what: string): Promise<{ campaignId: string; publisherId: string; impressionId: string }> {
  const { advertiserId, campaignId } = await stockCampaign(what, {}, [{ title: `${what} of clay` }])
  const policy = { allowedAdvertisers: [advertiserId], intentGate: false, minRelevance: 0, floor: { amount: '0.50' } }
  const { id: publisherId } = await make('publishers', { name: `${what} chat`, policy })
  const { key } = await make('keys', { publisherId, scopes: ['ads:request', 'events:write'] })
  const [ad] = await adsFor(service, { key, query: `${what} of clay` })
  assert.equal((await follow(ad!.tracking.clickUrl)).status, 302)
  return { campaignId, publisherId, impressionId: ad!.impressionId }
}
