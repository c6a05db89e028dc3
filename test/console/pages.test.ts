// Ways through the console: addresses, the names of tabs, long lists, and what is not there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ADMIN_KEY } from '../support/service.ts'
import { until } from '../support/until.ts'
import { PREFIX, openConsole, provokes, settled, skip } from './open-console.ts'
import { called, says } from './says.ts'

const { service, browser, inConsole, stockCampaign, sellOnce, publisherKey, makeMany } = await openConsole()

test('what was chosen stands in the address: a reload, a link and the way back bring it again', { skip }, async () => {
  const { campaignId } = await sellOnce('Ophicleide')
  const console = `${service.url}${PREFIX}/console/`
  await inConsole(ADMIN_KEY, async (page) => {
    const heading = (text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor()
    const by = page.getByLabel('By', { exact: true })
    const values = () =>
      page.locator('.filters :is(select, input)').evaluateAll((all: any[]) => all.map((one) => one.value))
    await page.getByRole('link', { name: 'Reports' }).click()
    // What is chosen next is chosen beside what the page has taken in by then.
    await by.selectOption('Hour')
    await heading('Impressions by hour')
    await page.getByLabel('Figure').selectOption('Clicks')
    await heading('Clicks by hour')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('button', { name: 'Test', pressed: true }).waitFor()
    await heading('Clicks by hour')
    const [, , from, to] = await values()
    // Not today alone, which is one point and no line in the first hour of a day.
    const eve = new Date(Date.parse(to!) - 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('From').fill(eve)
    const chosen = ['hour', '', eve, to]
    await page.reload()
    await heading('Clicks by hour')
    assert.deepEqual(await values(), chosen)
    await page.getByRole('button', { name: 'Test', pressed: true }).waitFor()
    // What is typed is no step of its own.
    await page.goBack()
    await page.getByRole('button', { name: 'Live', pressed: true }).waitFor()
    await page.goBack()
    await heading('Impressions by hour')
    await page.goBack()
    await heading('Impressions by day')
    assert.deepEqual(await values(), ['day', '', from, to])

    const link = `${console}#/reports?by=format&then=country&from=${to}&to=${to}&campaign=${campaignId}&figure=spend`
    await page.goto(link)
    await heading('Spend by format')
    assert.deepEqual(await values(), ['format', 'country', to, to])
    await page.getByRole('button', { name: 'Only campaign' }).click()
    await until('it is narrowed no more', 5_000, async () => !page.url().includes('campaign='))
    // Two choices before the page is drawn again.
    await page.evaluate(`for (const [label, value] of [['By', 'publisher'], ['Figure', 'clicks']]) {
      const select = [...document.querySelectorAll('select')].find((one) => one.labels[0].textContent.trim().startsWith(label))
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }`)
    await heading('Clicks by publisher')
    assert.match(page.url(), /[?&]by=publisher&.*figure=clicks/)
    await page.goto(
      `${console}#/reports?by=weather&then=%00&from=2026-02-31&to=soon&campaign=adv_1&figure=none&events=`,
    )
    await heading('Impressions by day')
    assert.deepEqual(await values(), ['day', '', from, to])

    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: '30 days' }).click()
    await page.getByRole('button', { name: '30 days', pressed: true }).waitFor()
    await page.getByRole('button', { name: /^Clicks/ }).click()
    await heading('Clicks by day')
    await page.reload()
    await heading('Clicks by day')
    await page.getByRole('button', { name: '30 days', pressed: true }).waitFor()
    await page.goto(`${console}#/overview?days=9999&figure=constructor`)
    await heading('Impressions by day')
    await page.getByRole('button', { name: '7 days', pressed: true }).waitFor()

    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByLabel('Find').fill('Ophicleide & co')
    await page.getByText('No campaign has that name and status.').waitFor()
    await page.getByLabel('Status').selectOption('Paused')
    await page.reload()
    await page.getByText('No campaign has that name and status.').waitFor()
    assert.deepEqual(await values(), ['Ophicleide & co', 'paused'])
    await page.getByRole('link', { name: 'Decisions' }).click()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Test', pressed: true }).waitFor()
  })
  // The first page of an advertiser, which stands there without an address.
  const { advertiserId } = await stockCampaign('Cimbasso', {}, [])
  const { key } = await service.must('POST', '/api/v1/keys', {
    advertiserId,
    scopes: ['inventory:write', 'reports:read'],
  })
  await inConsole(key, async (page) => {
    await page.getByRole('button', { name: 'Today' }).click()
    await page.getByRole('heading', { name: 'Impressions by hour' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Impressions by hour' }).waitFor()
  })
})

test('whoever opens a campaign by keyboard goes on from there, and the tab is called after it', { skip }, async () => {
  await stockCampaign('Regal', {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    const focused = () => page.evaluate('document.activeElement.id')
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('link', { name: 'Regal season' }).press('Enter')
    await called(page, /^Regal season · Aside$/)
    assert.equal(await focused(), 'main')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await called(page, /^Campaigns · Aside$/)
    await until('the focus is there', 5_000, async () => (await focused()) === 'main')
    await page.getByRole('link', { name: 'Keys', exact: true }).press('Enter')
    await called(page, /^Keys · Aside$/)
    assert.equal(await page.evaluate('document.activeElement.innerText.trim()'), 'Keys', 'it stays where it was')
  })
})

test('a decision, a paper and the page to sign in name the tab', { skip }, async () => {
  const { advertiserId } = await stockCampaign('Tromba', {}, [])
  await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, { amount: '5.00', reference: 'Tromba' })
  const { id } = await service.must('POST', '/api/v1/invoices', { advertiserId })
  const key = await publisherKey()
  await service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: { conversationContext: { query: 'hello' }, slots: [{ slotId: 'tab', format: 'suffix' }] },
  })
  await inConsole(ADMIN_KEY, async (page) => {
    await called(page, /^Playground · Aside$/)
    await page.goto(`${service.url}${PREFIX}/console/#/money/${id}`)
    await called(page, /^Invoice [A-Z].* – .*\d{4} · Aside$/)
  })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${service.url}${PREFIX}/console/#/decisions`)
  await called(page, /^Sign in · Aside$/)
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
  await called(page, /^Decisions · Aside$/)
  await page.getByRole('region', { name: 'Decisions' }).getByRole('link').first().click()
  await called(page, /^Decision of \d.* · Aside$/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await called(page, /^Sign in · Aside$/)
  await context.close()
})

