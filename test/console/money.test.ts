// Money: funds, balances, statements, invoices and withdrawals.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { ADMIN_KEY } from '../support/service.ts'
import { until } from '../support/until.ts'
import { PREFIX, openConsole, provokes, skip } from './open-console.ts'
import { says } from './says.ts'

const { service, inConsole, stockCampaign, sellOnce } = await openConsole()

test('an operator adds funds once they were read again, and once however often it is pressed', { skip }, async () => {
  const { campaignId } = await sellOnce('Helicon')
  const { advertiserId } = await service.must('GET', `/api/v1/campaigns/${campaignId}`)
  const funds = async () =>
    Number((await service.must('GET', `/api/v1/advertisers/${advertiserId}/funds`)).balance.amount)
  const before = await funds()
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 409, 502)
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByLabel('Find advertisers').fill('helicon')
    const row = page.getByRole('region', { name: 'Advertisers' }).getByRole('row').filter({ hasText: 'Helicon maker' })
    const form = page.getByRole('dialog')
    const told = page.getByRole('status').filter({ hasText: 'Helicon maker' })
    const type = async (amount: string, reference: string) => {
      await page.getByRole('button', { name: 'Add funds for Helicon maker' }).click()
      await form.getByLabel('Amount').fill(amount)
      await form.getByLabel('Reference').fill(reference)
      await page.keyboard.press('Enter')
    }
    await type('0', '')
    await form.getByRole('alert').getByText('above zero').waitFor()
    await form.getByLabel('Amount').fill('25.50')
    await page.keyboard.press('Enter')
    await says(form, /Post this payment\?[\s\S]+\$25\.50 for Helicon maker\. That makes \$12\d\.\d\d\./)
    assert.equal(await funds(), before, 'nothing is posted before it is confirmed')

    // The first answer is lost on its way.
    let lost = false
    await page.route('**/funds', async (route) => {
      if (lost || route.request().method() !== 'POST') return route.fallback()
      lost = true
      await route.fetch()
      await route.fulfill({ status: 502, body: 'gone' })
    })
    await form.getByRole('button', { name: 'Add $25.50' }).click()
    await form.getByRole('alert').getByText('answered 502').waitFor()
    await form.getByRole('button', { name: 'Add $25.50' }).click()
    await told.waitFor()
    assert.equal((await funds()).toFixed(2), (before + 25.5).toFixed(2))
    await row.getByText(`$${(await funds()).toFixed(2)}`).waitFor()

    await type('10', 'wire 21')
    await form.getByRole('button', { name: 'Add $10.00' }).click()
    await told.getByText('$10.00 were added').waitFor()
    await type('10', 'wire 21')
    await form.getByRole('button', { name: 'Add $10.00' }).click()
    await told.getByText('was in the books').waitFor()
    await type('11', 'wire 21')
    await form.getByRole('button', { name: 'Add $11.00' }).click()
    await form.getByRole('alert').getByText('already used for another payment').waitFor()
    await form.getByRole('button', { name: 'Change it' }).click()
    assert.equal(await form.getByLabel('Reference').inputValue(), 'wire 21')
    await form.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await funds()).toFixed(2), (before + 35.5).toFixed(2))

    await type('1234.567891', '')
    await says(form, /\$1,234\.567891 for Helicon maker\. That makes \$1,3\d\d\.\d{2,3}7891\./)
    await form.getByRole('button', { name: 'Change it' }).click()
    await form.getByLabel('Amount').fill('0.015')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Add $0.015' }).click()
    await told.getByText('$0.015 were added').waitFor()
  })
})

test('funds stand on the page before it is known what was spent and earned', { skip }, async () => {
  await sellOnce('Clavichord')
  await inConsole(ADMIN_KEY, async (page) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/reports?*groupBy=*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByLabel('Find advertisers').fill('Clavichord')
    const row = page
      .getByRole('region', { name: 'Advertisers' })
      .getByRole('row')
      .filter({ hasText: 'Clavichord maker' })
    await says(row, /Prepaid \$9\d\.\d+ … Add funds/)
    await page.getByRole('button', { name: 'Add funds for Clavichord maker' }).click()
    held.resolve()
    await says(row, /Prepaid \$9\d\.\d+ \$\d\.\d+ Add funds/)
    await page.keyboard.press('Escape')
  })
})

