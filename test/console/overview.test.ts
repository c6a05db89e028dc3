// What is watched: the overview with its tiles and charts, what people said of ads, and traffic that is not to count.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN_KEY } from '../support/service.ts'
import { adsFor } from '../support/stock.ts'
import { until } from '../support/until.ts'
import { OWN_WINDOW, PREFIX, openConsole, provokes, settled, skip } from './open-console.ts'
import { says } from './says.ts'

const { service, inConsole, stockCampaign, sellOnce, publisherKey, follow } = await openConsole()

test('overview and reports draw what was counted, and a report comes as a file', { skip }, async () => {
  await sellOnce('Zither')
  await inConsole(ADMIN_KEY, async (page, seen) => {
    const asked: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/api/v1/reports')) asked.push(searchParams)
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.locator('.chart canvas').waitFor()
    assert.deepEqual(
      asked.map((query) => [query.get('groupBy'), query.get('metrics')]),
      [
        ['day', null],
        ['day', null],
        ['ad', 'filled,impressions,clicks,spend'],
      ],
      'what is shown, and what it is held against',
    )
    await until('slots asked for are counted', 5_000, async () => {
      await page.getByRole('button', { name: 'Read again' }).click()
      return /Requests\s*[1-9]/.test(await page.locator('.tiles').innerText())
    })
    const topAds = page.getByRole('region', { name: 'Top ads' }).locator('tbody td.head')
    assert.ok((await topAds.allInnerTexts()).every((name) => name.trim() !== ''))
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/reports?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Reports' }).click()
    const report = page.getByRole('region', { name: 'Report' })
    assert.ok(await page.getByRole('button', { name: 'Download CSV' }).isDisabled(), 'the days are not known yet')
    held.resolve()
    await report.waitFor()
    await page.getByLabel('By', { exact: true }).selectOption('Ad')
    const last = report.locator('tbody tr').last()
    await last.filter({ hasText: /^All requests/ }).waitFor()
    const calibration = page.locator('.card').filter({ hasText: 'Predicted and observed clicks' })
    await says(
      calibration.locator('.note'),
      /whatever days stand above\. On average \d[^]+ are off by \d+\.\d\d percentage points on average\./,
    )
    const marks = await calibration.locator('svg text').allTextContents()
    assert.ok(marks.filter((mark) => /^\d+(?:\.\d+)?%$/.test(mark)).length >= 6, `marks on both axes: ${marks.join()}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    assert.match(file.suggestedFilename(), /^report-.*\.csv$/)
    assert.deepEqual(seen.foreign, [])
  })
})

test(
  'an advertiser reads what its ads cost and sold, and nothing of slots or of what publishers earn',
  { skip },
  async () => {
    const { key } = await sellOnce('Ocarina')
    await inConsole(key, async (page) => {
      const tiles = page.locator('.tile')
      await until('the sale is counted', 5_000, async () => {
        await page.getByRole('button', { name: 'Read again' }).click()
        return /Conversion value\s*\$49\.90/.test(await page.locator('.tiles').innerText())
      })
      assert.deepEqual(
        (await tiles.locator('span').allInnerTexts()).map((name) => name.trim()),
        ['Impressions', 'Clicks', 'Click rate', 'Conversions', 'Spend', 'Conversion value', 'ROAS'],
      )
      await page.getByRole('button', { name: 'Conversion value' }).click()
      await page.getByRole('heading', { name: 'Conversion value by day' }).waitFor()
      await page.getByRole('link', { name: 'Reports' }).click()
      const report = page.getByRole('region', { name: 'Report' })
      await says(report, /Conversion value\s+ROAS[\s\S]*\$49\.90/)
      assert.doesNotMatch(await report.innerText(), /Requests|Fill rate|revenue/i)
    })
  },
)

test(
  'a campaign says what it spent today and in all beside its budgets, and what is left of prepaid funds',
  { skip },
  async () => {
    const { key, campaignId } = await sellOnce('Rainstick')
    const { spend } = (await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)).totals
    assert.notEqual(spend.amount, '0.00')
    const spent = `\\$${Number(spend.amount).toFixed(2)}`
    await inConsole(key, async (page) => {
      await page.getByRole('link', { name: 'Campaigns' }).click()
      const row = page.getByRole('row').filter({ hasText: 'Rainstick season' })
      await row.filter({ hasText: new RegExp(spent) }).waitFor()
      await says(row, new RegExp(`\\$20\\.00\\s+\\$80\\.00\\s+${spent}`))
      await page.getByRole('link', { name: 'Rainstick season' }).click()
      const soFar = page.getByRole('region', { name: 'So far' })
      await soFar.locator('dl').waitFor()
      const left = (100 - Number(spend.amount)).toFixed(2)
      await says(
        soFar,
        new RegExp(
          `Spent today \\(UTC\\) ${spent} of \\$20.00 Spent in all ${spent} of \\$80.00 Impressions 1 Clicks 1 .*Prepaid balance \\$${left}`,
        ),
      )

      // Where it is another date than in UTC, on which nothing was charged.
      const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
      await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { timeZone })
      await page.reload()
      await says(soFar, /Spent today \(Pacific.*\) \$0\.00 of /)

      // As though it had been made, and had spent most, longer ago than a report reaches.
      const change = (of: string, more: (body: any) => object) =>
        page.route(`**/campaigns/${campaignId}${of}`, async (route) => {
          const body = await (await route.fetch()).json()
          await route.fulfill({ json: { ...body, ...more(body) } })
        })
      await change('', () => ({ createdAt: '2020-01-01T00:00:00.000Z' }))
      await change('/delivery', ({ spend }) => ({ spend: { ...spend, total: '78.90' } }))
      await page.reload()
      await says(soFar, /Spent in all \$78\.90 of \$80\.00 Impressions in 400 days 1 Clicks in 400 days 1 /)
      await page.getByRole('link', { name: 'Campaigns' }).first().click()
      await page.getByRole('columnheader', { name: 'Spent in 400 days' }).waitFor()
    })
  },
)

test('bars of click rates say how sure they are', { skip }, async () => {
  const { key } = await sellOnce('Rackett')
  await inConsole(key, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/reports?by=ad&figure=ctr`)
    const picture = page.locator('.card').filter({ has: page.getByLabel('Figure') })
    await says(picture, /The line over a bar is where the rate lies with 95 % certainty/)
    const bar = picture.getByRole('listitem')
    // One click of one impression: by Wilson (1927) anything from a fifth on.
    await says(bar, /100% 20.7% – 100%$/)
    const [whole, line] = await Promise.all(
      [bar.locator('> i'), bar.locator('i > span')].map(async (at) => (await at.boundingBox())!),
    )
    assert.ok(Math.abs((line!.x - whole!.x) / whole!.width - 0.2065) < 0.01, JSON.stringify({ whole, line }))
    await picture.getByLabel('Figure').selectOption('Clicks')
    await says(bar, /1$/)
    assert.equal(await bar.locator('i > span').count(), 0, 'what was counted is certain')
  })
})