test(
  'a campaign that is archived leads back to the list, but nobody away who has gone on meanwhile',
  { skip },
  async () => {
    const { advertiserId, campaignId } = await stockCampaign('Cittern', {}, [])
    const { id: other } = await service.must('POST', '/api/v1/campaigns', {
      advertiserId,
      name: 'Cittern rest',
      bid: { model: 'cpc', amount: '1.00' },
    })
    await inConsole(ADMIN_KEY, async (page) => {
      const archive = async (id: string) => {
        await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${id}`)
        await page.getByRole('button', { name: 'Archive', exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
      }
      await archive(campaignId)
      await page.getByRole('heading', { name: 'Campaigns' }).waitFor()
      const held = Promise.withResolvers<void>()
      await page.route(`**/campaigns/${other}`, async (route) => {
        if (route.request().method() === 'DELETE') await held.promise
        await route.fallback()
      })
      await archive(other)
      await page.goto(`${service.url}${PREFIX}/console/#/reports`)
      const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
      held.resolve()
      await (await answered).finished()
      await settled(page)
      assert.match(page.url(), /#\/reports$/)
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test('what is not there offers the way to the list, and not to try in vain again', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    for (const [address, list] of [
      ['campaigns/cmp_gone', 'Campaigns'],
      ['decisions/req_gone', 'Decisions'],
      ['money/inv_gone', 'Money'],
    ] as const) {
      await page.goto(`${service.url}${PREFIX}/console/#/${address}`)
      const told = page.getByRole('alert')
      await says(told, /^That did not work\. There is no /)
      assert.equal(await told.getByRole('button').count(), 0)
      await told.getByRole('link', { name: `Go to ${list}` }).click()
      await page.getByRole('heading', { name: list, exact: true, level: 1 }).waitFor()
    }
  })
})

test('an address that leads to no page says so, and shows the way to one', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    const main = page.locator('main')
    for (const address of ['nowhere', 'reports/2026', 'campaigns/cmp_1/ads', 'constructor']) {
      await page.goto(`${service.url}${PREFIX}/console/#/${address}`)
      await says(main, /^There is no such page The address may be old or cut short\. Go to Playground$/)
      await called(page, /^No such page · Aside$/)
      assert.equal(await page.locator('nav [aria-current]').count(), 0)
    }
    await page.getByRole('link', { name: 'Go to Playground' }).click()
    await page.getByLabel('The person asks').waitFor()
    await called(page, /^Playground · Aside$/)
    await page.goto(`${service.url}${PREFIX}/console/#/reports/`)
    await page.getByRole('heading', { name: 'Reports' }).waitFor()
  })
  await inConsole(await publisherKey(), async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/keys`)
    await says(page.locator('main'), /^This key may not see that page Keys takes a key that may see more\. Go to Play/)
  })
})

test('a browser that refuses the clipboard is told of', { skip }, async () => {
  const { campaignId } = await stockCampaign('Uncopied', {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Copy id' }).click()
    await page.getByRole('button', { name: 'Not copied' }).waitFor()
    await page.reload() // for whoever has the tab next
  })
})

test('what the API and the command line ask for by id can be read and copied', { skip }, async () => {
  const { campaignId } = await stockCampaign('Copied', {}, [])
  const { data: publishers } = await service.must('GET', '/api/v1/publishers')
  const { data: advertisers } = await service.must('GET', '/api/v1/advertisers?limit=1')
  await inConsole(ADMIN_KEY, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Copy id' }).waitFor()
    await says(page.locator('.lead'), new RegExp(campaignId))
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByText(publishers[0].id).waitFor()
    await page.getByLabel('Find advertisers').fill(advertisers[0].name)
    await page.getByText(advertisers[0].id).waitFor()
  })
})

test('times say of which zone they are', { skip }, async () => {
  const { advertiserId, campaignId } = await stockCampaign('Tanbur', {}, [])
  await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, { amount: '7.00', reference: 'Tanbur' })
  const { id } = await service.must('POST', '/api/v1/invoices', { advertiserId })
  await service.must('PATCH', `/api/v1/invoices/${id}`, { status: 'confirmed' })
  const rule = await service.must('POST', '/api/v1/traffic-rules', { userAgent: 'Tanbur/' })
  const work = async (page: Page) => {
    const headed = (name: string) => page.getByRole('columnheader', { name, exact: true }).waitFor()
    await page.getByRole('link', { name: 'Keys' }).click()
    await headed('Made (Asia/Tokyo)')
    await page.getByRole('link', { name: 'Traffic' }).click()
    await headed('Since (Asia/Tokyo)')
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await headed('When (Asia/Tokyo)')
    await page.goto(`${service.url}${PREFIX}/console/#/money/${id}`)
    await says(page.locator('.lead'), /\(UTC\) .* confirmed .* \(Asia\/Tokyo\)$/)
  }
  await inConsole(ADMIN_KEY, work, { timezoneId: 'Asia/Tokyo' })
  await service.must('DELETE', `/api/v1/traffic-rules/${rule.id}`)
})