test('an advertiser that pays ahead and has paid nothing yet is told to wait', { skip }, async () => {
  const seller = { name: 'Piffero maker', domain: 'piffero.example', billing: 'prepaid' }
  await service.must('POST', '/api/v1/advertisers', seller)
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByLabel('Find advertisers').fill('piffero')
    const row = page.getByRole('region', { name: 'Advertisers' }).getByRole('row').filter({ hasText: 'Piffero' })
    await says(row, /\$0\.00\s+its ads wait/)
  })
})

test('an advertiser that pays ahead reads whom it pays, and is not told to do what it may not', { skip }, async () => {
  const seller = { name: 'Gemshorn maker', domain: 'gemshorn.example', billing: 'prepaid' }
  const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', seller)
  const campaign = { advertiserId, name: 'Gemshorn season', bid: { model: 'cpc', amount: '1.25' } }
  await service.must('POST', '/api/v1/campaigns', campaign)
  const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['inventory:write'] })
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Money' }).click()
    await says(page.getByRole('main'), /You pay in advance: send the operator a payment, who adds it here/)
    const edgeOf = async (there: Locator, edge: 'top' | 'bottom') =>
      there.evaluate((at, edge) => (at as any).getBoundingClientRect()[edge] as number, edge)
    const note = await edgeOf(page.getByText('You pay in advance'), 'bottom')
    const table = await edgeOf(page.getByRole('region', { name: 'Advertisers' }), 'top')
    assert.ok(table - note >= 8, 'what is said stands apart from the table')
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('link', { name: 'Gemshorn season' }).click()
    const told = page.getByRole('region', { name: 'Delivery' })
    await says(told, /nothing is left [\s\S]+ send the operator a payment/)
    assert.doesNotMatch(await told.innerText(), /add funds/i)
  })
})

test('an operator corrects a balance, once it was read again', { skip }, async () => {
  const { advertiserId } = await stockCampaign('Sarangi', {}, [])
  // So much that it stands among the first of many.
  await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, {
    amount: '7000000.00',
    reference: 'Sarangi',
  })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Money' }).click()
    const row = page.getByRole('region', { name: 'Advertisers' }).getByRole('row').filter({ hasText: 'Sarangi maker' })
    await says(row, /\$7,000,000\.00/)
    await page.getByRole('button', { name: 'Correct a balance' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('-2.50')
    await dialog.getByLabel('Reference').fill('paid back by wire')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByText('Choose whose balance it is.').waitFor()
    await dialog.getByLabel('Whose').selectOption('Advertiser Sarangi maker')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await says(dialog, /-\$2\.50 for Advertiser Sarangi maker, with the reference paid back by wire\./)
    await dialog.getByRole('button', { name: 'Post -$2.50' }).click()
    await page.getByText('-$2.50 were posted: Advertiser Sarangi maker has $6,999,997.50 now.').waitFor()
    await says(row, /\$6,999,997\.50/)
  })
  const { data } = await service.must('GET', `/api/v1/ledger/entries?account=advertiser:${advertiserId}:funds`)
  assert.deepEqual(data.map((one: any) => [one.kind, one.amount.amount, one.reference]).at(-1), [
    'adjustment',
    '-2.50',
    'paid back by wire',
  ])
})

test('a new statement is first offered to somebody who is not archived', { skip }, async () => {
  const { id } = await service.must('POST', '/api/v1/publishers', { name: 'Aulos talk' })
  await service.must('DELETE', `/api/v1/publishers/${id}`)
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByRole('button', { name: 'New statement' }).click()
    const owner = page.getByRole('dialog').getByLabel('Publisher')
    await owner.getByRole('option', { name: 'Aulos talk (archived)' }).waitFor({ state: 'attached' })
    assert.doesNotMatch(await owner.locator('option:checked').innerText(), /archived/)
    await page.keyboard.press('Escape')
  })
})