test('bars stand out from their card, in the light and in the dark', { skip }, async () => {
  await sellOnce('Schryari')
  for (const colorScheme of ['light', 'dark'] as const) {
    await inConsole(
      ADMIN_KEY,
      async (page) => {
        await page.goto(`${service.url}${PREFIX}/console/#/reports?by=campaign`)
        const bar = page.locator('.bars li i i').first()
        await bar.waitFor()
        const [drawn, card] = await bar.evaluate((at) =>
          [at, at.closest('.card')!].map((one) => (globalThis as any).getComputedStyle(one).backgroundColor),
        )
        assert.ok(contrast(drawn!, card!) >= 3, `${drawn} on ${card}`)
      },
      { colorScheme },
    )
  }
})

/** As WCAG has it: 3 and more is told apart by people of low vision, 21 is black on white. */
function contrast(...colours: [string, string]): number {
  const [dark = 0, light = 0] = colours.map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: string): number {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map((text) => {
    const part = Number(text) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test("the overview goes by the service's date, however far off the browser's is", { skip }, async () => {
  await sellOnce('Sistrum')
  await inConsole(
    ADMIN_KEY,
    async (page) => {
      provokes(page, 400)
      for (const days of [-3, 3, -500]) {
        await page.clock.setFixedTime(Date.now() + days * 86_400_000)
        await page.getByRole('link', { name: 'Reports' }).click()
        await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor()
        await page.getByRole('link', { name: 'Overview' }).click()
        const time = page.getByRole('group', { name: 'Time' })
        await time.getByText('Today').click()
        await page.getByRole('heading', { name: 'Impressions by hour' }).waitFor()
        await says(page.locator('.tiles'), /Clicks\s*[1-9]/i)
      }
    },
    OWN_WINDOW,
  )
})

test('what today has brought by now is held against the same hours of yesterday', { skip }, async () => {
  const { to } = await service.must('GET', '/api/v1/reports')
  await inConsole(
    ADMIN_KEY,
    async (page) => {
      await page.clock.setFixedTime(Date.parse(`${to}T14:30:00Z`))
      await page.route('**/api/v1/reports?*groupBy=hour*', async (route) => {
        const report = await (await route.fetch()).json()
        const isToday = report.to === to
        const rows = Array.from({ length: isToday ? 15 : 24 }, (_, hour) => ({
          ...report.totals,
          hour: new Date(Date.parse(report.to) + hour * 3_600_000).toISOString(),
          impressions: 10,
          clicks: isToday ? 3 : 2,
          ctr: 0,
        }))
        await route.fulfill({
          json: { ...report, rows, totals: { ...report.totals, impressions: 999, clicks: 9, ctr: 0.3 } },
        })
      })
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('group', { name: 'Time' }).getByText('Today').click()
      const tile = (name: string) => page.locator('.tile').filter({ hasText: name })
      await says(tile('Impressions'), /^Impressions 999 0%$/)
      await says(tile('Clicks'), /^Clicks 9 \+50%$/)
      await says(tile('Click rate'), /^Click rate 30% \+50%$/)
    },
    OWN_WINDOW,
  )
})

test('what days have brought is held against as many before without today, which is not over', { skip }, async () => {
  const { to } = await service.must('GET', '/api/v1/reports')
  await inConsole(
    ADMIN_KEY,
    async (page) => {
      await page.clock.setFixedTime(Date.parse(`${to}T00:30:00Z`))
      await page.route('**/api/v1/reports?*groupBy=day*', async (route) => {
        const report = await (await route.fetch()).json()
        const isNow = report.to === to
        const rows = Array.from({ length: 7 }, (_, i) => ({
          ...report.totals,
          day: new Date(Date.parse(report.from) + i * 86_400_000).toISOString().slice(0, 10),
          impressions: isNow && i === 6 ? 0 : 10,
          clicks: isNow ? 3 : 2,
        }))
        await route.fulfill({ json: { ...report, rows, totals: { ...report.totals, impressions: 60, clicks: 21 } } })
      })
      await page.getByRole('link', { name: 'Overview' }).click()
      const tile = (name: string) => page.locator('.tile').filter({ hasText: name })
      await says(tile('Impressions'), /^Impressions 60 0%$/)
      await says(tile('Clicks'), /^Clicks 21 \+50%$/)
      assert.match((await tile('Clicks').locator('small').getAttribute('title')) ?? '', /7 days before.*today/)
    },
    OWN_WINDOW,
  )
})

test('a chart that cannot be drawn says so', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 400)
    // As after an upgrade, when the files that the page came with are gone.
    await page.route(/uplot/i, (route) => route.fulfill({ status: 400, body: '' }))
    await page.reload() // the tab may have drawn one before
    await page.getByRole('link', { name: 'Overview' }).click()
    const told = page.getByText('The chart cannot be drawn.')
    await told.waitFor()
    await page.locator('.tile').filter({ hasText: 'Clicks' }).click()
    await settled(page)
    await told.waitFor()
  })
})

