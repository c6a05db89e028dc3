// What stands where on windows of any size, and how letters of any script run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { ADMIN_KEY } from '../support/service.ts'
import { until } from '../support/until.ts'
import { PREFIX, openConsole, provokes, settled, skip } from './open-console.ts'
import { called, says } from './says.ts'

const { service, browser, inConsole, stockCampaign, sellOnce, sampleChat } = await openConsole()

test(
  'on a phone the name of the current page is in sight whole, also once a count makes the row longer',
  { skip },
  async () => {
    await inConsole(ADMIN_KEY, async (page) => {
      await page.setViewportSize({ width: 390, height: 780 })
      const data = Array.from({ length: 40 }, (_, i) => ({ id: `ad_${i}`, campaignId: 'cmp_1' }))
      await page.route('**/ads?*review=pending*', async (route) => {
        await sleep(300)
        await route.fulfill({ json: { data, nextCursor: null } }).catch(() => {})
      })
      await page.getByRole('navigation').getByRole('link', { name: 'Keys' }).click()
      await page.locator('nav .count').waitFor()
      // The row moves once the page has been drawn.
      await until('the name is in sight whole', 5_000, async () => {
        const { x, width } = (await page.locator('nav [aria-current]').boundingBox())!
        return x >= 0 && x + width <= 390
      })
    })
  },
)

test(
  'names without a break, many figures and faults push nothing out of sight, on a desk, a tablet and a phone',
  { skip },
  async () => {
    const name = `Gesellschaft${'fürdasLangeWort'.repeat(12)}`
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`
    const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', { name, domain })
    const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name })
    await sellOnce('Serpent')
    const bid = { model: 'cpc', amount: '0.50' }
    const campaign = await service.must('POST', '/api/v1/campaigns', { advertiserId, name, bid })

    await inConsole(ADMIN_KEY, async (page) => {
      provokes(page, 502)
      const table = (label: string) => page.getByRole('region', { name: label, exact: true })
      const hidden = (label: string) => table(label).evaluate((frame: any) => frame.scrollWidth - frame.clientWidth)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 })
        for (const label of ['Publishers', 'Campaigns']) {
          await page.getByRole('link', { name: label, exact: true }).click()
          await page.getByRole('heading', { name: label, exact: true }).waitFor() // the page before has a Find, too
          await page.getByLabel('Find').fill(name)
          await table(label).getByText(name).first().waitFor()
          assert.equal(await hidden(label), 0, `${label} at ${width}`)
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${label} at ${width}`)
        }
      }

      // A fault stands whole beside the button that met it.
      await page.setViewportSize({ width: 1280, height: 844 })
      await page.route(`**/campaigns/${campaign.id}`, (route) => route.fulfill({ status: 502, body: '' }))
      await page.getByRole('button', { name: `Pause ${name}` }).click()
      const { x, width } = (await table('Campaigns').getByRole('alert').boundingBox())!
      assert.ok(x >= 0 && x + width <= 1280, `from ${x} to ${x + width}`)

      await page.setViewportSize({ width: 768, height: 844 })
      await page.getByRole('link', { name: 'Reports' }).click()
      await table('Report').waitFor()
      assert.equal(await hidden('Report'), 0)
      const right = (of: Locator) => of.evaluate((node: any) => node.getBoundingClientRect().right)
      assert.ok((await right(table('Report'))) <= (await right(page.locator('.card').first())))
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
    await service.must('DELETE', `/api/v1/publishers/${publisherId}`)
  },
)