test('a list that is still read is not called empty for another one that is', { skip }, async () => {
  const { campaignId } = await sellOnce('Requinto')
  const { advertiserId } = await service.must('GET', `/api/v1/campaigns/${campaignId}`)
  await service.must('POST', '/api/v1/invoices', { advertiserId })
  await inConsole(ADMIN_KEY, async (page) => {
    const none = { json: { data: [], nextCursor: null } }
    const held = Promise.withResolvers<void>()
    const wait = async (route: Route) => {
      await held.promise
      await route.continue()
    }
    await page.route('**/statements?*', (route) => route.fulfill(none))
    await page.route('**/invoices?*', wait)
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByText('No statements yet').waitFor()
    await page.getByRole('button', { name: 'Invoices' }).click()
    await page.getByRole('button', { name: 'New invoice' }).waitFor()
    assert.equal(await page.getByText('No invoices yet').count(), 0)

    await page.route(/\/decisions\?.*test=true/, (route) => route.fulfill(none))
    await page.route(/\/decisions\?.*test=false/, wait)
    await page.getByRole('link', { name: 'Decisions' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('No test request was decided since the service started').waitFor()
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await page.getByRole('button', { name: 'Live', exact: true, pressed: true }).waitFor()
    assert.equal(await page.getByText('No live request was decided since the service started').count(), 0)
    held.resolve()
    await page.getByRole('region', { name: 'Decisions' }).waitFor()
  })
})

test('papers of one advertiser are found among those of all', { skip }, async () => {
  for (const what of ['Sarod', 'Santur']) {
    const { advertiserId } = await stockCampaign(what, {}, [])
    await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, { amount: '7.00', reference: what })
    await service.must('POST', '/api/v1/invoices', { advertiserId })
  }
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByRole('button', { name: 'Invoices' }).click()
    const papers = page.getByRole('region', { name: 'Invoices' })
    await papers.getByRole('row').filter({ hasText: 'Santur maker' }).waitFor()
    await page.getByLabel('Advertiser', { exact: true }).selectOption('Sarod maker')
    await until('the others are gone', 5_000, async () => (await papers.locator('tbody tr').count()) === 1)
    await says(papers.locator('tbody'), /Sarod maker/)
  })
})

test('the ledger comes as a file, and an invoice as one to print', { skip }, async () => {
  const { advertiserId } = await stockCampaign('Nyckelharpa', {}, [])
  await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, { amount: '7.00', reference: 'keyed fiddle' })
  const { id } = await service.must('POST', '/api/v1/invoices', { advertiserId })
  await inConsole(ADMIN_KEY, async (page) => {
    const fileOf = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true })
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
    }
    await page.getByRole('link', { name: 'Money' }).click()
    const ledger = await fileOf('Download ledger')
    assert.equal(ledger.name, 'ledger.csv')
    assert.match(ledger.text, /^sequence,posting,kind,account,amount,currency,at,reference\r?\n/)
    assert.match(ledger.text, new RegExp(`,advertiser:${advertiserId}:funds,7\\.00,USD,.*,keyed fiddle`))

    await page.goto(`${service.url}${PREFIX}/console/#/money/${id}`)
    const paper = await fileOf('Download to print')
    assert.equal(paper.name, `${id}.html`)
    assert.match(paper.text, /<!doctype html>[^]*Nyckelharpa maker[^]*Amount due/)
  })
})

test('what was refused for what it met is asked anew when the button is pressed again', { skip }, async () => {
  const { campaignId } = await sellOnce('Dulzaina')
  const { advertiserId } = await service.must('GET', `/api/v1/campaigns/${campaignId}`)
  await service.must('POST', '/api/v1/invoices', { advertiserId })
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 409)
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByRole('button', { name: 'Invoices' }).click()
    await page.getByRole('button', { name: 'New invoice' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Advertiser').selectOption('Dulzaina maker')
    await dialog.getByRole('button', { name: 'Make invoice' }).click()
    await says(dialog.getByRole('alert'), /Nothing was booked/)
    await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, { amount: '5.00', reference: 'later' })
    await dialog.getByRole('button', { name: 'Make invoice' }).click()
    await dialog.waitFor({ state: 'detached' })
  })
})