test('a list of very many draws a part of them, and finds each', { skip }, async () => {
  const publishers = await makeMany(60, (i) => ['publishers', { name: `Serpent talk ${i}` }])
  const ofFirst = { publisherId: publishers[0].id, scopes: ['reports:read'] }
  const keys = await makeMany(60, (i) => ['keys', { ...ofFirst, name: `Serpent ${i}` }])
  await inConsole(ADMIN_KEY, async (page) => {
    const rows = page.locator('tbody tr')
    await page.getByRole('link', { name: 'Publishers' }).click()
    await page.getByRole('button', { name: /^Show more of / }).waitFor()
    assert.equal(await rows.count(), 40)
    await page.getByLabel('Find').fill('serpent talk')
    await page.getByRole('button', { name: 'Show more of 60' }).click()
    await until('all of them stand there', 5_000, async () => (await rows.count()) === 60)
    await page.getByLabel('Find').fill(publishers[0].id)
    await rows.filter({ hasText: 'Serpent talk 0' }).waitFor()

    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('button', { name: /^Show more of / }).waitFor()
    assert.equal(await rows.count(), 40)
    await page.getByRole('link', { name: 'Publishers' }).click()
    // As though thousands of keys had been made since.
    let pages = 0
    await page.route(/\/keys\?/, async (route) => {
      if (pages++ < 25) await route.fulfill({ json: { data: [], nextCursor: '999999999999999' } })
      else await route.fallback()
    })
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor() // the page before has a Find, too
    await page.getByLabel('Find').fill(keys[0].key)
    await says(rows.first(), /^Serpent 0 .* Serpent talk 0 /)
  })
  for (const { id } of publishers) await service.must('DELETE', `/api/v1/publishers/${id}`)
})

test('of a list whose end cannot be read, the beginning stands there with what went wrong', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    await page.route('**/publishers?limit=200*', async (route) => {
      if (route.request().url().includes('cursor=')) return route.fulfill({ status: 502, body: '' })
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, nextCursor: 'next' } })
    })
    await page.getByRole('link', { name: 'Publishers' }).click()
    await says(page.getByRole('alert'), /502/)
    assert.ok((await page.getByRole('region', { name: 'Publishers' }).locator('tbody tr').count()) > 0)
  })
})

test(
  'where a list is longer than what is read of it, nothing that is not found is said not to be',
  { skip },
  async () => {
    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByRole('link', { name: 'Publishers' }).click()
      await page.getByLabel('Find').fill('nobody at all')
      const empty = page.locator('.empty')
      await says(empty, /^Nothing fits No publisher is called so\.$/)
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
      const { data } = await service.must('GET', '/api/v1/publishers')
      let pages = 0
      await page.route('**/publishers?limit=200*', async (route) => {
        const from = pages++ * 200
        const part = Array.from({ length: 200 }, (_, i) => ({ ...data[0], id: `pub_${from + i}` }))
        await route.fulfill({ json: { data: part, nextCursor: 'next' } })
      })
      await page.getByRole('link', { name: 'Publishers' }).click()
      await page.getByRole('heading', { name: 'Publishers', exact: true }).waitFor()
      await page.getByLabel('Find').fill('nobody at all')
      await says(
        empty,
        /No publisher is called so\. The newest 10,000 were looked through; older ones are not read here\.$/,
      )
    })
  },
)