test('a large sum fits its tile, and a change that rounds to nothing is none', { skip }, async () => {
  const { to } = await service.must('GET', '/api/v1/reports')
  await inConsole(ADMIN_KEY, async (page) => {
    await page.route('**/api/v1/reports?*', async (route) => {
      const report = await (await route.fetch()).json()
      const isNow = report.to === to
      const totals = { ...report.totals, impressions: 1_234_567_890, clicks: isNow ? 999_999 : 1_000_000, requests: 1 }
      totals.spend = { ...totals.spend, amount: '12345678.90' }
      totals.revenue = { ...totals.revenue, amount: isNow ? '-67198.32' : '100' }
      await route.fulfill({ json: { ...report, rows: [{ ...totals, day: report.from }], totals } })
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    const tiles = page.locator('.tile')
    await says(tiles.filter({ hasText: 'Clicks' }), /^Clicks 999,999 0%$/)
    await says(tiles.filter({ hasText: 'Spend' }), /^Spend \$12,345,678\.90 0%$/)
    const spilled = () =>
      tiles.evaluateAll((all: any) =>
        all.filter((one: any) => one.scrollWidth > one.clientWidth).map((one: any) => one.innerText),
      )
    assert.deepEqual(await spilled(), [])
    await page.setViewportSize({ width: 390, height: 844 })
    assert.deepEqual(await spilled(), [])
  })
})

test('a rate of nothing is no rate of zero', { skip }, async () => {
  const { advertiserId, campaignId } = await stockCampaign('Sackbut', {}, [])
  const scopes = ['inventory:write', 'reports:read']
  const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes })
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Overview' }).click()
    const tiles = page.locator('.tiles')
    await tiles.waitFor()
    await says(tiles, /Clicks\s+0\s+Click rate\s+–\s+Conversions\s+0[^]*ROAS\s+–/)
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    const clicks = page.getByText('Clicks', { exact: true }).locator('..')
    await says(clicks, /^Clicks 0$/)
  })
})