test('statements and invoices are made, opened and confirmed, and each key sees its own alone', { skip }, async () => {
  const { key: advertiserKey, publisherKey, campaignId } = await sellOnce('Cornett')
  const { advertiserId } = await service.must('GET', `/api/v1/campaigns/${campaignId}`)
  const { totals } = await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)
  const charged = `$${Number(totals.spend.amount).toFixed(2)}`
  await service.must('POST', '/api/v1/invoices', { advertiserId })
  const changes = /^(Add funds|New |Confirm|Start paying|Mark as paid)/
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    await page.getByRole('link', { name: 'Money' }).click()
    const sums = page.getByRole('region', { name: 'All accounts' })
    await says(sums, /Owed to publishers \$\d.+Kept as fees \$\d/)
    await page.getByRole('region', { name: 'Publishers' }).getByText('Sample chat app').waitFor()
    await page.getByRole('button', { name: 'New statement' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Publisher').selectOption('Sample chat app')
    let isLost = false
    await page.route(/\/api\/v1\/statements$/, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback()
      isLost = true
      await route.fetch()
      await route.fulfill({ status: 502, body: 'gone' })
    })
    await form.getByRole('button', { name: 'Make statement' }).click()
    await form.getByRole('alert').getByText('answered 502').waitFor()
    // What was made is there, and made again it would hold nothing.
    await form.getByRole('button', { name: 'Make statement' }).click()
    await form.waitFor({ state: 'detached' })
    const statements = page.getByRole('region', { name: 'Statements' })
    await statements.getByRole('row').filter({ hasText: 'Open' }).first().locator('a').click()
    await page.getByRole('heading', { name: 'Statement' }).waitFor()
    await page.locator('.lead').getByText('Sample chat app').waitFor()
    const lines = page.getByRole('region', { name: 'Lines' })
    await says(lines, /per click/)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    assert.match(file.suggestedFilename(), /^st_\w+\.csv$/)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await form.getByRole('button', { name: 'Confirm' }).click()
    await page.locator('h1').getByText('Confirmed').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Confirm' }).count(), 0)
  })
  const money = async (key: string, work: (page: Page) => Promise<void>) =>
    inConsole(key, async (page) => {
      await page.getByRole('link', { name: 'Money' }).click()
      await work(page)
      assert.equal(await page.getByRole('button', { name: changes }).count(), 0)
    })
  await money(publisherKey, async (page) => {
    const balance = page.getByRole('region', { name: 'Balance' })
    await says(balance, /Available \$0\.00 Pending \$\d+\.\d+ On its way/)
    assert.equal(await page.getByRole('region', { name: 'Advertisers' }).count(), 0)
    await page.getByRole('region', { name: 'Statements' }).locator('a').first().click()
    await page.getByRole('region', { name: 'Sums' }).getByText('Closing balance').waitFor()
  })
  await money(advertiserKey, async (page) => {
    const own = page.getByRole('region', { name: 'Advertisers' }).locator('tbody tr')
    await own.waitFor()
    await says(own, /Cornett maker[\s\S]+Prepaid/)
    await says(own, new RegExp(`\\${charged}`))
    await page.getByRole('region', { name: 'Invoices' }).locator('a').click()
    await page.getByRole('region', { name: 'Lines' }).getByText('Cornett season').waitFor()
  })
  const { key: readersKey } = await service.must('POST', '/api/v1/keys', { scopes: ['reports:read'] })
  await money(readersKey, async (page) => {
    const invoices = page.getByRole('region', { name: 'Invoices' })
    await page.getByRole('region', { name: 'Statements' }).waitFor()
    const answered = Promise.withResolvers<void>()
    await page.route('**/invoices?*', (route) => answered.promise.then(() => route.fallback()))
    await page.getByRole('button', { name: 'Invoices' }).click()
    await page.locator('.when[aria-busy="true"]').waitFor()
    assert.equal(await invoices.count(), 0, 'statements are called so until the invoices are there')
    answered.resolve()
    await invoices.getByText(advertiserId).waitFor()
  })
})

test('a statement about a month ends with the last day of it', { skip }, async () => {
  const { data } = await service.must('GET', '/api/v1/publishers')
  const none = { amount: '0.00', currency: 'USD' }
  const december = { from: '2026-12-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' }
  const paper = { id: 'st_december', publisherId: data[0].id, status: 'open', ...december, createdAt: december.to }
  const sums = { opening: none, closing: none, earned: none, reversed: none, adjusted: none, paid: none, lines: [] }
  await inConsole(ADMIN_KEY, async (page) => {
    await page.route('**/api/v1/statements*', (route) =>
      route.fulfill({ json: { data: [{ ...paper, ...sums }], nextCursor: null } }),
    )
    await page.getByRole('link', { name: 'Money', exact: true }).click()
    await page.getByRole('link', { name: 'Dec 1, 2026 – Dec 31, 2026' }).waitFor()
  })
})