test('the buttons of each row are in sight beside long names and accounts, on any width', { skip }, async () => {
  const name = 'Gesellschaft für ganz besonders lange Namen und Bezeichnungen mbH & Co. KG'
  const payoutMethod = { type: 'bank_transfer', account: 'DE00 1234 5678 9012 3456 78', name }
  const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name, payoutMethod })
  await service.must('POST', '/api/v1/adjustments', { publisherId, amount: '12345.67', reference: 'long' })
  const { id } = await service.must('POST', '/api/v1/withdrawals', { publisherId, amount: '1234.56' })
  await service.must('PATCH', `/api/v1/withdrawals/${id}`, {
    status: 'processing',
    reference: 'sepa-batch-2026-11-25-01',
  })
  await service.must('POST', '/api/v1/withdrawals', { publisherId, amount: '1234.56' })
  const scopes = ['ads:request', 'ads:explain', 'events:write', 'reports:read']
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await service.must('POST', '/api/v1/keys', { publisherId, name, scopes, expiresAt })
  const domain = `${'a'.repeat(60)}.example`
  const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', { name, domain })
  const bid = { model: 'cpc', amount: '0.50' }
  const { id: campaignId } = await service.must('POST', '/api/v1/campaigns', { advertiserId, name, bid })
  const ad = { campaignId, title: name, landingUrl: 'https://elsewhere.example/' }
  const { id: adId } = await service.must('POST', '/api/v1/ads', ad)
  await service.must('PATCH', `/api/v1/ads/${adId}`, { review: 'pending' })
  const hook = {
    ...{ url: `https://hooks.${'a'.repeat(60)}.example/${'b'.repeat(80)}`, owner: advertiserId },
    events: ['impression', 'click', 'conversion', 'feedback', 'ad_review', 'total_budget_spent', 'no_funds'],
  }
  const { id: webhookId } = await service.must('POST', '/api/v1/webhooks', hook)
  await inConsole(ADMIN_KEY, async (page) => {
    const frames = page.locator('.table-frame')
    const pushed = () =>
      frames.evaluateAll((all: any[]) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => `${one.ariaLabel} by ${one.scrollWidth - one.clientWidth}`),
      )
    for (const [link, text] of [
      ['Money', 'sepa-batch'],
      ['Keys', name],
      ['Publishers', name],
      ['Campaigns', name],
      ['Webhooks', webhookId],
      ['Review', 'Not on aaa'],
    ] as const) {
      await page.goto(`${service.url}${PREFIX}/console/#/${link.toLowerCase()}`)
      await page.getByText(text).first().waitFor()
      await settled(page)
      for (const width of [1600, 1280, 1140, 1001, 1000, 900, 820, 768, 767, 360]) {
        await page.setViewportSize({ width, height: 844 })
        assert.deepEqual(await pushed(), [], `${link} at ${width}`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${link} at ${width}`)
      }
    }
  })
  await service.must('DELETE', `/api/v1/webhooks/${webhookId}`)
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  await service.must('DELETE', `/api/v1/publishers/${publisherId}`)
})

test(
  'the API pages and a statement fit a phone, and the index of the pages waits to be asked for',
  { skip },
  async () => {
    await sellOnce('Bodhran')
    const publisherId = await sampleChat()
    const { id } = await service.must('POST', '/api/v1/statements', { publisherId })
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true })
    const page = await context.newPage()
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    await page.goto(`${service.url}${PREFIX}/docs`)
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
    assert.equal(await width(), 390)
    assert.doesNotMatch(await page.locator('main').innerText(), /`/)
    const index = page.getByRole('link', { name: 'Make a key' })
    assert.equal(await index.isVisible(), false)
    await page.getByLabel('Show the index').check()
    assert.equal(await index.isVisible(), true)
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${ADMIN_KEY}` })
    await page.goto(`${service.url}/api/v1/statements/${id}?format=html`)
    await page.getByRole('heading', { name: 'Statement' }).waitFor()
    assert.equal(await width(), 390)
    await context.close()
  },
)

test('a label stays inside its tile at any width', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Overview' }).click()
    const labels = page.locator('.tile > span')
    await labels.first().waitFor()
    for (const width of [360, 640, 820, 1000, 1001, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const runOut = await labels.evaluateAll((all: any[]) => {
        const right = (one: any) => one.getBoundingClientRect().right
        return all.filter((one) => right(one) > right(one.parentElement)).map(({ textContent }) => textContent)
      })
      assert.deepEqual(runOut, [], `${width} pixels`)
    }
  })
})

test(
  'a long name of who is signed in takes two lines, and leaves the mark of the console whole',
  { skip },
  async () => {
    const name = 'Größte Österreichische Wanderschuhmanufaktur für Alpine Freizeitbekleidung und Zubehör GmbH & Co. KG'
    const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', { name, domain: 'lang.example' })
    const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['reports:read'] })
    await inConsole(key, async (page) => {
      const heightOf = async (what: Locator) => (await what.boundingBox())!.height
      const whole = page.locator('.person b')
      for (const width of [375, 820, 1280]) {
        await page.setViewportSize({ width, height: 700 })
        assert.ok((await heightOf(page.locator('.brand'))) < 40, `the mark at ${width} pixels`)
        assert.ok((await heightOf(whole)) < 48, `the name at ${width} pixels`)
        const out = await page.locator('.person').evaluate((all: any) => all.getBoundingClientRect().right)
        assert.ok(out <= width, `the way out at ${width} pixels`)
      }
      assert.equal(await whole.getAttribute('title'), name)
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test('fields hold their text also in a browser with letters of twice the size', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('Figure').waitFor()
    const fields = page.locator('main :is(select, input):visible')
    const heights = () => fields.evaluateAll((all: any[]) => all.map(({ offsetHeight }) => offsetHeight))
    assert.deepEqual(new Set(await heights()), new Set([38]))
    await page.evaluate('document.documentElement.style.fontSize = "200%"')
    const cut = await fields.evaluateAll((all: any[]) =>
      all.filter((one) => one.scrollHeight > one.clientHeight).map(({ value }) => value),
    )
    assert.deepEqual(cut, [])
    await page.reload() // for whoever has the tab next
  })
})

test('the way out is reached also where the window is lower than the list of pages', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.setViewportSize({ width: 1280, height: 360 })
    const out = page.getByRole('button', { name: 'Sign out' })
    await out.scrollIntoViewIfNeeded()
    const { y, height } = (await out.boundingBox())!
    assert.ok(y + height <= 360, `it ends at ${y + height}`)
  })
})

test('texts run as their own script does, wherever they stand', { skip }, async () => {
  const title = 'סנטור 9 מיתרים (חדש)!'
  const ad = { title, description: 'כלי נגינה עתיק, Santur 72.', price: '₪899.90 בלבד', brand: 'סנטור' }
  const { advertiserId, campaignId, adIds } = await stockCampaign('Santur', { name: 'עונת סנטור (1)' }, [ad])
  const question = 'איפה אפשר לקנות סנטור 9 מיתרים?'
  const runsOf = (there: Locator) => there.evaluate((one) => (globalThis as any).getComputedStyle(one).direction)
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByLabel('The person asks').fill(question)
    await page.getByLabel('Suffix').check({ force: true })
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    const card = page.locator('.ad-card').filter({ hasText: title })
    const chat = page.locator('.chat')
    for (const there of [chat.locator('.bubble.user'), card.locator('h3'), card.locator('.ad-text')]) {
      assert.equal(await runsOf(there), 'rtl')
    }
    assert.equal(await runsOf(card.locator('.ad-by')), 'ltr')
    assert.equal(await runsOf(card.locator('bdi').last()), 'rtl', 'the brand')
    assert.equal(await runsOf(card.locator('.ad-price')), 'rtl')

    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    assert.equal(await runsOf(page.locator('h1 bdi')), 'rtl')
    assert.equal(await runsOf(page.locator('.stock-ad h3')), 'rtl')
    await service.must('PATCH', `/api/v1/ads/${adIds[0]}`, { review: 'pending' })
    await page.getByRole('link', { name: /^Review/ }).click()
    const waiting = page.getByRole('list', { name: 'Ads that wait' }).getByRole('article', { name: title })
    assert.equal(await runsOf(waiting.getByRole('heading')), 'rtl')
  })
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
})

test(
  'a name that turns its own letters around turns nothing around beside it, and has no lines',
  { skip },
  async () => {
    const name = 'Rauschpfeife \u202e low\nlast line'
    const account = 'DE00 \u202e 1234'
    // A campaign may be called by no characters that turn text, but by letters that run from the right.
    const { advertiserId, campaignId } = await stockCampaign(
      'Rauschpfeife',
      { name: 'Rauschpfeife \u05e9\u05dc\u05d5\u05dd' },
      [],
    )
    const { id: publisherId } = await service.must('POST', '/api/v1/publishers', {
      name: 'Pipe talk',
      payoutMethod: { type: 'bank', account },
    })
    const { key } = await service.must('POST', '/api/v1/keys', { publisherId, name, scopes: ['reports:read'] })
    await service.must('POST', '/api/v1/adjustments', { publisherId, amount: '60.00', reference: 'rauschpfeife' })
    /** Whether the one word stands before the other, on a line or a line above. */
    const inOrder = (there: Locator, one: string, other: string) =>
      there.evaluate(
        (node: any, words: readonly string[]) => {
          const document = node.ownerDocument
          const places = words.map((word) => {
            const walker = document.createTreeWalker(node, 4)
            while (walker.nextNode()) {
              const at = walker.currentNode.data.indexOf(word)
              if (at < 0) continue
              const range = document.createRange()
              range.setStart(walker.currentNode, at)
              range.setEnd(walker.currentNode, at + word.length)
              return range.getBoundingClientRect()
            }
          })
          const [a, b] = places
          return Math.abs(a.top - b.top) < 6 ? a.right <= b.left : a.top < b.top
        },
        [one, other],
      )
    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByRole('link', { name: 'Keys' }).click()
      await page.getByRole('button', { name: 'Revoke Rauschpfeife' }).click()
      const text = page.getByRole('dialog').locator('p').first()
      await text.waitFor()
      assert.ok(await inOrder(text, 'stops', 'working'))
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.goto(`${service.url}${PREFIX}/console/#/reports?campaign=${campaignId}`)
      const chip = page.getByRole('button', { name: 'Only campaign Rausch' })
      await chip.waitFor()
      assert.ok(
        await chip.evaluate(
          (node: any) =>
            node.querySelector('svg').getBoundingClientRect().left >
            node.querySelector('b').getBoundingClientRect().right - 1,
        ),
      )
      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      await called(page, /Rauschpfeife/)
    })
    await inConsole(key, async (page) => {
      await page.getByRole('link', { name: 'Money' }).click()
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      const text = page.getByRole('dialog').locator('p').first()
      await text.waitFor()
      assert.ok(await inOrder(text, 'The operator', 'transfers'))
      await page.getByRole('button', { name: 'Cancel' }).click()
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
    await service.must('DELETE', `/api/v1/publishers/${publisherId}`)
  },
)

test('amounts and dates of a language from right to left keep their parts together', { skip }, async () => {
  const { advertiserId, campaignId } = await stockCampaign('Oud', {}, [])
  const work = async (page: Page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    const bid = page.getByText(/1\.25.*per click/)
    await bid.waitFor()
    const [amountEnd, wordsStart] = await bid.evaluate((at: any) => {
      const { data } = at.firstChild
      const range = at.ownerDocument.createRange()
      const boxOf = (text: string) => {
        range.setStart(at.firstChild, data.indexOf(text))
        range.setEnd(at.firstChild, data.indexOf(text) + text.length)
        return range.getBoundingClientRect()
      }
      return [Math.max(boxOf('1.25').right, boxOf('US$').right), boxOf('per click').left]
    })
    assert.ok(amountEnd! <= wordsStart!, 'the words after an amount stand behind all of it')
    await page.getByRole('link', { name: 'Keys' }).click()
    await says(page.locator('tbody tr').first(), /\u2067[^\u2069]*\d{4}[^\u2069]*\u2069/)
  }
  await inConsole(ADMIN_KEY, work, { locale: 'ar' })
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
})