test(
  'an operator finds what people reported, and the ad that it is about, and rejects it there',
  { skip },
  async () => {
    const words = ['ash', 'beech', 'cherry', 'elm', 'fir']
    const ads = words.map((wood) => ({ title: `Serinette of ${wood}` }))
    const { advertiserId, campaignId } = await stockCampaign('Serinette', { pacing: 'asap' }, ads)
    const bearer = await publisherKey()
    const post = (url: string, body: unknown) =>
      service.client.send(url, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body })
    const said = async (wood: string, feedback: object) => {
      const answer = await post(`${service.url}/api/v1/ads/request`, {
        conversationContext: { query: `Where can I buy a serinette of ${wood}?` },
        slots: [{ slotId: 'main', format: 'action_card' }],
      })
      const [ad] = answer.json().slots[0].ads
      assert.equal(ad?.content.title, `Serinette of ${wood}`, answer.text)
      assert.equal((await post(ad.tracking.feedbackUrl.replace(PREFIX, ''), feedback)).json().status, 'accepted')
    }
    await said('elm', { reaction: 'report', reasons: ['scam', 'misleading'] })
    await said('fir', { reaction: 'down' })
    await said('ash', { reaction: 'report', reasons: ['offensive'] })
    const change = { title: 'Serinette of ash, mended' }
    const { data } = await service.must('GET', `/api/v1/ads?campaignId=${campaignId}`)
    const ash = data.find(({ title }: { title: string }) => title === 'Serinette of ash')
    await service.must('PATCH', `/api/v1/ads/${ash.id}`, change)

    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByRole('link', { name: 'Feedback' }).click()
      const rows = page.getByRole('region', { name: 'Feedback' }).locator('tbody tr')
      const elm = rows.filter({ hasText: 'Serinette of elm' })
      await says(elm, /Reported Scam, Misleading\s+Serinette maker\s+Sample chat app\s+Active/)
      await says(rows.filter({ hasText: change.title }), /Reported Offensive[\s\S]+Active changed since/)
      assert.equal(await rows.filter({ hasText: 'fir' }).count(), 0, 'a thumb is no report')
      await page.getByLabel('What was said').selectOption('All')
      await says(rows.filter({ hasText: 'fir' }), /Thumb down/)
      await page.getByLabel('What was said').selectOption('Reported')

      await elm.getByRole('link', { name: 'Serinette of elm' }).click()
      const stock = page.getByRole('list', { name: 'Ads', exact: true }).getByRole('article')
      await stock.first().waitFor()
      assert.deepEqual(await stock.getByRole('heading').allInnerTexts(), ['Serinette of elm'])
      const isInSight = () =>
        stock.first().evaluate((one: any) => one.getBoundingClientRect().top < (globalThis as any).innerHeight)
      await until('the ad is brought into sight', 5_000, isInSight)
      await page.getByRole('button', { name: 'Reject Serinette of elm' }).click()
      await stock.getByText('Rejected', { exact: true }).waitFor()
      await page.goBack()
      await says(elm, /Scam, Misleading[\s\S]+Rejected/)

      await elm.getByTitle('Only this ad', { exact: true }).click()
      await says(page.locator('.chip'), /^Only ad Serinette of elm/)
      await rows.filter({ hasText: 'mended' }).waitFor({ state: 'detached' })
      assert.equal(await rows.count(), 1)
      await page.locator('.chip').click()
      await rows.filter({ hasText: 'mended' }).waitFor()
      await elm.getByRole('link', { name: 'Serinette of elm' }).click()
      await page.getByRole('link', { name: 'What people said' }).click()
      await says(page.locator('.chip'), /^Only campaign Serinette season$/)
      await says(rows.filter({ hasText: 'fir' }), /Thumb down/)
      await page.getByTitle('Every campaign again').click()
      await page.locator('.chip').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Count reports by ad' }).click()
      await says(page.getByRole('region', { name: 'Report' }).locator('tr').filter({ hasText: 'of elm' }), /\s1$/)
    })

    const { key: advertiser } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['reports:read'] })
    await inConsole(advertiser, async (page) => {
      await page.getByRole('link', { name: 'Feedback' }).click()
      const table = page.getByRole('region', { name: 'Feedback' })
      await says(table, /Serinette of elm[\s\S]+Scam, Misleading/)
      assert.deepEqual(await table.getByRole('columnheader').allInnerTexts(), ['Ad', 'Said', 'When'])
      assert.equal(await table.getByRole('link').count(), 0, 'its key reads no campaign')
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test('an operator says whom not to count, and takes it back', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    const dialog = page.getByRole('dialog')
    const saved = () => dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Traffic' }).click()
    await says(page.getByRole('main'), /No rules yet/)
    await page.getByRole('button', { name: 'New rule' }).click()
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await says(dialog.getByRole('alert'), /Name a network, a User-Agent or both/)
    await dialog.getByLabel('Network').fill('203.0.113.9/24')
    await dialog.getByLabel('In the User-Agent').fill('PriceWatch/')
    await dialog.getByLabel('Why').fill('Our office')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await saved()
    const row = page.getByRole('row', { name: /203\.0\.113\.0\/24 · PriceWatch\// })
    await says(row, /Our office/)
    const { data } = await service.must('GET', '/api/v1/traffic-rules')
    assert.deepEqual(
      [data[0].network, data[0].userAgent, data[0].note],
      ['203.0.113.0/24', 'PriceWatch/', 'Our office'],
    )
    await row.getByRole('button', { name: /^Remove 203/ }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await saved()
    await says(page.getByRole('main'), /No rules yet/)
    assert.deepEqual((await service.must('GET', '/api/v1/traffic-rules')).data, [])
  })
})

test('an operator takes back what was found invalid, once its sums were read', { skip }, async () => {
  const { campaignId, publisherKey: key } = await sellOnce('Kemenche')
  const { totals: before } = await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)
  assert.equal(before.clicks, 1)
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Traffic' }).click()
    await page.getByRole('button', { name: 'Take events back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why').fill('everything')
    await dialog.getByRole('button', { name: 'Add up' }).click()
    await dialog.getByText('Say whose events, or from when').waitFor()
    await dialog.getByLabel('Campaign').selectOption('Kemenche season')
    await dialog.getByLabel('Events').selectOption('Clicks')
    await dialog.getByLabel('Before (UTC)').fill('2020-01-01T00:00')
    await dialog.getByLabel('Why').fill('clicks of a script')
    await dialog.getByRole('button', { name: 'Add up' }).click()
    await dialog.getByText('Nothing fits: no event that counts is of these.').waitFor()
    assert.equal(await dialog.getByLabel('Why').inputValue(), 'clicks of a script', 'nothing that was written is lost')
    await dialog.getByLabel('Before (UTC)').fill('')
    await dialog.getByRole('button', { name: 'Add up' }).click()
    // The click implied an impression, which goes with it.
    await says(
      dialog,
      new RegExp(`2 events: \\$${before.spend.amount} go back to advertisers, of which \\$[\\d.]+ come`),
    )
    const { totals: still } = await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)
    assert.equal(still.clicks, 1, 'added up alone')
    const [ad] = await adsFor(service, { key, query: 'Where can I buy an Kemenche of clay?' })
    assert.equal((await follow(ad!.tracking.clickUrl)).status, 302)
    await dialog.getByRole('button', { name: 'Take 2 back' }).click()
    await says(page.getByRole('status'), /^Taken back: 2 events: /)
  })
  const { totals } = await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)
  const { clicks, spend, ignored } = totals
  assert.deepEqual(
    [clicks, Number(spend.amount) > 0, ignored],
    [1, true, { reversed: 2 }],
    'what came since still counts',
  )
})