test('a publisher withdraws what it has, and an operator moves it on until it is paid', { skip }, async () => {
  const payoutMethod = { type: 'paypal', account: 'sackbut@talk.example' }
  const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name: 'Sackbut talk' })
  const { key } = await service.must('POST', '/api/v1/keys', { publisherId, scopes: ['reports:read'] })
  await service.must('POST', '/api/v1/adjustments', { publisherId, amount: '60.005', reference: 'sackbut' })
  const states = async () => {
    const { data } = await service.must('GET', `/api/v1/withdrawals?publisherId=${publisherId}`)
    return data.map(({ amount, status, reference = '' }: any) => `${amount.amount} ${status} ${reference}`.trim())
  }
  const onMoney = (of: string, work: (page: Page, dialog: Locator, row: (text: string) => Locator) => Promise<void>) =>
    inConsole(of, async (page) => {
      await page.getByRole('link', { name: 'Money' }).click()
      const table = page.getByRole('region', { name: 'Withdrawals' })
      await work(page, page.getByRole('dialog'), (text) => table.getByRole('row').filter({ hasText: text }))
    })
  const gone = (dialog: Locator) => dialog.waitFor({ state: 'detached' })
  await onMoney(key, async (page) => {
    await page.getByText('once the operator has set where you are paid to').waitFor()
    const none = page.locator('.empty').filter({ hasText: 'No withdrawals yet' })
    await says(
      none,
      new RegExp(`Nobody has set where you are paid to\\. Ask the operator for it; your id is ${publisherId}\\.$`),
    )
    assert.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0)
  })
  await service.must('PATCH', `/api/v1/publishers/${publisherId}`, { payoutMethod })
  await onMoney(key, async (page, dialog, row) => {
    provokes(page, 400)
    await page.getByText('You can ask for what is available.').waitFor()
    const ask = async (amount: string) => {
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      await dialog.getByLabel('Amount').fill(amount)
      await dialog.getByRole('button', { name: 'Withdraw' }).click()
    }
    await ask('2')
    await dialog.getByText('To sackbut@talk.example').waitFor()
    await dialog.getByText('the least that can be withdrawn is 10.00 USD').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await ask('20')
    await row('$20.00').getByText('Submitted').waitFor()
    await row('$20.00').getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByText('The amount is available to you again.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel the withdrawal' }).click()
    await row('$20.00').getByText('Canceled').waitFor()
    await ask('')
    await row('$60.00').getByText('Submitted').waitFor()
    await service.must('POST', '/api/v1/adjustments', { publisherId, amount: '50.124', reference: 'sackbut again' })
    await page.reload()
    const balance = page.getByRole('region', { name: 'Balance' })
    await balance.getByText('$60.00').waitFor()
    await says(balance, /Available \$50\.12 .*On its way \$60\.00/)
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog.getByText('$50.12 are available; $10.00 is the least.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  assert.deepEqual(await states(), ['60.00 submitted', '20.00 canceled'])
  await onMoney(ADMIN_KEY, async (page, dialog, row) => {
    provokes(page, 409)
    const mine = row('$60.00').filter({ hasText: 'sackbut@talk.example' })
    await mine.getByRole('button', { name: 'Start paying' }).click()
    await says(dialog, /\$60\.00 to sackbut@talk\.example \(Paypal\)/i)
    await dialog.getByLabel('Reference').fill('batch 12')
    await dialog.getByRole('button', { name: 'Start paying' }).click()
    await mine.getByText('Processing').waitFor()
    await mine.getByRole('button', { name: 'Mark as paid' }).click()
    assert.equal(await dialog.getByLabel('Reference').inputValue(), 'batch 12', 'the reference is kept')
    // Meanwhile another operator was faster.
    const [{ id }] = (await service.must('GET', `/api/v1/withdrawals?publisherId=${publisherId}`)).data
    await service.must('PATCH', `/api/v1/withdrawals/${id}`, { status: 'paid', reference: 'batch 13' })
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await dialog.locator('.problem').waitFor()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await gone(dialog)
    await mine.getByText('batch 13').waitFor()
    assert.equal(await mine.getByRole('button').count(), 0)
    const account = page
      .getByRole('region', { name: 'Publishers' })
      .getByRole('row')
      .filter({ hasText: 'Sackbut talk' })
    await says(account, /– \$50\.12 \$0\.00 /)
  })
  assert.deepEqual(await states(), ['60.00 paid batch 13', '20.00 canceled'])
})
