// The console in a real browser, against a whole service behind a path prefix, as people would use it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Route,
  chromium,
} from 'playwright-core'
import {
  ADMIN_KEY,
  openPlace,
  type Place,
  type RunningService,
  sleep,
  startProcess,
  until,
} from '../support/service.ts'
import { LABEL_LANGUAGES } from '../../src/domain/ad-label.ts'
import { POLICY_TOPICS } from '../../src/actions/inventory/check-policy.ts'
import { PERSON } from '../support/http-client.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import { findBrowser } from './find-browser.ts'

const executablePath = findBrowser()
const skip = executablePath === undefined && 'no Chromium was found; CHROMIUM_PATH can name one'
if (skip) console.error(`\nSKIPPED: the console in a browser (test/console): ${skip}\n`)
const PREFIX = '/ads/here'
/** For tests that set the clock, which a whole window has in common. */
const OWN_WINDOW: BrowserContextOptions = {}
const WINDOW_SIZE = { width: 1280, height: 720 }
const QUESTION = 'I need a quiet, light laptop for train rides'

let place: Place
let service: RunningService
let browser: Browser
let kept: BrowserContext // the window that tests have in common
/** Its tab, while no test has it. What the browser has read and compiled stays there; in a new one it costs a second of the machine. */
let tab: Page | undefined

before(async () => {
  if (skip) return
  place = await openPlace()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
  ;[service, browser] = await Promise.all([
    startProcess(place, {
      ASIDE_DEMO: 'on',
      ASIDE_BASE_URL: `http://127.0.0.1:${place.port}${PREFIX}`,
      ASIDE_WEBHOOK_PRIVATE: 'on',
    }),
    chromium.launch({ executablePath, args }),
  ])
  kept = await browser.newContext()
})
after(async () => {
  await browser?.close()
  await service?.terminate()
  place?.remove()
})

test('an operator asks in the playground, sees cards with pictures, and reads why', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page, seen) => {
    await page.getByLabel('The person asks').fill(QUESTION)
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    const card = page.locator('.ad-card').first()
    await card.waitFor()
    await says(card, /Sponsored/)
    assert.match((await card.getByRole('link', { name: 'Why this ad?' }).getAttribute('href')) ?? '', /\/why\//)
    const picture = card.locator('img')
    await until('the picture is drawn', 5_000, () => picture.evaluate((image) => (image as any).naturalWidth > 0))

    const why = page.locator('.why')
    await says(why, /English[\s\S]+Commercial intent[\s\S]+from question to decision[\s\S]+Outranked/i)
    assert.equal(await page.locator('tr.chosen').count(), 2)
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const [sent, got] = await page.locator('.raw pre').allInnerTexts()
    assert.equal(JSON.parse(sent!).conversationContext.query, QUESTION)
    assert.equal(JSON.parse(got!).test, true, 'what is asked in the playground is never billed')
    assert.deepEqual(seen.foreign, [])
  })
  await until('the key of the playground is revoked', 5_000, async () => {
    const { data } = await service.must('GET', '/api/v1/keys')
    return data.every(({ name }: { name: string }) => name !== 'Console playground')
  })
})

test('the three formats stand where a person meets them', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('button', { name: 'All three formats' }).click()
    await page.locator('.ad-card').waitFor()
    await says(page.locator('.bubble .suffix'), /Sponsored/)
    await says(page.locator('.answer-text .entity').first(), /running shoes/i)
    const text = (await page.locator('.answer-text').innerText()).replaceAll(/\s*Sponsored/g, '')
    assert.match(text, /upper that drains quickly\. Trail running shoes with a rock plate/)
  })
})

test(
  'a card says the brand that is sent with it, beside whose ad it is, and that a machine made it',
  { skip },
  async () => {
    const ads = [{ title: 'Nyckelharpa of spruce', brand: 'Keyed & Co' }]
    const { advertiserId, adIds } = await stockCampaign('Nyckelharpa', {}, ads)
    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByLabel('The person asks').fill('Where can I buy a nyckelharpa of spruce?')
      await page.getByRole('button', { name: 'Ask for ads' }).click()
      const card = page.locator('.ad-card').filter({ hasText: 'Nyckelharpa of spruce' })
      await says(card.locator('.ad-by'), /^Sponsored Nyckelharpa maker · Keyed & Co$/)
      await service.must('PATCH', `/api/v1/ads/${adIds[0]}`, { aiGenerated: true })
      await page.getByRole('button', { name: 'Ask for ads' }).click()
      await says(card.locator('.ad-by'), /^Sponsored Nyckelharpa maker · Keyed & Co · AI-generated$/)
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test(
  'a publisher is made with a policy and a payout method, and only what is changed goes over the wire',
  { skip },
  async () => {
    const { advertiserId: first } = await stockCampaign('Theorbo', {}, [])
    const { advertiserId: second } = await stockCampaign('Archlute', {}, [])
    const publisherNamed = async (wanted: string) => {
      const { data } = await service.must('GET', '/api/v1/publishers')
      return data.find(({ name }: { name: string }) => name === wanted)
    }
    await inConsole(ADMIN_KEY, async (page) => {
      const dialog = page.getByRole('dialog')
      const saved = () => dialog.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Publishers' }).click()
      await page.getByRole('button', { name: 'New publisher' }).click()
      const topics = dialog.getByRole('group', { name: 'Sensitive topics' }).locator('label')
      const offered = (await topics.allInnerTexts()).map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
      assert.deepEqual([...offered, 'all'], POLICY_TOPICS)
      await dialog.getByLabel('Name').fill('Lute talk')
      await dialog.getByLabel('Least relevance').fill('0.2')
      await dialog.getByLabel('Floor, in USD').fill('0.05')
      await dialog.getByLabel('Entity link').uncheck()
      await dialog.getByLabel('Only to people who consented').check()
      await dialog.getByLabel('Tiers of users without ads').fill('Premium\nstaff\n')
      const languages = dialog.getByLabel('Language of the label')
      const codes = await languages.locator('option').evaluateAll((all: any[]) => all.map(({ value }) => value))
      assert.deepEqual(
        codes.toSorted(),
        LABEL_LANGUAGES.filter((code) => code !== 'nb').toSorted(),
        'nb is written as no',
      )
      await languages.selectOption('reader')
      await dialog.getByLabel('House ads').selectOption('Also in slots that would stay empty')
      await dialog.getByLabel('Blocked categories').fill('Gambling\nHome, Garden\n')
      await dialog.getByLabel('Blocked domains').fill('https://www.casino.example/')
      for (const id of [first, second]) await dialog.getByLabel('Block an advertiser').selectOption(id)
      await dialog.getByLabel('Allow an advertiser').selectOption(first)
      await dialog.getByLabel('Politics').check()
      await dialog.getByLabel('Ads a session').fill('3')
      await dialog.getByLabel('Paid by').fill('paypal')
      await dialog.getByRole('button', { name: 'Make publisher' }).click()
      assert.equal(await dialog.count(), 1, 'a way to pay needs an account')
      await dialog.getByLabel('Account').fill('lute@talk.example')
      await dialog.getByRole('button', { name: 'Make publisher' }).click()
      await saved()
      const made = await publisherNamed('Lute talk')
      const rules = {
        ...made.policy,
        minRelevance: 0.2,
        floor: { amount: '0.05', currency: 'USD' },
        formats: ['action_card', 'suffix'],
        intentGate: true,
        requireConsent: true,
        adFreeTiers: ['premium', 'staff'],
        labelLanguage: 'reader',
        houseAds: 'backfill',
        requireImpression: false,
        blockedCategories: ['Gambling', 'Home, Garden'],
        blockedDomains: ['casino.example'],
        blockedAdvertisers: [first, second],
        allowedAdvertisers: [first],
        sensitiveTopics: { politics: 'allow' },
        adsPerSession: 3,
        revenueShare: 70,
      }
      assert.deepEqual(made.policy, rules)
      assert.deepEqual(made.payoutMethod, { type: 'paypal', account: 'lute@talk.example' })
      const row = page.getByRole('row').filter({ hasText: 'Lute talk' })
      for (const [verb, status] of [
        ['Pause', 'paused'],
        ['Resume', 'active'],
      ] as const) {
        await page.getByRole('button', { name: `${verb} Lute talk` }).click()
        await says(row, new RegExp(status, 'i'))
        assert.equal((await publisherNamed('Lute talk')).status, status)
      }
      await says(row, /70%\s+\$0\.05\s+0\.2\s+all but 1 advertiser, 2 categories, 1 domain, 2 advertisers\s+lute@talk/)

      // Meanwhile somebody else changes what no field here is touched for.
      await page.getByRole('button', { name: 'Change Lute talk' }).click()
      const elsewhere = { revenueShare: 80, sensitiveTopics: null, requireConsent: false }
      await service.must('PATCH', `/api/v1/publishers/${made.id}`, { policy: elsewhere })
      await dialog.getByLabel('Least relevance').fill('')
      await dialog.getByLabel('Clicks count only').check()
      await dialog.getByRole('group', { name: 'Blocked advertisers' }).getByLabel('Theorbo maker').uncheck()
      await dialog.getByLabel('Paid by').fill('')
      await dialog.getByLabel('Account').fill('')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await saved()
      const { minRelevance, ...others } = rules
      const changed = await publisherNamed('Lute talk')
      const expected = {
        ...others,
        ...elsewhere,
        sensitiveTopics: {},
        requireImpression: true,
        blockedAdvertisers: [second],
      }
      assert.deepEqual([changed.policy, changed.payoutMethod], [expected, undefined])

      await service.must('PATCH', `/api/v1/publishers/${made.id}`, { policy: { sensitiveTopics: { all: 'allow' } } })
      await page.reload()
      await page.getByRole('button', { name: 'Change Lute talk' }).click()
      await dialog.getByLabel('Drugs').uncheck()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await saved()
      const { sensitiveTopics } = (await publisherNamed('Lute talk')).policy
      assert.deepEqual(sensitiveTopics, { all: 'allow', drugs: 'block' })
      await service.must('DELETE', `/api/v1/publishers/${made.id}`)
    })
    await inConsole(await publisherKey(), async (page) => {
      assert.equal(await page.getByRole('link', { name: 'Publishers' }).count(), 0)
    })
  },
)

test('what is asked in the playground stays in the form until it is answered', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/ads/request', async (route) => {
      await held.promise
      await route.continue()
    })
    const question = page.getByLabel('The person asks')
    await question.fill(QUESTION)
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    await page.getByRole('button', { name: 'Small talk' }).click()
    assert.equal(await question.inputValue(), QUESTION)
    held.resolve()
    await page.locator('.ad-card').first().waitFor()
    await page.getByRole('button', { name: 'Small talk' }).click()
    await page.locator('.no-ad').waitFor()
    assert.notEqual(await question.inputValue(), QUESTION)
  })
})

test('the playground asks for a question where there is none', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByLabel('The person asks').fill('  ')
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    await says(page.getByRole('alert'), /^Write what the person asks first\.$/)
  })
})

test('whoever asks before the publishers were read gets an answer too', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Keys' }).click()
    const answered = Promise.withResolvers<void>()
    await page.route('**/publishers?limit=200', async (route) => {
      await answered.promise
      await route.continue().catch(() => {})
    })
    await page.getByRole('link', { name: 'Playground' }).click()
    await page.getByRole('button', { name: 'All three formats' }).click()
    await page.locator('.ad-card').waitFor()
    answered.resolve()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('a campaign that is paused in the console serves no more, and serves again once resumed', { skip }, async () => {
  const key = await publisherKey()
  const adsOf = async (): Promise<string[]> => {
    const body = {
      conversationContext: { query: QUESTION },
      slots: [{ slotId: 'main', format: 'action_card', count: 5 }],
    }
    const headers = { authorization: `Bearer ${key}` }
    const answer = await service.client.send(`${service.url}/api/v1/ads/request`, { method: 'POST', body, headers })
    return answer.json().slots[0].ads.map((ad: { advertiser: { name: string } }) => ad.advertiser.name)
  }
  assert.ok((await adsOf()).includes('Quillmark'))
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByLabel('Find').fill('Quillmark')
    await page.getByRole('button', { name: 'Pause Quillmark notebooks' }).click()
    const resume = page.getByRole('button', { name: 'Resume Quillmark notebooks' })
    await resume.waitFor()
    assert.ok(!(await adsOf()).includes('Quillmark'))
    await resume.click()
    await page.getByRole('button', { name: 'Pause Quillmark notebooks' }).waitFor()
    assert.ok((await adsOf()).includes('Quillmark'))
  })
})

test(
  'a campaign that is over, not yet begun or without money says so, whatever its status would be',
  { skip },
  async () => {
    const over = { startAt: '2020-01-01T00:00:00Z', endAt: '2020-02-01T00:00:00Z' }
    await stockCampaign('Cittern', over, [])
    await stockCampaign('Bandora', { startAt: '2090-01-01T00:00:00Z' }, [])
    const { advertiserId, campaignId } = await stockCampaign('Orpharion', {}, [])
    await service.must('PATCH', `/api/v1/advertisers/${advertiserId}`, { billing: 'prepaid' })
    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByRole('link', { name: 'Campaigns' }).click()
      await says(page.getByRole('row').filter({ hasText: 'Cittern season' }), /Ended/)
      await says(page.getByRole('row').filter({ hasText: 'Bandora season' }), /Scheduled/)
      await page.getByLabel('Status').selectOption('Active')
      const others = page.getByRole('row').filter({ hasText: /Cittern|Bandora/ })
      await until('the others are gone', 5_000, async () => (await others.count()) === 0)
      const stuck = page.getByRole('row').filter({ hasText: 'Orpharion season' })
      await says(stuck, /Cannot serve No funds/)
      await page.getByLabel('Status').selectOption('Active, but cannot serve')
      await says(stuck, /Cannot serve No funds/)
      const rest = page.getByRole('row').filter({ hasText: /Cittern|Bandora|Quillmark/ })
      await until(
        'those that serve, or say themselves why not, are gone',
        5_000,
        async () => (await rest.count()) === 0,
      )
      assert.match(page.url(), /status=stuck/)
      await page.getByLabel('Status').selectOption('Ended')
      await page.getByRole('link', { name: 'Cittern season' }).click()
      await says(page.locator('h1'), /Cittern season Ended/)
      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      await says(page.locator('main'), /Prepaid balance \$0\.00/)
      const delivery = page.getByRole('region', { name: 'Delivery' })
      await says(delivery, /Cannot serve[^]+pays in advance, and nothing is left[^]+It has no ads/)
    })
  },
)

test(
  'the page of a campaign says whether it can serve, until when it waits, and what recent decisions made of it',
  { skip },
  async () => {
    const terms = { targeting: { countries: ['DE'] }, startAt: '2090-01-01T00:00:00Z', pacing: 'asap' }
    const { advertiserId, campaignId } = await stockCampaign('Bombarde', terms, [{ title: 'Bombarde of pear' }])
    const key = await publisherKey()
    const askIn = (country: string) =>
      service.client.send(`${service.url}/api/v1/ads/request`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: {
          conversationContext: { query: 'Where can I buy a bombarde of pear?' },
          slots: [{ slotId: 'main', format: 'action_card' }],
          userContext: { demographics: { country } },
        },
      })
    await inConsole(ADMIN_KEY, async (page) => {
      const delivery = page.getByRole('region', { name: 'Delivery' })
      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      await says(delivery, /Cannot serve The campaign has not begun[^]+Until .*2090/)

      await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { startAt: null })
      for (const country of ['DE', 'FR', 'FR']) await askIn(country)
      await delivery.getByRole('button', { name: 'Read delivery again' }).click()
      await says(delivery, /Can serve[^]+publishers may show its ads/)
      const bars = delivery.getByRole('list', { name: 'Recent decisions' })
      await says(bars, /Meant for others: countries 2 .*Served 1 /)
      for (const bar of await bars.getByRole('listitem').all()) {
        const width = await bar.locator('i i').evaluate((at) => parseFloat((at as any).style.width))
        const told = parseFloat(await bar.locator('b small').innerText())
        assert.ok(Math.abs(width - told) < 0.1, `a bar of ${width}% beside ${told}%`)
      }
      await page.getByRole('button', { name: 'Pause Bombarde of pear' }).click()
      await says(delivery, /Cannot serve None of its ads serves, and some are paused; resume them/)

      await page.setViewportSize({ width: 390, height: 844 })
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test('an advertiser, a campaign and a feed are made in the console, and bad lines are named', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('button', { name: 'New advertiser' }).click()
    await page.getByLabel('Name').fill('Console & Sons')
    await page.getByLabel('Domain').fill('console-sons.example')
    await page.getByRole('button', { name: 'Make advertiser' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const told = page.getByRole('main').getByRole('status')
    await says(told.first(), /^.?Console & Sons.? was made and can have campaigns now\.$/)
    const make = page.getByRole('button', { name: 'New campaign' })
    await until('the new advertiser can be chosen', 5_000, async () => {
      await make.click()
      const options = await page.getByLabel('Advertiser').locator('option').allInnerTexts()
      if (options.includes('Console & Sons')) return true
      await page.keyboard.press('Escape')
      return false
    })
    await page.getByLabel('Advertiser').selectOption('Console & Sons')
    await page.getByLabel('Name').fill('Brass kazoos')
    await page.getByLabel('Bid, in USD').fill('0.40')
    await page.getByRole('button', { name: 'Make campaign' }).click()
    await says(told.first(), /^.?Brass kazoos.? was made and serves once it has ads\.$/)
    await page.getByRole('link', { name: 'Brass kazoos' }).click()
    await page.getByRole('button', { name: 'Import a file' }).click()
    const good = {
      id: 'kz-1',
      title: 'Brass kazoo',
      description: 'A kazoo of brass',
      landingUrl: 'https://console-sons.example/1',
    }
    const lines = [
      JSON.stringify(good),
      '{"id": "kz-2", "title": ""',
      JSON.stringify({ ...good, id: 'kz-3', title: '=A1, "kazoo"', landingUrl: 'no' }),
    ]
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'feed.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.join('\n')) })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const outcome = page.getByRole('region', { name: 'Lines left out' })
    await outcome.waitFor()
    assert.deepEqual(await outcome.locator('td:first-child').allInnerTexts(), ['2', '3'])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download them as CSV' }).click(),
    ])
    const [head, , last] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    assert.equal(head, 'line,id,title,field,column,message')
    assert.equal(
      last,
      `3,"kz-3","'=A1, ""kazoo""","landingUrl","landingUrl","must be an https URL, such as ""https://shop.example/page"""`,
    )
    const csv = 'id,title,link\nkz-4,Kazoo,no'
    await page.getByLabel('File').setInputFiles({ name: 'feed.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await says(outcome, /kz-4 link must be/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Brass kazoo', exact: true }).waitFor()
    await page.getByRole('button', { name: 'New ad' }).click()
    await page.getByRole('dialog').getByText('?click={click_id} tells your shop').waitFor()
    await page.keyboard.press('Escape')
  })
})

test(
  'a file may name all ads of a campaign, and archives the others, half of them or however many',
  { skip },
  async () => {
    const { campaignId } = await stockCampaign('Crumhorn', {}, [])
    const lineOf = (wood: string) => `${wood},Crumhorn of ${wood},https://crumhorn.example/${wood}`
    await inConsole(ADMIN_KEY, async (page) => {
      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      await page.getByRole('button', { name: 'Import a file' }).click()
      const form = page.getByRole('dialog')
      const send = async (woods: readonly string[], others: string) => {
        const buffer = Buffer.from(['id,title,link', ...woods.map(lineOf)].join('\n'))
        await form.getByLabel('File').setInputFiles({ name: 'ads.csv', mimeType: '', buffer })
        await form.getByLabel('Ads that it does not name').selectOption(others)
        await form.getByRole('button', { name: 'Import', exact: true }).click()
      }
      await send(['pine', 'ash', 'oak', 'elm'], 'Stay as they are')
      await says(form, /New 4 /)
      await send(['pine', 'ash', 'oak'], 'Archived, if no more than half of all')
      await says(form, /As before 3 Archived 1 Left out 0/)
      await send(['pine'], 'Archived, if no more than half of all')
      await says(form, /As before 1 Left out 0 No ad was archived .* 2 of 3 ads are not in it/)
      await send(['pine'], 'Archived, however many')
      await says(form, /As before 1 Archived 2 Left out 0/)
      await form.getByRole('button', { name: 'Done' }).click()
      await page.getByText('Crumhorn of pine').waitFor()
      assert.equal(await page.getByText('Crumhorn of oak').count(), 0)
    })
  },
)

test('an import that is canceled stops, and so does one whose dialog is closed', { skip }, async () => {
  const { campaignId } = await stockCampaign('Rankett', {}, [])
  const ad = { id: 'rk-1', title: 'Rankett of ivory', landingUrl: 'https://rankett.example/1' }
  const buffer = Buffer.from(JSON.stringify(ad))
  await inConsole(ADMIN_KEY, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Import a file' }).click()
    const form = page.getByRole('dialog')
    const start = async () => {
      await form.getByLabel('File').setInputFiles({ name: 'feed.ndjson', mimeType: 'application/x-ndjson', buffer })
      await form.getByRole('button', { name: 'Import', exact: true }).click()
    }
    const stopping = async (stop: () => Promise<void>) => {
      let letOn = () => {}
      const held = new Promise<void>((resolve) => (letOn = resolve))
      const asked = page.waitForRequest('**/ads/import*')
      const failed = page.waitForEvent('requestfailed')
      await page.route('**/ads/import*', async (route) => {
        await held
        await route.fallback().catch(() => {})
      })
      await start()
      await asked
      await stop()
      await failed
      letOn()
      await page.unroute('**/ads/import*')
    }
    await stopping(() => form.getByRole('button', { name: 'Cancel' }).click())
    await says(form.getByRole('alert'), /^Canceled\. The ads that had arrived by then are kept\.$/)
    await stopping(async () => {
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
    })
    assert.deepEqual((await service.must('GET', `/api/v1/ads?campaignId=${campaignId}`)).data, [])

    const delivery = page.getByRole('region', { name: 'Delivery' })
    await says(delivery, /no ad/i)
    await page.getByRole('button', { name: 'Import a file' }).click()
    await start()
    await form.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Rankett of ivory' }).waitFor()
    await says(delivery, /^(?!.*no ad)/is)
  })
})

test('where something else than the service answers, that is said in words', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    const publishers = '**/api/v1/publishers?*'
    const fault = page.getByRole('alert')
    await page.route(publishers, (route) => route.fulfill({ body: '<h1>Welcome</h1>', contentType: 'text/html' }))
    await page.getByRole('link', { name: 'Publishers' }).click()
    await says(fault, /Something else than the service has answered/)
    await page.unroute(publishers)
    await page.route(publishers, (route) => route.fulfill({ status: 502, json: null }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await says(fault, /The service answered 502/)
    await page.unroute(publishers)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table').waitFor()
  })
})

test('what is not answered is told of after a minute', { skip }, async () => {
  await inConsole(
    ADMIN_KEY,
    async (page) => {
      await page.clock.install()
      const asked = Promise.withResolvers<void>()
      await page.route('**/api/v1/publishers?*', () => asked.resolve())
      await page.getByRole('link', { name: 'Publishers' }).click()
      await asked.promise
      await page.clock.runFor(59_000)
      assert.equal(await page.getByRole('alert').count(), 0)
      await page.clock.runFor(1_000)
      await says(page.getByRole('alert'), /has not answered within a minute/)
      await page.unroute('**/api/v1/publishers?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('table').waitFor()
    },
    OWN_WINDOW,
  )
})

test('an import that something in between has answered says so, and can be sent again', { skip }, async () => {
  const { campaignId } = await stockCampaign('Launeddas', {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Import a file' }).click()
    const dialog = page.getByRole('dialog')
    const line = JSON.stringify({ id: 'l1', title: 'Launeddas of cane', landingUrl: 'https://launeddas.example/' })
    await dialog.getByLabel('File').setInputFiles({ name: 'ads.ndjson', mimeType: '', buffer: Buffer.from(line) })
    await page.route('**/ads/import*', (route) => route.fulfill({ body: '<h1>Welcome</h1>', contentType: 'text/html' }))
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByRole('alert').getByText('Something else than the service').waitFor()
    await page.unroute('**/ads/import*')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await says(dialog, /New 1 Changed 0 /)
    await dialog.getByLabel('File').setInputFiles({ name: 'ads.pdf', mimeType: '', buffer: Buffer.from(line) })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByRole('alert').getByText('The name should end in').waitFor()
    assert.equal(await dialog.getByText('Changed').count(), 0, 'those are figures of another file')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
})

test('a key is shown once when it is made, works, and stops once revoked', { skip }, async () => {
  const statusOf = async (key: string) =>
    (await service.client.send(`${service.url}/api/v1/reports`, { headers: { authorization: `Bearer ${key}` } })).status
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('For the <b>reports</b>')
    await page.getByRole('button', { name: 'Make key' }).click()
    const key = await page.locator('.secret code').innerText()
    assert.match(key, /^ak_live_/)
    assert.equal(await statusOf(key), 200)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    assert.ok(!(await page.content()).includes(key))
    await page.getByRole('button', { name: 'Revoke For the <b>reports</b>' }).click()
    // Its first answer is lost, and the second one says that there is no such key.
    await page.route(
      '**/api/v1/keys/*',
      async (route) => {
        await route.fetch()
        await route.fulfill({ status: 502, body: '' })
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await says(page.getByRole('alert'), /answered 502/)
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until('the key is refused', 2_000, async () => (await statusOf(key)) === 401)
  })
})

test('a key that has leaked is found by itself and replaced, and ends at once', { skip }, async () => {
  const { data } = await service.must('GET', '/api/v1/publishers')
  const make = (name: string) =>
    service.must('POST', '/api/v1/keys', { publisherId: data[0].id, name, scopes: ['reports:read'] })
  const leaked = await make('Leaked')
  await make('Another')
  const statusOf = async (key: string) =>
    (await service.client.send(`${service.url}/api/v1/reports`, { headers: { authorization: `Bearer ${key}` } })).status
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'Replace Another' }).waitFor()
    await page.getByText('A leaked key is found where you paste it; it is not sent.').waitFor()
    await page.getByLabel('Find').fill(leaked.key)
    await page.getByRole('button', { name: 'Replace Another' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Replace Leaked' }).click()
    await page.getByLabel('The old key ends').selectOption({ label: 'At once: it has leaked' })
    await page.getByRole('button', { name: 'Make a successor' }).click()
    const successor = await page.locator('.secret code').innerText()
    await page.getByRole('button', { name: 'I have kept it' }).click()
    assert.equal(await statusOf(successor), 200)
    await until('the old key is refused', 2_000, async () => (await statusOf(leaked.key)) === 401)
    const ended = page.getByRole('row').filter({ hasText: /Leaked.*ended/s })
    await ended.waitFor()
    assert.equal(await ended.getByRole('button', { name: 'Replace' }).count(), 0)
    assert.equal(await ended.getByRole('button', { name: 'Revoke' }).count(), 1)

    await page.getByLabel('Find').fill('sample chat')
    await page.getByRole('button', { name: 'Replace Another' }).waitFor()
    await page.getByLabel('Find').fill('nobody')
    await page.getByText('Nothing fits').waitFor()
  })
})

test('a publisher is made with its key, and none is left behind by a key that cannot be', { skip }, async () => {
  const named = async () => {
    const { data } = await service.must('GET', '/api/v1/publishers')
    return data.filter(({ name }: { name: string }) => name === 'Parley')
  }
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 400)
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Belongs to').selectOption({ label: 'A new publisher' })
    await page.getByLabel('Name of the publisher').fill('Parley')
    await page.getByLabel('Mode').selectOption('browser')
    await page.getByLabel('Origins').fill('no origin')
    await page.getByRole('button', { name: 'Make key' }).click()
    await page.getByText('Number 1 must be an origin such as "https://chat.example"').waitFor()
    assert.equal((await named()).length, 0)
    await page.getByLabel('Mode').selectOption('test')
    await page.getByRole('button', { name: 'Make key' }).click()
    await says(page.locator('.secret code'), /^ak_test_/)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('cell', { name: 'Parley', exact: true }).waitFor()
    assert.equal((await named()).length, 1)
  })
  await service.must('DELETE', `/api/v1/publishers/${(await named())[0].id}`)
})

test('a webhook is made with a secret that is shown once, tried, paused, resumed and deleted', { skip }, async (t) => {
  let status = 204
  const receiver = await openWebhookReceiver((response) => response.writeHead(status).end())
  t.after(() => receiver.close())
  const { url } = receiver
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 400)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('No webhooks yet').waitFor()
    await press('New webhook')
    await page.getByLabel('Address').fill('nowhere')
    await page.getByRole('checkbox', { name: 'Ad review' }).check()
    await page.getByRole('checkbox', { name: 'Click' }).check()
    await press('Make webhook')
    await says(page.getByRole('dialog'), /Url must be|Must be/)
    await page.getByLabel('Address').fill(url)
    await press('Make webhook')
    const secret = await page.locator('.secret code').innerText()
    assert.match(secret, /^whsec_/)
    await page.keyboard.press('Escape')
    await press('I have kept it')
    assert.ok(!(await page.content()).includes(secret))
    const row = page.getByRole('row').filter({ hasText: url })
    await says(row, /wh_\w+ Change Everybody Click, Ad review Active 0 – Try Pause Delete$/)

    await press(`Change ${url}`)
    assert.equal(await page.getByLabel('Events of').count(), 0, 'of whom it hears stays')
    await page.getByLabel('Address').fill('nowhere')
    await press('Save')
    await says(page.getByRole('dialog'), /Url must be|Must be/)
    await page.getByLabel('Address').fill(url)
    await page.getByRole('checkbox', { name: 'Click' }).uncheck()
    await page.getByRole('checkbox', { name: 'Low funds' }).check()
    await press('Save')
    await says(row, /wh_\w+ Change Everybody Ad review, Low funds Active 0 – /)

    await press(`Try ${url}`)
    await press('Send a message')
    await says(page.getByRole('dialog').getByRole('status'), /^Taken It answered 204 after [\d,]+ ms\.$/)
    status = 503
    await press('Send another')
    await says(page.getByRole('alert'), /^It was not taken\. The receiver answered 503; only 2xx /)
    await page.locator('dialog footer').getByRole('button', { name: 'Close' }).click()

    await press(`Pause ${url}`)
    await says(row, / Paused 0 – Try Resume Delete$/)
    const { adIds, advertiserId } = await stockCampaign('Shawm', {}, [{ title: 'Shawm of plum' }])
    await service.must('PATCH', `/api/v1/ads/${adIds[0]}`, { review: 'rejected' })
    await press('Read again')
    await says(row, / Paused 1 – /)
    await press(`Resume ${url}`)
    await until('it is tried', 5_000, async () => receiver.heard.length === 3)
    await until('the failure stands there', 5_000, async () => {
      await press('Read again')
      return /Active 1 .+ The receiver answered 503/.test((await row.innerText()).replaceAll(/\s+/g, ' '))
    })
    assert.deepEqual(
      receiver.heard.map(({ body }) => JSON.parse(body).type),
      ['ping', 'ping', 'ad_review'],
    )

    await press(`Delete ${url}`)
    await says(page.getByRole('dialog'), /What still waits for it is dropped: 1 message\./)
    await press('Delete')
    await page.getByText('No webhooks yet').waitFor()
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  })
})

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

test('a webhook of a publisher is offered the events alone that publishers hear of', { skip }, async () => {
  const { id } = await service.must('POST', '/api/v1/publishers', { name: 'Crumhorn chat' })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/')
    await dialog.getByRole('checkbox', { name: 'No funds' }).check()
    await dialog.getByLabel('Events of').selectOption(id)
    await dialog.getByRole('checkbox', { name: 'No funds' }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Make webhook' }).click()
    await says(dialog.getByRole('alert'), /Choose at least one thing that it hears of/)
    await dialog.getByRole('checkbox', { name: 'Impression' }).check()
    await dialog.getByRole('button', { name: 'Make webhook' }).click()
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await says(page.getByRole('row').last(), /Crumhorn chat Impression Active/)
    await page.getByLabel('Find').fill('nobody')
    await page.getByText('Nothing fits').waitFor()
  })
  const { data } = await service.must('GET', '/api/v1/webhooks')
  for (const webhook of data) await service.must('DELETE', `/api/v1/webhooks/${webhook.id}`)
  await service.must('DELETE', `/api/v1/publishers/${id}`)
})

test(
  'an advertiser and a publisher have webhooks of their own in the console, and see no others',
  { skip },
  async (t) => {
    const receiver = await openWebhookReceiver((response) => response.writeHead(204).end())
    t.after(() => receiver.close())
    const { url } = receiver
    const { advertiserId } = await stockCampaign('Cornett', {}, [])
    const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name: 'Cornett chat' })
    await service.must('POST', '/api/v1/webhooks', { url: `${url}/operators`, events: ['click'] })
    for (const owner of [advertiserId, publisherId])
      await service.must('POST', '/api/v1/webhooks', { url: `${url}/given-${owner}`, events: ['click'], owner })
    for (const [made, events, row] of [
      [{ advertiserId }, 8, 'Conversion, Low funds'],
      [{ publisherId }, 4, 'Conversion'],
    ] as const) {
      const { key } = await service.must('POST', '/api/v1/keys', { ...made, scopes: ['reports:read'] })
      const owner = Object.values(made)[0]
      await inConsole(key, async (page, { foreign }) => {
        const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
        await page.getByRole('link', { name: 'Webhooks' }).click()
        const rows = page.getByRole('region', { name: 'Webhooks' }).locator('tbody tr')
        await says(rows.first(), new RegExp(`/given-${owner} wh_\\w+ Change Click Active 0 – Try Pause Delete$`))
        assert.equal(await rows.count(), 1)
        await press('New webhook')
        const dialog = page.getByRole('dialog')
        assert.equal(await dialog.getByLabel('Events of').count(), 0)
        assert.equal(await dialog.getByRole('checkbox').count(), events)
        await dialog.getByLabel('Address').fill(`${url}/own-${owner}`)
        for (const name of row.split(', ')) await dialog.getByRole('checkbox', { name }).check()
        await press('Make webhook')
        assert.match(await page.locator('.secret code').innerText(), /^whsec_/)
        await press('I have kept it')
        await says(rows.filter({ hasText: 'own-' }), new RegExp(`Change ${row} Active 0 – Try Pause Delete$`))
        await press(`Change ${url}/own-${owner}`)
        await dialog.getByRole('checkbox', { name: 'Click' }).check()
        await press('Save')
        await says(rows.filter({ hasText: 'own-' }), new RegExp(`Change Click, ${row} Active 0`))
        await press(`Try ${url}/own-${owner}`)
        await press('Send a message')
        await says(dialog.getByRole('status'), /^Taken It answered 204/)
        await page.locator('dialog footer').getByRole('button', { name: 'Close' }).click()
        await press(`Pause ${url}/own-${owner}`)
        await says(rows.filter({ hasText: 'own-' }), / Paused 0 /)
        await press(`Delete ${url}/own-${owner}`)
        await dialog.getByRole('button', { name: 'Delete' }).click()
        await until('it is gone', 5_000, async () => (await rows.count()) === 1)
        assert.deepEqual(foreign, [])
      })
    }
    const { data } = await service.must('GET', '/api/v1/webhooks')
    assert.equal(data.length, 3)
    for (const webhook of data) await service.must('DELETE', `/api/v1/webhooks/${webhook.id}`)
    await service.must('DELETE', `/api/v1/publishers/${publisherId}`)
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test('an operator reads in the list of decisions whose each was', { skip }, async () => {
  const { data } = await service.must('GET', '/api/v1/publishers')
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByLabel('The person asks').fill(QUESTION)
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    await page.locator('.ad-card').first().waitFor()
    await page.getByRole('link', { name: 'Decisions' }).click()
    const list = page.getByRole('region', { name: 'Decisions' })
    const named = (name: string) => list.getByRole('cell', { name, exact: true }).first().waitFor()
    await named(data[0].name)
    await service.must('PATCH', `/api/v1/publishers/${data[0].id}`, { name: 'Renamed chat' })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Decisions' }).click()
    await named('Renamed chat')
    await service.must('PATCH', `/api/v1/publishers/${data[0].id}`, { name: data[0].name })
  })
  await inConsole(await publisherKey(), async (page) => {
    await page.getByRole('link', { name: 'Decisions' }).click()
    await page.getByRole('columnheader', { name: 'Came out' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Publisher' }).count(), 0)
  })
})

test('the list of decisions counts the ads that were weighed as the page of each does', { skip }, async () => {
  const key = await publisherKey()
  const answer = await service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: {
      conversationContext: { query: QUESTION },
      slots: ['action_card', 'suffix'].map((format) => ({ slotId: format, format })),
    },
  })
  const { requestId } = answer.json()
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Decisions' }).click()
    const row = page.getByRole('region', { name: 'Decisions' }).getByRole('row').filter({ hasText: requestId })
    const weighed = Number(await row.locator('td[data-name="Weighed"]').innerText())
    await row.getByRole('link').click()
    await page.getByRole('button', { name: `Show all ${weighed} candidates` }).click()
    const rows = page.getByRole('region', { name: 'Candidates' }).locator('tbody tr')
    await until('each has a row', 5_000, async () => (await rows.count()) === weighed)
  })
})

test('a browser that refuses the clipboard is told of', { skip }, async () => {
  const { campaignId } = await stockCampaign('Uncopied', {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Copy id' }).click()
    await page.getByRole('button', { name: 'Not copied' }).waitFor()
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
      const { x, width } = (await page.locator('nav [aria-current]').boundingBox())!
      assert.ok(x >= 0 && x + width <= 390, `from ${x} to ${x + width}`)
    })
  },
)

test(
  'where the fitting ads are aimed at others, the sentence does not say that none is in stock',
  { skip },
  async () => {
    const targeting = { countries: ['DE'] }
    await stockCampaign('Hurdygurdy', { targeting }, [{ title: 'Hurdygurdy' }])
    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByLabel('The person asks').fill('hurdygurdy')
      await page.getByRole('button', { name: 'Ask for ads' }).click()
      const noAd = page.locator('.chat .no-ad')
      await says(noAd, /No ad that may run here and now fits this conversation\. no_candidates$/)
      const row = page.getByRole('row').filter({ hasText: 'Hurdygurdy' })
      await says(row, /Targeting/)
    })
  },
)

test(
  'a country or region that is no code is kept as typed, told beside the field, and never sent',
  { skip },
  async () => {
    await inConsole(ADMIN_KEY, async (page) => {
      const sent: (string | null)[] = []
      page.on('request', (request) => request.url().endsWith('/ads/request') && sent.push(request.postData()))
      await page.getByLabel('The person asks').fill(QUESTION)
      const country = page.getByLabel('Country')
      await country.pressSequentially('Germany')
      assert.equal(await country.inputValue(), 'Germany')
      assert.match(await page.locator('.composer .note').allInnerTexts().then(String), /two letters, such as DE/)
      await page.getByRole('button', { name: 'Ask for ads' }).click()
      await says(page.getByRole('alert'), /two letters, such as DE/)
      assert.deepEqual(sent, [])
      await country.fill('de')
      const region = page.getByLabel('Region', { exact: true })
      await region.fill('Bavaria')
      await page.getByRole('button', { name: 'Ask for ads' }).click()
      await says(page.getByRole('alert'), /a code such as US-CA/)
      assert.deepEqual(sent, [])
      await region.fill('de-by')
      await page.getByRole('button', { name: 'Ask for ads' }).click()
      await page.locator('.ad-card').first().waitFor()
      assert.deepEqual(JSON.parse(sent[0]!).userContext.demographics, { country: 'DE', region: 'DE-BY' })
    })
  },
)

test('all candidates that are shown have their names', { skip }, async () => {
  const ads = Array.from({ length: 26 }, (_, i) => ({ title: `Nyckelharpa number ${i + 1}` }))
  await stockCampaign('Nyckelharpa', {}, ads)
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByLabel('The person asks').fill('nyckelharpa')
    await page.getByLabel('Ads each').fill('5')
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    await page.getByRole('button', { name: /^Show all \d+ candidates/ }).click()
    const rows = page.getByRole('region', { name: 'Candidates', exact: true }).locator('tbody td.head')
    await until('every candidate is named', 5_000, async () => {
      const names = await rows.allInnerTexts()
      return names.length >= 26 && names.every((name) => /\s/.test(name.trim()))
    })
  })
})

test('the page of a campaign says every rule that it has, in words', { skip }, async () => {
  const [publisher] = (await service.must('GET', '/api/v1/publishers')).data
  const { campaignId } = await stockCampaign('Zampogna', RULED(publisher.id), [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    const terms = page.getByRole('region', { name: 'Terms' })
    await terms.getByText(publisher.name).waitFor()
    const said = (await terms.innerText()).replaceAll(/\s+/g, ' ')
    for (const fact of [
      'Pacing As soon as possible',
      'Priority House',
      'Time zone Europe/Berlin',
      'Starts Mar 1, 2031, 12:30 AM',
      'Days Monday, Saturday',
      'Hours 8:00–11:00, 22:00–23:00',
      'Countries Germany; not Austria',
      'Regions DE-BY, DE-BE; not DE-BW',
      'Languages German',
      'Words in the conversation “bagpipe”; not “repair”',
      'Placements Post response',
      'Devices Not tablet',
      'Frequency caps Ads of this campaign at most 3 times to one person in 1 day; the same ad at most once to one conversation in 90 minutes',
    ]) {
      assert.ok(said.includes(fact), `${fact} in ${said}`)
    }
    assert.doesNotMatch(said, /Ends|Topics/)
  })
})

test('a campaign gets dates, a time zone, targeting and a cap in the form', { skip }, async () => {
  const { advertiserId } = await stockCampaign('Gadulka', {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('button', { name: 'New campaign' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Advertiser').selectOption('Gadulka maker')
    for (const [label, choice] of Object.entries({ Pacing: 'asap', Unit: 'Hours' }))
      await form.getByLabel(label).selectOption(choice)
    const typed = {
      ...{ Name: 'Gadulka winter', Bid: '0.40', Starts: '2031-07-01T00:00', Ends: '2031-12-01T18:30' },
      ...{
        'Time zone': 'Europe/Berlin',
        Countries: 'de, AT',
        Regions: 'de-by',
        Languages: 'de',
        'Ads at most': '3',
        Within: '12',
      },
    }
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
    await form.getByRole('button', { name: 'Make campaign' }).click()
    await form.waitFor({ state: 'detached' })
    const { data } = await service.must('GET', `/api/v1/campaigns?advertiserId=${advertiserId}`)
    const { startAt, endAt, timeZone, pacing, priority, targeting, frequencyCaps } = data[0]
    assert.deepEqual([startAt, endAt], ['2031-06-30T22:00:00.000Z', '2031-12-01T17:30:00.000Z'])
    assert.deepEqual([timeZone, pacing, priority], ['Europe/Berlin', 'asap', 'standard'])
    assert.deepEqual(targeting, { countries: ['DE', 'AT'], regions: ['DE-BY'], languages: ['de'] })
    assert.deepEqual(frequencyCaps, [{ max: 3, windowSeconds: 43_200, per: 'user', scope: 'campaign' }])
  })
})

test(
  'days and hours of a campaign are chosen by keyboard, told in words, and an empty week is refused',
  { skip },
  async () => {
    const targeting = { hours: { exclude: [0, 1, 2] }, countries: ['DE'] }
    const { campaignId } = await stockCampaign('Serinette', { timeZone: 'America/New_York', targeting }, [])
    const read = async () => (await service.must('GET', `/api/v1/campaigns/${campaignId}`)).targeting
    await inConsole(ADMIN_KEY, async (page) => {
      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      const form = page.getByRole('dialog')
      const open = () => page.getByRole('button', { name: 'Change', exact: true }).click()
      const save = () => form.getByRole('button', { name: 'Save' }).click()
      const boxes = (group: string) => form.getByRole('group', { name: group, exact: true }).getByRole('checkbox')
      const focused = () => page.evaluate('document.activeElement.ariaLabel')
      await open()
      await form.getByText('Every day, 3:00–24:00, by the clocks of America/New York.').waitFor()
      assert.deepEqual([await boxes('Days').count(), await boxes('Hours').count()], [7, 24])

      await boxes('Days').first().focus()
      assert.equal(await focused(), 'Monday')
      await page.keyboard.press('Space')
      await page.keyboard.press('End')
      assert.equal(await focused(), 'Sunday')
      await page.keyboard.press('Space')
      await form.getByText('Tuesday, Wednesday, Thursday, Friday, Saturday, 3:00–24:00').waitFor()
      await save()
      await form.waitFor({ state: 'detached' })
      assert.deepEqual(await read(), {
        ...targeting,
        hours: { include: [], exclude: [0, 1, 2] },
        days: [2, 3, 4, 5, 6],
      })

      // The form begins with what the page has read, which comes a moment after it was saved.
      await page.getByRole('region', { name: 'Terms' }).getByText('Tuesday, Wednesday').waitFor()
      await open()
      await form.getByRole('button', { name: 'Hours: None' }).click()
      await save()
      await form.getByRole('alert').getByText('Choose at least one hour.').waitFor()
      await boxes('Hours').first().focus()
      for (const key of ['ArrowRight', 'ArrowDown', 'Space', 'ArrowRight', 'Space', 'ArrowUp', 'Space'])
        await page.keyboard.press(key)
      assert.equal(await focused(), '2:00 to 3:00')
      await form.getByText('2:00–3:00, 13:00–15:00, by the clocks of America/New York.').waitFor()
      await page.keyboard.press('Tab')
      assert.equal(await focused(), 'Hours: Every hour', 'all hours are one stop')
      await form.getByRole('button', { name: 'Days: Every day' }).click()
      await form.getByLabel('Time zone').fill('Europe/Berlin')
      await form.getByText('by the clocks of Europe/Berlin').waitFor()
      await save()
      await form.waitFor({ state: 'detached' })
      assert.deepEqual(await read(), { countries: ['DE'], hours: [2, 13, 14] })

      await open()
      await page.setViewportSize({ width: 390, height: 844 })
      const { width, height } = (await form.getByText('13', { exact: true }).boundingBox())!
      assert.ok(width >= 36 && height >= 32, `an hour is ${width} × ${height} on a phone`)
      assert.ok(await form.evaluate((dialog: any) => dialog.scrollWidth <= dialog.clientWidth))
      await form.getByRole('button', { name: 'Cancel' }).click()
    })
  },
)

test('a bid of less than a hundredth of a cent is told to its last decimal', { skip }, async () => {
  const terms = { bid: { model: 'cpc', amount: '0.000049' }, budget: { daily: '0.123456' } }
  const { campaignId } = await stockCampaign('Panpipe', terms, [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await says(page.getByRole('row').filter({ hasText: 'Panpipe' }), /\$0\.000049 per click \$0\.123456 /)
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await says(page.getByRole('region', { name: 'Terms' }), /^Bid \$0\.000049 per click Budget a day \$0\.123456 /)
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

test('whom to choose is offered by the alphabet', { skip }, async () => {
  for (const name of ['Alphorn', 'Viol10', 'Viol9']) await stockCampaign(name, {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('button', { name: 'New campaign' }).click()
    const offered = await page.getByLabel('Advertiser').locator('option').allInnerTexts()
    const ours = offered.filter((name) => /^(Viol|Alphorn)/.test(name))
    assert.deepEqual(ours, ['Alphorn maker', 'Viol9 maker', 'Viol10 maker'])
    await page.keyboard.press('Escape')
  })
})

test(
  'the form of a campaign says in which placements, on which devices and at which words it serves',
  { skip },
  async () => {
    const comma = { keywords: ['lute, tenor'] }
    const { campaignId } = await stockCampaign(
      'Theorba',
      { targeting: { device: ['mobile'], categories: ['gut'] } },
      [],
    )
    const { campaignId: listed } = await stockCampaign('Angelica', { targeting: comma }, [])
    const read = async (id: string) => (await service.must('GET', `/api/v1/campaigns/${id}`)).targeting
    await inConsole(ADMIN_KEY, async (page) => {
      const change = async (id: string, work: (form: Locator) => Promise<void>) => {
        await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${id}`)
        await page.locator('.lead').getByText(id).waitFor() // the page before has a button Change, too
        await page.getByRole('button', { name: 'Change', exact: true }).click()
        const form = page.getByRole('dialog')
        await work(form)
        await form.getByRole('button', { name: 'Save' }).click()
        await form.waitFor({ state: 'detached' })
      }
      await change(campaignId, async (form) => {
        await form.getByLabel('Words in the conversation').fill('bass lute, strings')
        await form.getByLabel('Placements').fill('sidebar')
        assert.equal(await form.getByLabel('Devices').inputValue(), 'mobile')
        await form.getByLabel('Devices').fill('')
      })
      await change(listed, async (form) => {
        assert.ok(await form.getByLabel('Words in the conversation').isDisabled(), 'it would come apart')
        await form.getByLabel('Countries').fill('DE')
      })
    })
    const targeting = { categories: ['gut'], keywords: ['bass lute', 'strings'], placements: ['sidebar'] }
    assert.deepEqual(await read(campaignId), targeting)
    assert.deepEqual(await read(listed), { ...comma, countries: ['DE'] })
  },
)

test('an ad is found among many by its title, by the id of its advertiser or by its status', { skip }, async () => {
  const many = Array.from({ length: 24 }, (_, i) => ({ id: `rp-${i}`, title: `Rauschpfeife in ${i}` }))
  const { campaignId, adIds } = await stockCampaign('Rauschpfeife', {}, [
    { id: 'rp-first', title: 'Oldest reed' },
    ...many,
  ])
  await service.must('PATCH', `/api/v1/ads/${adIds[3]}`, { review: 'rejected' })
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    const titles = page.locator('.stock-ad h3')
    await until('the newest are there', 5_000, async () => (await titles.count()) === 20)
    // More that cannot be read take nothing away.
    await page.route('**/api/v1/ads?*', (route) => route.fulfill({ status: 502, body: 'gone' }))
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('answered 502').waitFor()
    assert.equal(await titles.count(), 20)
    await page.unroute('**/api/v1/ads?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await until('all of them stand there', 5_000, async () => (await titles.count()) === 25)
    await page.reload()
    await until('the newest are there again', 5_000, async () => (await titles.count()) === 20)
    const finds = async (text: string, expected: readonly string[]) => {
      await page.getByLabel('Find ads').fill(text)
      const found = async () => String(await titles.allInnerTexts()) === String(expected)
      await until(`${text} finds ${String(expected)}`, 5_000, found)
    }
    await finds('OLDEST', ['Oldest reed'])
    await finds('rp-17', ['Rauschpfeife in 17'])
    await finds('rejected', ['Rauschpfeife in 2'])
    await finds('zither', [])
    await page.getByText('Nothing fits').waitFor()
    await finds('reed', ['Oldest reed'])
    await page.getByRole('button', { name: 'Pause Oldest reed' }).click()
    await page.getByRole('button', { name: 'Resume Oldest reed' }).waitFor()
    await page.getByLabel('Find ads').fill('rauschpfeife')
    await page.getByRole('button', { name: 'Show more of 24' }).click()
    await until('all are there', 5_000, async () => (await titles.count()) === 24)
  })
})

test('rules that the form of a campaign cannot express stay as they are', { skip }, async () => {
  const [publisher] = (await service.must('GET', '/api/v1/publishers')).data
  const { campaignId } = await stockCampaign('Gaita', RULED(publisher.id), [])
  const read = () => service.must('GET', `/api/v1/campaigns/${campaignId}`)
  const before = await read()
  await inConsole(ADMIN_KEY, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const form = page.getByRole('dialog')
    await says(form, /Not AT\.[\s\S]*at most 3 times to one person/)
    await form.getByLabel('Languages').fill('')
    await form.getByLabel('Starts').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
  })
  const { startAt, ...left } = before
  const { languages, ...targeting } = before.targeting
  const after = await read()
  assert.deepEqual(after, { ...left, targeting, updatedAt: after.updatedAt })
})

test('a budget that somebody else changes while the form is open stays', { skip }, async () => {
  const { campaignId } = await stockCampaign('Zampogna', { budget: { daily: '50.00', total: '500.00' } }, [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    const form = page.getByRole('dialog')
    for (const [label, ours, theirs] of [
      ['Budget a day', '60', { total: '2000.00' }],
      ['Budget in all', '', { daily: '70.00' }],
    ] as const) {
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await form.getByLabel(label).fill(ours)
      await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { budget: theirs })
      await form.getByRole('button', { name: 'Save' }).click()
      await form.waitFor({ state: 'detached' })
      const { budget } = await service.must('GET', `/api/v1/campaigns/${campaignId}`)
      const wanted = label === 'Budget a day' ? { daily: '60.00', total: '2000.00' } : { daily: '70.00' }
      assert.deepEqual(budget, { ...wanted, currency: 'USD' })
    }
  })
})

test(
  'an ad gets keywords, categories, formats, a language and words for its picture in the form, and keeps the rest',
  { skip },
  async () => {
    const picture = { imageUrl: 'https://rebec.example/old.jpg', imageAlt: 'A rebec without its bow' }
    const ad = { title: 'Rebec', keywords: ['bowed, three strings'], categories: ['instruments'], ...picture }
    const { campaignId, adIds } = await stockCampaign('Rebec', {}, [ad])
    const [id] = adIds
    await inConsole(ADMIN_KEY, async (page) => {
      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      await page.getByRole('button', { name: 'Change Rebec' }).click()
      const form = page.getByRole('dialog')
      assert.equal(await form.getByLabel('Keywords').isDisabled(), true)
      await form.getByLabel('Categories').fill('strings, medieval')
      await form.getByLabel('Language').fill('en')
      await form.getByLabel('Picture', { exact: true }).fill('https://rebec.example/new.jpg')
      await form.getByLabel('Words for the picture').fill('A rebec with its bow')
      await form.getByRole('button', { name: 'Show pictures from other sites' }).waitFor()
      assert.equal(await form.getByLabel('Price').getAttribute('placeholder'), '$899')
      await form.getByLabel('Suffix').uncheck({ force: true })
      await form.getByRole('button', { name: 'Save' }).click()
      await form.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'New ad' }).click()
      await form.getByLabel('Title').fill('Vielle')
      await form.getByLabel('Landing page').fill('https://rebec.example/vielle')
      await form.getByLabel('Keywords').fill('fiddle, medieval fiddle ,')
      await form.getByLabel('AI-generated').check({ force: true })
      await form.getByRole('button', { name: 'Make ad' }).click()
      await form.waitFor({ state: 'detached' })
    })
    const { data } = await service.must('GET', `/api/v1/ads?campaignId=${campaignId}`)
    const [vielle, rebec] = ['Vielle', 'Rebec'].map((title) =>
      data.find((one: { title: string }) => one.title === title),
    )
    assert.equal(rebec.id, id)
    assert.deepEqual(rebec.keywords, ['bowed, three strings'])
    assert.deepEqual([rebec.categories, rebec.language], [['strings', 'medieval'], 'en'])
    assert.deepEqual(rebec.formats, ['action_card', 'entity_link'])
    assert.deepEqual([rebec.imageUrl, rebec.imageAlt], ['https://rebec.example/new.jpg', 'A rebec with its bow'])
    assert.deepEqual([vielle.keywords, vielle.formats.length], [['fiddle', 'medieval fiddle'], 3])
    assert.deepEqual([vielle.aiGenerated, rebec.aiGenerated], [true, undefined])
  },
)

test('what somebody else changes of an ad while its form is open stays', { skip }, async () => {
  const { campaignId, adIds } = await stockCampaign('Sordun', {}, [{ title: 'Sordun', price: '$90', brand: 'Elm' }])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Change Sordun' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Description').fill('Of two bores')
    await form.getByLabel('Brand').fill('')
    await service.must('PATCH', `/api/v1/ads/${adIds[0]}`, { price: '$80', formats: ['suffix'] })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
  })
  const { description, price, brand, formats } = await service.must('GET', `/api/v1/ads/${adIds[0]}`)
  assert.deepEqual([description, price, brand, formats], ['Of two bores', '$80', undefined, ['suffix']])
})

test('a picture that could not be drawn gives way to the next one', { skip }, async () => {
  const { data } = await service.must('GET', '/api/v1/ads?limit=200')
  const { imageUrl } = data.find(({ imageUrl }: { imageUrl?: string }) => imageUrl?.includes('/demo/i/'))
  const lost = imageUrl.replace(/[^/]+$/, 'lost.svg')
  const { campaignId } = await stockCampaign('Nyckelharpa', {}, [{ title: 'Nyckelharpa', imageUrl: lost }])
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    await page.route('**/lost.svg', (route) => route.fulfill({ status: 502 }))
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.locator('.stock .picture.none').waitFor()
    await page.getByRole('button', { name: 'Change Nyckelharpa' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Picture', { exact: true }).fill(imageUrl)
    await form.locator(`img[src="${imageUrl}"]`).waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.locator(`.stock img[src="${imageUrl}"]`).waitFor()
  })
})

test(
  'an ad that waits for review shows one state, and an operator alone approves or rejects it',
  { skip },
  async () => {
    const { advertiserId, campaignId, adIds } = await stockCampaign('Citole', {}, [{ title: 'Citole' }])
    const path = `/api/v1/ads/${adIds[0]}`
    await service.must('PATCH', path, { review: 'pending' })
    const keyOf = { advertiserId, scopes: ['inventory:write'] }
    const { key } = await service.must('POST', '/api/v1/keys', keyOf)
    const address = `${service.url}${PREFIX}/console/#/campaigns/${campaignId}`
    await inConsole(key, async (page) => {
      await page.goto(address)
      await page.locator('.stock-marks').waitFor()
      await says(page.locator('.stock-marks'), /^Waits for review$/)
      assert.equal(await page.getByRole('button', { name: /Approve|Reject/ }).count(), 0)
    })
    await inConsole(ADMIN_KEY, async (page) => {
      await page.goto(address)
      await page.getByRole('button', { name: 'Reject Citole' }).click()
      await page.locator('.stock-marks').getByText('Rejected', { exact: true }).waitFor()
      assert.equal((await service.must('GET', path)).review, 'rejected')
      await page.getByRole('button', { name: 'Approve Citole' }).click()
      await page.locator('.stock-marks').getByText('Active', { exact: true }).waitFor()
      assert.equal((await service.must('GET', path)).review, 'approved')
      assert.equal(await page.getByRole('button', { name: /Approve/ }).count(), 0)
      await page.getByRole('button', { name: 'Reject Citole' }).click()
      await page.locator('.stock-marks').getByText('Rejected', { exact: true }).waitFor()
      assert.equal((await service.must('GET', path)).review, 'rejected', 'also what nobody was asked about')
    })
  },
)

test('what went wrong with an ad is told no more once something else went well', { skip }, async () => {
  const { campaignId } = await stockCampaign('Sopilka', {}, [{ title: 'Sopilka' }])
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    const ad = page.getByRole('article')
    const pauseInVain = async () => {
      await page.route('**/api/v1/ads/*', (route) => route.fulfill({ status: 502, body: '' }))
      await page.getByRole('button', { name: 'Pause Sopilka', exact: true }).click()
      await ad.getByRole('alert').waitFor()
      await page.unroute('**/api/v1/ads/*')
    }
    await pauseInVain()
    await page.getByRole('button', { name: 'Reject Sopilka', exact: true }).click()
    await ad.getByText('Rejected').waitFor()
    assert.equal(await ad.getByRole('alert').count(), 0)
    await pauseInVain()
    await page.getByRole('button', { name: 'Say why: Sopilka' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Too shrill')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await ad.getByText('Rejected: Too shrill').waitFor()
    assert.equal(await ad.getByRole('alert').count(), 0)
  })
})

test('the keyboard keeps its place where a button is busy, and where what it was on goes away', { skip }, async () => {
  const { advertiserId, campaignId } = await stockCampaign('Tabor', {}, [
    { title: 'Tabor of oak' },
    { title: 'Tabor of ash' },
  ])
  await service.must('POST', '/api/v1/keys', { name: 'Tabor', scopes: ['reports:read'] })
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 400)
    const focused = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.innerText')
    const press = async (name: string) => {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
    }
    const form = page.getByRole('dialog')
    const gone = () => form.waitFor({ state: 'detached' })
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    let asked = 0
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/v1/ads/*', async (route) => {
      asked++
      await held
      await route.fallback()
    })
    await press('Pause Tabor of oak')
    await page.getByRole('button', { name: 'Pause Tabor of oak', disabled: true }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await focused(), 'Pause Tabor of oak')
    answer()
    await page.getByRole('button', { name: 'Resume Tabor of oak' }).waitFor()
    assert.equal(asked, 1, 'a busy button is pressed in vain')
    assert.equal(await focused(), 'Resume Tabor of oak')

    await press('Archive Tabor of oak')
    await form.getByRole('button', { name: 'Archive' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tabor of oak' }).waitFor({ state: 'detached' })
    await gone()
    assert.equal(await focused(), 'Ads')
    await press('Reject Tabor of ash')
    await page.getByText('Rejected', { exact: true }).waitFor()
    assert.equal(await focused(), 'Tabor of ash')

    await press('New ad')
    await form.getByLabel('Title').fill('Tabor')
    await form.getByLabel('Landing page').fill('http://tabor.example/')
    await form.getByRole('button', { name: 'Make ad' }).focus()
    await page.keyboard.press('Enter')
    await form.getByRole('alert').waitFor()
    // What is to be mended has it, where it is known.
    assert.equal(await page.evaluate('document.activeElement.labels[0].innerText'), 'Landing page')
    await form.getByLabel('Landing page').fill('https://tabor.example/')
    await form.getByRole('button', { name: 'Make ad' }).focus()
    await page.keyboard.press('Enter')
    await gone()
    assert.equal(await focused(), 'New ad')

    await page.getByRole('link', { name: 'Keys' }).click()
    await press('Revoke Tabor')
    await form.getByRole('button', { name: 'Revoke' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Revoke Tabor' }).waitFor({ state: 'detached' })
    assert.equal(await focused(), 'Keys')
  })
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
})

test('an ad is archived by its advertiser, and nothing of an archived campaign is offered', { skip }, async () => {
  const ads = [{ title: 'Gemshorn' }, { title: 'Ocarina' }]
  const { advertiserId, campaignId, adIds } = await stockCampaign('Gemshorn', {}, ads)
  const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['inventory:write'] })
  await inConsole(key, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Archive Gemshorn', exact: true }).click()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/ads?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    // Also while the others are still read, so that it is not pressed again.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    held.resolve()
    await page.getByRole('heading', { name: 'Gemshorn', exact: true }).waitFor({ state: 'detached' })
    assert.ok((await service.must('GET', `/api/v1/ads/${adIds[0]}`)).archivedAt)
    await service.must('PATCH', `/api/v1/ads/${adIds[1]}`, { availability: 'out_of_stock' })
    await service.must('DELETE', `/api/v1/campaigns/${campaignId}`)
    await page.reload()
    await page.getByRole('heading', { name: 'Ocarina', exact: true }).waitFor()
    const stock = page.locator('.stock-ad')
    await says(stock.filter({ hasText: 'Ocarina' }), /Out of stock/)
    await says(stock.filter({ hasText: 'Gemshorn' }), /Archived/)
    assert.equal(await page.getByRole('button', { name: /Change|Pause|Archive/ }).count(), 0)
  })
})

test(
  'ads that wait are reviewed oldest first by key and by press, counted beside the page’s name, and a verdict can be taken back',
  { skip },
  async () => {
    const long = `Bowed psaltery ${'of ash and beech '.repeat(30)}`
    const ads = [
      {
        title: 'Psaltery',
        price: '€70',
        ctaText: 'Hear it',
        keywords: ['bowed strings'],
        brand: 'Ash & Bow',
        imageUrl: 'https://psaltery.example/psaltery.png',
        imageAlt: 'A triangle of ash with many strings',
      },
      { title: 'Bow', description: long, landingUrl: 'https://elsewhere.example/bow' },
      { title: 'Rosin', landingUrl: 'https://psaltery.example:8443/rosin' },
    ]
    const { campaignId, adIds } = await stockCampaign('Psaltery', {}, ads)
    for (const id of adIds) await service.must('PATCH', `/api/v1/ads/${id}`, { review: 'pending' })
    const reviews = async () =>
      Promise.all(adIds.map(async (id) => (await service.must('GET', `/api/v1/ads/${id}`)).review))
    await inConsole(ADMIN_KEY, async (page) => {
      provokes(page, 409)
      const link = page.getByRole('link', { name: /^Review/ })
      const waiting = (text: string) => says(link, new RegExp(`^${text}$`))
      await waiting('Review 3 waiting')
      await link.click()
      const queue = page.getByRole('list', { name: 'Ads that wait' })
      const cards = queue.getByRole('article')
      await cards.first().waitFor()
      assert.deepEqual(await queue.getByRole('heading').allInnerTexts(), ['Psaltery', 'Bow', 'Rosin'])
      const [first, second, third] = await cards.allInnerTexts()
      assert.match(
        first!,
        /€70\s+Hear it[\s\S]+Psaltery maker\s+psaltery\.example[\s\S]+Psaltery season[\s\S]+psaltery\.example/,
      )
      await cards.first().locator('summary').click()
      const [unseen] = await cards.first().locator('details').allInnerTexts()
      assert.doesNotMatch(unseen!, /Brand|triangle/, 'what is sent is not among what nobody sees')
      assert.match(first!, /Brand\s+Ash & Bow\s+Words for its picture\s+A triangle of ash with many strings/)
      assert.match(
        second!,
        /and beech of…\s[\s\S]+elsewhere\.example\s+Not on psaltery\.example/,
        'what is shown is cut as the service cuts it',
      )
      assert.doesNotMatch(third!, /Not on/, 'its own host at another port')

      await cards.first().focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('r')
      await page.getByRole('status').getByText('Rejected').waitFor()
      assert.deepEqual(await reviews(), ['pending', 'rejected', 'pending'])
      await waiting('Review 2 waiting')
      assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Rosin', 'the focus goes on to the next ad')
      await page.getByRole('button', { name: 'Take back: Bow' }).click()
      await queue.getByRole('heading', { name: 'Bow' }).waitFor()
      assert.deepEqual(await reviews(), ['pending', 'pending', 'pending'])

      await service.must('PATCH', `/api/v1/ads/${adIds[2]}`, { title: 'Rosin of amber' })
      await page.getByRole('button', { name: 'Approve Rosin' }).click()
      await queue.getByRole('alert').getByText('It was changed while you looked').waitFor()
      await queue.getByRole('heading', { name: 'Rosin of amber' }).waitFor()
      assert.deepEqual(await reviews(), ['pending', 'pending', 'pending'])
      for (const name of ['Psaltery', 'Bow', 'Rosin of amber']) {
        await page.getByRole('button', { name: `Approve ${name}`, exact: true }).click()
        await queue.getByRole('heading', { name, exact: true }).waitFor({ state: 'detached' })
      }
      await page.getByRole('heading', { name: 'No ad waits for review' }).waitFor()
      await waiting('Review')
      assert.deepEqual(await reviews(), ['approved', 'approved', 'approved'])
    })
    const { advertiserId } = await service.must('GET', `/api/v1/campaigns/${campaignId}`)
    const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['inventory:write'] })
    await inConsole(key, async (page) => {
      assert.equal(await page.getByRole('link', { name: 'Review' }).count(), 0)
    })
  },
)

test(
  'an ad that is changed in the moment of the verdict is not judged unseen, and is shown anew',
  { skip },
  async () => {
    const { campaignId, adIds } = await stockCampaign('Shawm', {}, [{ title: 'Shawm of plum' }])
    const path = `/api/v1/ads/${adIds[0]}`
    await service.must('PATCH', path, { review: 'pending' })
    await inConsole(ADMIN_KEY, async (page) => {
      provokes(page, 409)
      // After all that the console may have read, and before its verdict arrives.
      let changes = 0
      await page.route(`**/ads/${adIds[0]}`, async (route) => {
        const titles = ['Shawm of pear', 'Shawm of box']
        const title = route.request().method() === 'PATCH' ? titles[changes++] : undefined
        if (title !== undefined) await service.must('PATCH', path, { title })
        await route.fallback()
      })
      const reviewIs = async (review: string) => assert.equal((await service.must('GET', path)).review, review)
      await page.getByRole('link', { name: /^Review/ }).click()
      const card = page.getByRole('list', { name: 'Ads that wait' }).getByRole('article')
      await card.focus()
      await page.keyboard.press('a')
      await card.getByRole('alert').getByText('It was changed while you looked').waitFor()
      await card.getByRole('heading', { name: 'Shawm of pear' }).waitFor()
      await card.getByText('Changed: title', { exact: true }).waitFor()
      await reviewIs('pending')

      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      await page.locator('.lead').getByText(campaignId).waitFor() // its button stands on the page before, too
      await page.getByRole('button', { name: 'Approve Shawm of pear' }).click()
      await page.getByRole('alert').getByText('It was changed while you looked').waitFor()
      await page.getByRole('heading', { name: 'Shawm of box' }).waitFor()
      await reviewIs('pending')
      await page.getByRole('button', { name: 'Approve Shawm of box' }).click()
      await page.locator('.stock-marks').getByText('Active', { exact: true }).waitFor()
      await reviewIs('approved')
    })
  },
)

test(
  'a rejection says why, on the page of the campaign to its advertiser, and to whoever looks anew',
  { skip },
  async () => {
    const { advertiserId, campaignId, adIds } = await stockCampaign('Rackett', {}, [{ title: 'Rackett' }])
    const path = `/api/v1/ads/${adIds[0]}`
    await service.must('PATCH', path, { review: 'pending' })
    const reason = 'It is no bassoon: mend the description.'
    const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['inventory:write'] })
    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByRole('link', { name: /^Review/ }).click()
      await page.getByRole('button', { name: 'Reject Rackett' }).click()
      await page.getByRole('button', { name: 'Say why: Rackett' }).click()
      await page.getByLabel('Reason').fill(reason)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('status').getByText(reason).waitFor()
    })
    const address = `${service.url}${PREFIX}/console/#/campaigns/${campaignId}`
    await inConsole(key, async (page) => {
      await page.goto(address)
      await page.getByText(`Rejected: ${reason}`).waitFor()
      assert.equal(await page.getByRole('button', { name: /Say why|Approve/ }).count(), 0)
      await page.getByRole('button', { name: 'Change Rackett' }).click()
      await page.getByLabel('Description').fill('A double reed in a small box')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`Rejected before: ${reason}`).waitFor()
    })
    await inConsole(ADMIN_KEY, async (page) => {
      await page.getByRole('link', { name: /^Review/ }).click()
      const card = page.getByRole('article', { name: 'Rackett' })
      await says(card, /Rejected before\s+It is no bassoon/)
      await page.goto(address)
      await page.getByRole('button', { name: 'Reject Rackett' }).click()
      await page.getByRole('button', { name: 'Say why: Rackett' }).click()
      assert.equal(await page.getByLabel('Reason').inputValue(), '', 'each verdict has its own')
      await page.getByLabel('Reason').fill('Still no bassoon.')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Rejected: Still no bassoon.').waitFor()
      assert.equal((await service.must('GET', path)).reviewReason, 'Still no bassoon.')
      await page.getByRole('button', { name: 'Approve Rackett' }).click()
      await page.getByText('Still no bassoon').waitFor({ state: 'detached' })
    })
  },
)

test('several ads that wait are chosen and judged together, but for one that changes meanwhile', { skip }, async () => {
  const ads = ['Sordun', 'Kortholt', 'Doppione', 'Dulcian'].map((title) => ({ title }))
  const { adIds } = await stockCampaign('Sordun', {}, ads)
  const paths = adIds.map((id) => `/api/v1/ads/${id}`)
  for (const path of paths) await service.must('PATCH', path, { review: 'pending' })
  const reviews = async () => Promise.all(paths.map(async (path) => (await service.must('GET', path)).review))
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 409)
    await page.getByRole('link', { name: /^Review/ }).click()
    const queue = page.getByRole('list', { name: 'Ads that wait' })
    const several = page.getByRole('group', { name: 'Several at once' })
    await queue.getByRole('article', { name: 'Sordun' }).focus()
    await page.keyboard.press('x')
    await page.getByLabel('Choose Kortholt').check()
    await several.getByText('2 of 4 chosen').waitFor()
    await page.getByRole('button', { name: 'Reject 2 chosen' }).click()
    await page.getByRole('status').getByText('2 ads').waitFor()
    assert.deepEqual(await reviews(), ['rejected', 'rejected', 'pending', 'pending'])
    await page.getByRole('button', { name: 'Say why: 2 ads' }).click()
    await page.getByLabel('Reason').fill('Nobody plays these.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').getByText('Nobody plays these.').waitFor()
    for (const path of paths.slice(0, 2))
      assert.equal((await service.must('GET', path)).reviewReason, 'Nobody plays these.')
    await page.getByRole('button', { name: 'Take back: 2 ads' }).click()
    await queue.getByRole('heading', { name: 'Kortholt' }).waitFor()
    assert.deepEqual(await reviews(), ['pending', 'pending', 'pending', 'pending'])

    await several.getByLabel('All 4 on this page').check()
    await several.getByText('4 of 4 chosen').waitFor()
    await service.must('PATCH', paths[1]!, { price: '€9' })
    await page.getByRole('button', { name: 'Approve 4 chosen' }).click()
    await several.getByRole('alert').getByText('1 of 4 changed while you looked').waitFor()
    await queue.getByRole('article', { name: 'Kortholt' }).getByText('Changed: price').waitFor()
    assert.deepEqual(await reviews(), ['approved', 'pending', 'approved', 'approved'])
    assert.equal(await page.getByLabel('Choose Kortholt').isChecked(), false, 'what it is now was not chosen')
    await page.getByRole('button', { name: 'Approve Kortholt' }).click()
    await page.getByRole('heading', { name: 'No ad waits for review' }).waitFor()
  })
})

test('a reason and a way back pass over what was archived meanwhile, and say so', { skip }, async () => {
  const { adIds } = await stockCampaign('Tartold', {}, [
    { title: 'Tartold' },
    { title: 'Dolzaina' },
    { title: 'Fagot' },
  ])
  const paths = adIds.map((id) => `/api/v1/ads/${id}`)
  for (const path of paths) await service.must('PATCH', path, { review: 'pending' })
  const left = async () => Promise.all(paths.slice(1).map((path) => service.must('GET', path)))
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    await page.getByRole('link', { name: /^Review/ }).click()
    await page.getByRole('group', { name: 'Several at once' }).getByLabel('All 3 on this page').check()
    await page.getByRole('button', { name: 'Reject 3 chosen' }).click()
    await page.getByRole('button', { name: 'Say why: 3 ads' }).click()
    await service.must('DELETE', paths[0]!)
    await page.getByLabel('Reason').fill('Too loud.')
    await page.getByRole('button', { name: 'Save' }).click()
    const told = page.getByRole('alert').getByText('1 of 3 left out: archived meanwhile.')
    await told.waitFor()
    await page.getByRole('status').getByText('Too loud.').waitFor()
    assert.deepEqual(
      (await left()).map(({ reviewReason }) => reviewReason),
      ['Too loud.', 'Too loud.'],
    )
    const lost = /\/api\/v1\/ads\/ad_/
    await page.route(lost, (route) => route.fulfill({ status: 502, body: 'gone' }))
    await page.getByRole('button', { name: 'Take back: 3 ads' }).click()
    await page.getByRole('alert').getByText('answered 502').waitFor()
    await page.unroute(lost)
    await page.getByRole('button', { name: 'Take back: 3 ads' }).click()
    await page.getByRole('article', { name: 'Fagot' }).waitFor()
    await told.waitFor()
    assert.deepEqual(
      (await left()).map(({ review }) => review),
      ['pending', 'pending'],
    )
    await page.getByRole('button', { name: 'Approve Fagot' }).click()
    await told.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve Dolzaina' }).click()
    await page.getByRole('heading', { name: 'No ad waits for review' }).waitFor()
  })
})

test('ads that wait are found and counted behind very many of archived campaigns', { skip }, async () => {
  const { adIds } = await stockCampaign('Regal', {}, [{ title: 'Regal of reeds' }])
  await service.must('PATCH', `/api/v1/ads/${adIds[0]}`, { review: 'pending' })
  await inConsole(ADMIN_KEY, async (page) => {
    // As the service answers where it has looked at many, and all of them belong to archived campaigns.
    let empty = 0
    await page.route(/\/ads\?.*review=pending/, async (route) => {
      const url = new URL(route.request().url())
      const cursor = url.searchParams.get('cursor')
      if (cursor !== null && cursor !== 'further') {
        url.searchParams.delete('cursor')
        return route.continue({ url: url.href })
      }
      empty++
      await route.fulfill({ json: { data: [], nextCursor: cursor === null ? 'further' : 'behind' } })
    })
    const link = page.getByRole('link', { name: /^Review/ })
    await link.click()
    await page.getByRole('list', { name: 'Ads that wait' }).getByText('Regal of reeds').waitFor()
    const { data } = await service.must('GET', '/api/v1/ads?review=pending')
    const counted = `Review ${data.length} waiting`
    await says(link, new RegExp(`^${counted}$`))
    assert.ok(empty >= 4)
  })
  await service.must('PATCH', `/api/v1/ads/${adIds[0]}`, { review: 'approved' })
})

test('a key that is held down judges one ad', { skip }, async () => {
  const ads = ['Nyckelharpa', 'Moraharpa', 'Talharpa'].map((title) => ({ title }))
  const { adIds } = await stockCampaign('Harpa', {}, ads)
  for (const id of adIds) await service.must('PATCH', `/api/v1/ads/${id}`, { review: 'pending' })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: /^Review/ }).click()
    const queue = page.getByRole('list', { name: 'Ads that wait' })
    await queue.getByRole('article', { name: 'Nyckelharpa' }).focus()
    await page.keyboard.down('r')
    await queue.getByRole('heading', { name: 'Nyckelharpa' }).waitFor({ state: 'detached' })
    for (let i = 0; i < 3; i++) await page.keyboard.down('r')
    await page.keyboard.up('r')
    await page.getByRole('status').getByText('Nyckelharpa').waitFor()
    await page.waitForLoadState('networkidle')
    for (const name of ['Moraharpa', 'Talharpa']) assert.equal(await queue.getByRole('heading', { name }).count(), 1)
  })
  for (const id of adIds) await service.must('PATCH', `/api/v1/ads/${id}`, { review: 'approved' })
})

test('an answer that comes late leaves the focus where it went meanwhile', { skip }, async () => {
  const ads = ['Cornu', 'Buccina', 'Lituus', 'Carnyx'].map((title) => ({ title }))
  const { adIds } = await stockCampaign('Tuba', {}, ads)
  for (const id of adIds) await service.must('PATCH', `/api/v1/ads/${id}`, { review: 'pending' })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: /^Review/ }).click()
    const queue = page.getByRole('list', { name: 'Ads that wait' })
    const article = (name: string) => queue.getByRole('article', { name })
    const gone = (name: string) => article(name).waitFor({ state: 'detached' })
    const focused = () => page.evaluate('document.activeElement.ariaLabel')
    const answered = Promise.withResolvers<void>()
    await page.route(`**/ads/${adIds[0]}`, async (route) => {
      if (route.request().method() === 'PATCH') await answered.promise
      await route.fallback()
    })
    await article('Cornu').focus()
    for (const key of ['a', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    answered.resolve()
    await gone('Cornu')
    assert.equal(await focused(), 'Lituus')
    await page.getByRole('button', { name: 'Approve Buccina' }).click()
    await gone('Buccina')
    assert.equal(await focused(), 'Lituus', 'a button that was pressed takes it along')
  })
  for (const id of adIds) await service.must('PATCH', `/api/v1/ads/${id}`, { review: 'approved' })
})

test('what becomes of a verdict later is not told of the next one, and takes no focus from it', { skip }, async () => {
  const ads = ['Koto', 'Shamisen', 'Biwa', 'Gaku', 'Kokyu'].map((title) => ({ title }))
  const { adIds } = await stockCampaign('Koto', {}, ads)
  for (const id of adIds) await service.must('PATCH', `/api/v1/ads/${id}`, { review: 'pending' })
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    await page.getByRole('link', { name: /^Review/ }).click()
    const article = (name: string) => page.getByRole('article', { name })
    const told = page.locator('.verdict')
    const first = `**/ads/${adIds[0]}`
    const approve = async (name: string) => {
      await article(name).focus()
      await page.keyboard.press('a')
      await says(told, new RegExp(`^Approved ${name} `))
    }
    await article('Koto').focus()
    await page.keyboard.press('r')
    await says(told, /^Rejected Koto /)

    await page.getByRole('button', { name: 'Say why: Koto' }).click()
    let held = Promise.withResolvers<void>()
    await page.route(first, async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'There is no ad' } } })
    })
    await page.getByLabel('Reason').fill('Too quiet.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('Escape')
    await approve('Shamisen')
    const late = page.waitForResponse(first)
    held.resolve()
    await late
    await article('Biwa').focus()
    await page.keyboard.press('ArrowDown')
    await says(page.getByRole('status').first(), /^Approved Shamisen Take back$/)

    held = Promise.withResolvers<void>()
    await page.route(`**/ads/${adIds[1]}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Take back: Shamisen' }).click()
    await approve('Biwa')
    held.resolve()
    await article('Shamisen').waitFor()
    await says(told, /^Approved Biwa /)
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Gaku')

    await page.route(`**/ads/${adIds[2]}`, (route) => route.fulfill({ status: 502, body: '' }))
    await page.getByRole('button', { name: 'Take back: Biwa' }).click()
    await page.getByRole('alert').getByText('answered 502').waitFor()
    await approve('Gaku')
    assert.equal(await page.getByRole('alert').count(), 0)
  })
  for (const id of adIds) await service.must('PATCH', `/api/v1/ads/${id}`, { review: 'approved' })
})

test('verdicts that are given at once are all kept', { skip }, async () => {
  const { adIds } = await stockCampaign('Lur', {}, [{ title: 'Bronze lur' }, { title: 'Wooden lur' }])
  for (const id of adIds) await service.must('PATCH', `/api/v1/ads/${id}`, { review: 'pending' })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: /^Review/ }).click()
    // The first one's answer comes after the second was given.
    const second = Promise.withResolvers<void>()
    for (const [i, id] of adIds.entries()) {
      await page.route(`**/ads/${id}`, async (route) => {
        if (route.request().method() === 'PATCH' && i === 0) await second.promise
        if (i === 1) second.resolve()
        await route.fallback()
      })
    }
    await page.getByRole('button', { name: 'Approve Bronze lur' }).click()
    await page.getByRole('button', { name: 'Approve Wooden lur' }).click()
    await page.getByRole('heading', { name: 'Wooden lur' }).waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await until('both are gone', 5_000, async () => (await page.getByRole('heading', { name: / lur$/ }).count()) === 0)
  })
})

test(
  'a decision is opened by the id of its request, live ones stand apart, and its publisher has a name',
  { skip },
  async () => {
    const { publisherKey: key } = await sellOnce('Sackbut')
    const ask = { conversationContext: { query: 'sackbut' }, slots: [{ slotId: 'main', format: 'suffix' }] }
    const headers = { authorization: `Bearer ${key}` }
    const body = { ...ask, options: { test: true } }
    const answer = await service.client.send(`${service.url}/api/v1/ads/request`, { method: 'POST', headers, body })
    const { requestId } = answer.json()
    const talk = { ...body, conversationContext: { query: 'hello' }, slots: [{ slotId: 'hall', format: 'suffix' }] }
    await service.client.send(`${service.url}/api/v1/ads/request`, { method: 'POST', headers, body: talk })
    await inConsole(key, async (page) => {
      await page.getByRole('link', { name: 'Decisions' }).click()
      const kinds = page.getByRole('region', { name: 'Decisions' }).locator('td[data-name="Kind"]')
      const only = async (kind: string) => {
        await page.getByRole('button', { name: kind, exact: true }).click()
        await until(`${kind} decisions alone are shown`, 5_000, async () => {
          const all = await kinds.allInnerTexts()
          return all.length > 0 && all.every((text) => text.trim() === kind)
        })
      }
      await only('Live')
      assert.equal(await page.getByText(requestId).count(), 0)
      const hall = page.getByRole('region', { name: 'Slots' }).getByRole('row').filter({ hasText: 'hall' })
      assert.equal(await hall.count(), 0)
      await only('Test')
      await says(hall, /Suffix 1 0% 1 × low commercial intent/)
      await page.getByLabel('Request id').fill(` ${requestId} `)
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByText('publisher Sample chat app').waitFor()
      await says(page.locator('.lead'), new RegExp(requestId))
    })
  },
)

test('texts of ads are shown as texts, whatever markup they hold', { skip }, async () => {
  const payload = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>xylophone'
  const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', {
    name: payload,
    domain: 'xylo.example',
  })
  const campaign = { advertiserId, name: payload, bid: { model: 'cpc', amount: '9.00' } }
  const { id: campaignId } = await service.must('POST', '/api/v1/campaigns', campaign)
  const landingUrl = 'https://xylo.example/'
  const ad = {
    campaignId,
    title: payload,
    description: `${payload} concert xylophone`,
    landingUrl,
    keywords: ['concert xylophone'],
  }
  const { id: adId } = await service.must('POST', '/api/v1/ads', ad)
  await service.must('PATCH', `/api/v1/ads/${adId}`, { review: 'approved' })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByLabel('The person asks').fill('Where can I buy a concert xylophone?')
    await page.getByLabel('Suffix').check({ force: true })
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    await page.locator('.ad-card h3').filter({ hasText: '<img src=x' }).waitFor()
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.locator('.stock-ad h3').filter({ hasText: '<script>' }).waitFor()
    await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
    await page.getByText('onerror').first().waitFor()
    assert.equal(await page.evaluate('window.owned'), undefined)
    assert.equal(await page.locator('img[src="x"]').count(), 0)
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

test('a wrong key says so, and a publisher is offered only what its key may see', { skip }, async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${service.url}/console`)
  await page.getByLabel('API key').fill('ak_live_nobodys')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await says(page.getByRole('alert'), /unknown, revoked or expired/)
  await page.getByLabel('API key').fill(await publisherKey())
  await page.getByRole('button', { name: 'Sign in' }).click()
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  await pages.first().waitFor()
  assert.deepEqual(await pages.allInnerTexts(), [
    'Playground',
    'Overview',
    'Feedback',
    'Decisions',
    'Reports',
    'Money',
    'Webhooks',
  ])
  await says(page.locator('.person'), /^Sample chat app\s+Publisher/)
  await page.getByRole('button', { name: 'A crisis' }).click()
  await says(page.locator('.chat .no-ad'), /no ad belongs\. sensitive_topic$/)
  await page.getByRole('link', { name: 'Decisions' }).click()
  await page.locator('td.head a').first().click()
  await page.getByText('The request was settled before').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key').waitFor()
  assert.deepEqual(await page.evaluate('[sessionStorage.length, localStorage.length, document.cookie]'), [0, 0, ''])
  await context.close()
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

test('each key is called what it is, and offered what its scopes allow', { skip }, async () => {
  const { data } = await service.must('GET', '/api/v1/publishers')
  const { advertiserId, campaignId } = await stockCampaign('Rackett', {}, [{ title: 'Rackett of plum' }])
  const publisherId = data.find(({ name }: { name: string }) => name === 'Sample chat app').id
  const [publisher, advertiser] = ['Sample chat app Publisher', 'Rackett maker Advertiser']
  for (const [made, person, pages] of [
    [{ publisherId, scopes: ['ads:request'] }, publisher, 'Playground'],
    [
      { publisherId, scopes: ['reports:read', 'inventory:write'] },
      publisher,
      'Overview Feedback Reports Money Webhooks',
    ],
    [{ advertiserId, scopes: ['reports:read'] }, advertiser, 'Overview Feedback Reports Money Webhooks'],
    [{ advertiserId, scopes: ['inventory:write', 'ads:explain'] }, advertiser, 'Campaigns Money'],
    [{ scopes: ['inventory:write'] }, 'Operator', 'Campaigns'],
    [{ scopes: ['reports:read'] }, 'Operator', 'Overview Feedback Reports Money'],
    [{ scopes: ['ads:explain'] }, 'Operator', 'Decisions'],
  ] as const) {
    const { key } = await service.must('POST', '/api/v1/keys', made)
    await inConsole(key, async (page) => {
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
      assert.equal((await links.allInnerTexts()).join(' '), pages, JSON.stringify(made))
      await says(page.locator('.person'), new RegExp(`^${person}$`))
      for (const link of await links.all()) {
        await link.click()
        await page.waitForLoadState('networkidle')
        assert.equal(await page.getByRole('alert').count(), 0, `${await link.innerText()} of ${JSON.stringify(made)}`)
      }
      if (!pages.includes('Overview')) return
      await page.getByRole('link', { name: 'Overview' }).click()
      await says(page.locator('.tiles'), person === advertiser ? /^Impressions.* ROAS/ : /^Requests/)
      await page.getByRole('link', { name: 'Money' }).click()
      await page.getByRole('heading', { name: person === advertiser ? 'Invoices' : 'Withdrawals', level: 2 }).waitFor()
      assert.equal(await page.getByRole('heading', { name: 'Funds' }).count(), 0)
      assert.equal(await page.getByRole('button', { name: /^New / }).count(), 0)
    })
  }
  const { key } = await service.must('POST', '/api/v1/keys', { scopes: ['inventory:write'] })
  await inConsole(key, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Pause Rackett of plum' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Reject' }).count(), 0)
  })
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
})

test('who signs out is out at once, and what comes for the old key afterwards ends nothing', { skip }, async () => {
  const { campaignId } = await stockCampaign('Shawm', {}, [])
  const next = await publisherKey()
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 401)
    await page.getByLabel('The person asks').fill(QUESTION)
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    await page.locator('.ad-card').first().waitFor()
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/v1/keys/key_*', async (route) => {
      await held
      await route.fallback()
    })
    await page.route('**/api/v1/campaigns/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await held
      await route.fulfill({ status: 401, json: { error: { code: 'auth_invalid', message: 'No such key' } } })
    })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
    await page.getByLabel('API key').fill(next)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await says(page.locator('.person'), /Publisher/)
    const refused = page.waitForResponse((response) => response.status() === 401)
    answer()
    await (await refused).finished()
    await page.waitForLoadState('networkidle')
    await says(page.locator('.person'), /Publisher/)
  })
})

test(
  'a key that ends while a form is filled in is asked for in place, and nothing that was typed is lost',
  { skip },
  async () => {
    const { advertiserId, campaignId } = await stockCampaign('Bombarde', {}, [{ title: 'Bombarde of plum' }])
    const keyOf = async (owner: object) =>
      await service.must('POST', '/api/v1/keys', { ...owner, scopes: ['inventory:write', 'reports:read'] })
    const [first, second] = [await keyOf({ advertiserId }), await keyOf({ advertiserId })]
    const signIn = (page: Page, key: string) => {
      const again = page.getByRole('dialog', { name: 'Your key works no more' })
      return again
        .getByLabel('API key')
        .fill(key)
        .then(() => again.getByRole('button', { name: 'Go on' }).click())
    }
    await inConsole(first.key, async (page) => {
      provokes(page, 401)
      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      await page.getByRole('button', { name: 'New ad' }).click()
      const form = page.getByRole('dialog', { name: 'New ad' })
      await form.getByLabel('Title').fill('Bombarde of pear')
      await form.getByLabel('Landing page').fill('https://bombarde.example/pear')
      await service.must('DELETE', `/api/v1/keys/${first.id}`)
      await form.getByRole('button', { name: 'Make ad' }).click()
      await says(page.getByRole('dialog', { name: 'Your key works no more' }), /unknown, revoked or expired/)

      // Put away, the form stays as it is.
      await page.keyboard.press('Escape')
      await says(form.getByRole('alert'), /unknown, revoked or expired/)
      assert.equal(await form.getByLabel('Title').inputValue(), 'Bombarde of pear')
      await form.getByRole('button', { name: 'Make ad' }).click()
      await signIn(page, 'ak_live_wrong')
      await says(page.getByRole('dialog', { name: 'Your key works no more' }).getByRole('alert'), /unknown, revoked/)
      await signIn(page, second.key)
      await form.waitFor({ state: 'detached' })
      await page.getByRole('article', { name: 'Bombarde of pear' }).waitFor()
      await page.reload()
      await page.getByRole('article', { name: 'Bombarde of pear' }).waitFor()

      // What was only to be read is read with the other key, too; the key of somebody else begins anew.
      await service.must('DELETE', `/api/v1/keys/${second.id}`)
      await page.getByRole('link', { name: 'Reports' }).click()
      await signIn(page, await publisherKey())
      await says(page.locator('.person'), /Publisher/)
      await page
        .getByText('Nothing in these days')
        .or(page.getByRole('region', { name: 'Report' }))
        .first()
        .waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
    })
    const { data: ads } = await service.must('GET', `/api/v1/ads?campaignId=${campaignId}`)
    assert.equal(ads.length, 2)
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test(
  'what is written in the playground is there again after a look at another page, but not for somebody else',
  { skip },
  async () => {
    await inConsole(ADMIN_KEY, async (page) => {
      const question = page.getByLabel('The person asks')
      await question.fill(QUESTION)
      await page.getByLabel('Country').fill('DE')
      await page.getByRole('link', { name: 'Keys' }).click()
      await page.getByRole('heading', { name: 'Keys' }).waitFor()
      await page.getByRole('link', { name: 'Playground' }).click()
      assert.equal(await question.inputValue(), QUESTION)
      assert.equal(await page.getByLabel('Country').inputValue(), 'DE')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('API key').fill(ADMIN_KEY)
      await page.getByRole('button', { name: 'Sign in' }).click()
      assert.equal(await question.inputValue(), '')
    })
  },
)

test('a key of web pages is told that it cannot sign in', { skip }, async () => {
  const { data } = await service.must('GET', '/api/v1/publishers')
  const { key } = await service.must('POST', '/api/v1/keys', {
    publisherId: data[0].id,
    mode: 'browser',
    scopes: ['ads:request'],
    origins: [service.url],
  })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${service.url}${PREFIX}/console`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await says(page.getByRole('alert'), /^This is a key of web pages/)
  await context.close()
})

test('what is made is made once, also where the answer is lost and the button is pressed again', { skip }, async () => {
  const { campaignId } = await stockCampaign('Kortholt', {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 502)
    const form = page.getByRole('dialog')
    const lost = new Set<string>()
    await page.route('**/api/v1/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      if (route.request().method() !== 'POST' || lost.has(pathname)) return route.fallback()
      lost.add(pathname)
      await route.fetch()
      await route.fulfill({ status: 502, body: 'gone' })
    })
    const pressTwice = async (name: string, times = 1) => {
      for (let i = 0; i < times; i++) {
        await form.getByRole('button', { name }).click()
        await form.getByRole('alert').getByText('answered 502').waitFor()
      }
      await form.getByRole('button', { name }).click()
      await page.getByText('answered 502').waitFor({ state: 'detached' })
    }
    const countOf = async (path: string, name: string) => {
      const { data } = await service.must('GET', `/api/v1/${path}?limit=200`)
      return data.filter((one: { name?: string; title?: string }) => one.name === name || one.title === name).length
    }
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'New ad' }).click()
    await form.getByLabel('Title').fill('Kortholt of pear')
    await form.getByLabel('Landing page').fill('https://kortholt.example/pear')
    await pressTwice('Make ad')
    assert.equal(await countOf('ads', 'Kortholt of pear'), 1)

    await page.getByRole('link', { name: 'Campaigns' }).first().click()
    await page.getByRole('button', { name: 'New advertiser' }).click()
    await form.getByLabel('Name').fill('Kortholt two')
    await form.getByLabel('Domain').fill('kortholt-two.example')
    await pressTwice('Make advertiser')
    assert.equal(await countOf('advertisers', 'Kortholt two'), 1)
    await page.getByRole('button', { name: 'New campaign' }).click()
    await form.getByLabel('Name').fill('Kortholt autumn')
    await form.getByLabel('Bid, in USD').fill('0.40')
    await pressTwice('Make campaign')
    assert.equal(await countOf('campaigns', 'Kortholt autumn'), 1)

    await page.getByRole('link', { name: 'Publishers' }).click()
    await page.getByRole('button', { name: 'New publisher' }).click()
    await form.getByLabel('Name').fill('Kortholt talk')
    await pressTwice('Make publisher')
    assert.equal(await countOf('publishers', 'Kortholt talk'), 1)

    lost.clear()
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await form.getByLabel('Name', { exact: true }).fill('Kortholt key')
    await form.getByLabel('Belongs to').selectOption({ label: 'A new publisher' })
    await form.getByLabel('Name of the publisher').fill('Kortholt chat')
    // Of its publisher first, also where the key is to be another meanwhile; then of the key itself.
    await form.getByRole('button', { name: 'Make key' }).click()
    await form.getByRole('alert').getByText('answered 502').waitFor()
    await form.getByLabel('Mode').selectOption('test')
    await form.getByLabel('Mode').selectOption('live')
    await pressTwice('Make key')
    const key = await page.locator('.secret code').innerText()
    assert.deepEqual([await countOf('publishers', 'Kortholt chat'), await countOf('keys', 'Kortholt key')], [1, 1])
    const told = await service.client.send(`${service.url}/api/v1/keys/self`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(told.json().ownerName, 'Kortholt chat')
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('button', { name: 'Replace Kortholt key' }).click()
    await pressTwice('Make a successor')
    assert.match(await page.locator('.secret code').innerText(), /^ak_live_/)
    assert.equal(await countOf('keys', 'Kortholt key'), 2)
    await page.getByRole('button', { name: 'I have kept it' }).click()
  })
  const { data } = await service.must('GET', '/api/v1/publishers')
  for (const { id, name } of data)
    if (name.startsWith('Kortholt')) await service.must('DELETE', `/api/v1/publishers/${id}`)
})

test('an answer that comes late closes no dialog that was opened after its own', { skip }, async () => {
  const { campaignId } = await stockCampaign('Cornamuse', {}, [{ title: 'Cornamuse of box' }])
  await inConsole(ADMIN_KEY, async (page) => {
    const form = page.getByRole('dialog')
    let letThrough = () => {}
    /** Presses, leaves before the answer comes, does something else, and gets the answer only then. */
    const pressAndLeave = async (name: string, method: string, meanwhile: () => Promise<void>) => {
      const held = new Promise<void>((resolve) => (letThrough = resolve))
      const asked = page.waitForRequest((request) => request.method() === method)
      await page.route('**/api/v1/**', async (route) => {
        if (route.request().method() === method) await held
        await route.fallback()
      })
      await form.getByRole('button', { name }).click()
      const request = await asked
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
      await meanwhile()
      const reread = page.waitForResponse((answer) => answer.request().method() === 'GET')
      letThrough()
      assert.ok((await request.response())!.ok())
      await reread
      await page.waitForLoadState('networkidle')
      await page.unroute('**/api/v1/**')
    }
    const makeAdvertiser = async (name: string) => {
      await page.getByRole('button', { name: 'New advertiser' }).click()
      await form.getByLabel('Name').fill(name)
      await form.getByLabel('Domain').fill('cornamuse.example')
    }
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await makeAdvertiser('Cornamuse two')
    await pressAndLeave('Make advertiser', 'POST', () => makeAdvertiser('Cornamuse three'))
    assert.equal(await form.getByLabel('Name').inputValue(), 'Cornamuse three')
    await pressAndLeave('Make advertiser', 'POST', async () => {
      await page.getByRole('button', { name: 'New campaign' }).click()
      await form.getByLabel('Name').fill('Cornamuse autumn')
    })
    assert.equal(await form.getByLabel('Name').inputValue(), 'Cornamuse autumn')
    await form.getByLabel('Advertiser').selectOption('Cornamuse three')
    await form.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await form.getByLabel('Name').fill('Cornamuse winter')
    await pressAndLeave('Save', 'PATCH', async () => {
      await page.getByRole('button', { name: 'Change Cornamuse of box' }).click()
      await form.getByLabel('Description').fill('Capped, and bent')
    })
    await page.getByRole('heading', { name: 'Cornamuse winter' }).waitFor()
    assert.equal(await form.getByLabel('Description').inputValue(), 'Capped, and bent')
    await form.getByRole('button', { name: 'Cancel' }).click()
  })
})

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

test('campaigns stand in their list before it is known what they spent', { skip }, async () => {
  await stockCampaign('Crumhorn', {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/v1/reports?*groupBy=campaign*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Campaigns' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Crumhorn' })
    await row.filter({ hasText: '…' }).waitFor()
    release()
    await row.filter({ hasText: '$0.00' }).waitFor()
  })
})

test('what campaigns spent is asked once, also of a service whose date is another one', { skip }, async () => {
  await sellOnce('Galoubet')
  await inConsole(
    ADMIN_KEY,
    async (page) => {
      provokes(page, 400)
      const asked: string[] = []
      page.on('request', (request) => /\/reports(\?|$)/.test(request.url()) && asked.push(request.url()))
      const some = /\$80\.00 \$\d\.\d*[1-9]\d* /
      const spent = page.getByRole('row').filter({ hasText: 'Galoubet season' })
      await page.getByRole('link', { name: 'Campaigns' }).click()
      await says(spent, some)
      assert.equal(asked.length, 1)
      for (const days of [-3, 3]) {
        await page.clock.setFixedTime(Date.now() + days * 86_400_000)
        await page.getByRole('link', { name: 'Reports' }).click()
        await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor()
        await page.getByRole('link', { name: 'Campaigns' }).click()
        await says(spent, some)
      }
    },
    OWN_WINDOW,
  )
})

test('reports begin with the last seven days by the date of the service, whatever ours is', { skip }, async () => {
  await sellOnce('Duduk')
  const { to } = await service.must('GET', '/api/v1/reports')
  await inConsole(
    ADMIN_KEY,
    async (page) => {
      provokes(page, 400)
      for (const days of [-20, 20]) {
        await page.clock.setFixedTime(Date.now() + days * 86_400_000)
        await page.getByRole('link', { name: 'Campaigns' }).click()
        await page.getByRole('heading', { name: 'Campaigns', exact: true }).waitFor()
        await page.getByRole('link', { name: 'Reports' }).click()
        await page.getByRole('region', { name: 'Report' }).getByRole('row').filter({ hasText: to }).waitFor()
        assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), to)
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Download CSV' }).click(),
        ])
        assert.ok(file.suggestedFilename().endsWith(`-${to}.csv`), file.suggestedFilename())
        const from = page.getByLabel('From', { exact: true })
        await page.getByLabel('To', { exact: true }).fill('2026-01-02')
        await until('the end is taken in', 5_000, async () => (await from.getAttribute('max')) === '2026-01-02')
        await from.fill('2026-01-01')
        await page.getByText('Nothing in these days').waitFor()
      }
    },
    OWN_WINDOW,
  )
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

test(
  'a publisher reads what its top ads are called, and where the times of its decisions are told',
  { skip },
  async () => {
    const { publisherKey: key } = await sellOnce('Dulcimer')
    await inConsole(key, async (page) => {
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('region', { name: 'Top ads' }).getByText(' of clay').first().waitFor()
      await page.getByRole('link', { name: 'Decisions' }).click()
      const zone = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')
      await says(page.locator('.lead'), new RegExp(`times are those of ${zone}`))
      await page.locator('td.head a').first().click()
      await says(page.locator('.slot li'), /Dulcimer-1 for \$/)
    })
  },
)

test('a report tells of the slots that some ad could have had, by which the fill rate divides', { skip }, async () => {
  const key = await publisherKey()
  const slots = ['suffix', 'banner'].map((format, i) => ({ slotId: `gallery-${i}`, format }))
  const body = { conversationContext: { query: QUESTION }, slots }
  const headers = { authorization: `Bearer ${key}` }
  await service.client.send(`${service.url}/api/v1/ads/request`, { method: 'POST', headers, body })
  // Requests are counted a moment after their answer.
  const isCounted = async () =>
    JSON.stringify(await service.must('GET', '/api/v1/reports?groupBy=slot')).includes('gallery-1')
  await until('both slots are counted', 5_000, isCounted)
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('By', { exact: true }).selectOption('Slot')
    const report = page.getByRole('region', { name: 'Report' })
    await says(report.locator('thead'), /Slot Requests Eligible Filled Fill rate/)
    const rowOf = (slotId: string) => report.getByRole('row').filter({ hasText: slotId })
    await says(rowOf('gallery-0'), /^gallery-0 1 1 1 100% /)
    await says(rowOf('gallery-1'), /^gallery-1 1 0 0 – /)
  })
})

test('reports draw why slots stayed empty, in words, to a publisher and an operator', { skip }, async () => {
  const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name: 'Barren Chat' })
  const scopes = ['ads:request', 'reports:read']
  const { key } = await service.must('POST', '/api/v1/keys', { publisherId, scopes })
  const headers = { authorization: `Bearer ${key}` }
  for (const query of ['hello there', 'hello again', QUESTION]) {
    const slots = ['action_card', 'banner'].map((format, i) => ({ slotId: `barren-${i}`, format }))
    const body = { conversationContext: { query }, slots }
    await service.client.send(`${service.url}/api/v1/ads/request`, { method: 'POST', headers, body })
  }
  const read = (path: string) => service.must('GET', `/api/v1/${path}?publisherId=${publisherId}`)
  await until('all are counted', 5_000, async () => (await read('reports')).totals.requests === 6)
  const { totals } = await read('reports/empty-slots')
  const told = (page: Page) => page.locator('.card').filter({ hasText: 'Why slots stayed empty' })
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await says(told(page), new RegExp(`${totals.count} of 6 slots that were asked for got no ad at all\\.`))
    await says(told(page).locator('.bars'), /Unsupported format This format is not served here\. 3 \d+%/)
    await says(told(page).locator('.bars'), /Low commercial intent Nobody is looking to buy anything here\. 2 \d+%/)
    const first = told(page).getByRole('region', { name: 'Empty slots' }).locator('tbody tr').first()
    await says(first, /^barren-1 3 3 × unsupported format$/)
    await page.getByLabel('By', { exact: true }).selectOption('Campaign')
    await page.getByRole('region', { name: 'Report' }).getByText('All requests').waitFor()
    await says(told(page), / of 6 slots/)
    await page.getByText('Test', { exact: true }).click()
    await told(page).waitFor({ state: 'detached' })
  })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await says(told(page).getByRole('region', { name: 'Empty slots' }), /barren-1 Barren Chat 3 3 × unsupported format/)
    await page.goto(`${service.url}${PREFIX}/console/#/reports?publisher=${publisherId}`)
    await says(told(page), new RegExp(`${totals.count} of 6 slots`))
  })
  const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', {
    name: 'Cimbasso maker',
    domain: 'cimbasso.example',
  })
  const { key: advertisers } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['reports:read'] })
  await inConsole(advertisers, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByText('Nothing in these days').waitFor()
    assert.equal(await told(page).count(), 0, 'no empty slot is an advertiser’s')
  })
})

test('a report tells ads of the same title apart', { skip }, async () => {
  const advertiser = { name: 'Bombardon maker', domain: 'bombardon.example' }
  const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', advertiser)
  const bid = { model: 'cpc', amount: '1.25' }
  const { id: campaignId } = await service.must('POST', '/api/v1/campaigns', { advertiserId, name: 'Bombardons', bid })
  for (const id of ['variant-a', 'variant-b']) {
    const landingUrl = `https://bombardon.example/${id}`
    await service.must('POST', '/api/v1/ads', { campaignId, id, title: 'Bass bombardon', description: id, landingUrl })
  }
  const headers = { authorization: `Bearer ${await publisherKey()}` }
  const slots = [{ slotId: 'twins', format: 'action_card', count: 2 }]
  const body = { conversationContext: { query: 'where can I buy a bass bombardon?' }, slots }
  await service.client.send(`${service.url}/api/v1/ads/request`, { method: 'POST', headers, body })
  await until('both are counted', 5_000, async () => {
    const { rows } = await service.must('GET', `/api/v1/reports?groupBy=ad&campaignId=${campaignId}`)
    return rows.length === 2
  })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('By', { exact: true }).selectOption('Ad')
    const report = page.getByRole('region', { name: 'Report' })
    for (const id of ['variant-a', 'variant-b']) {
      await says(report.getByRole('row').filter({ hasText: id }), /^Bass bombardon variant-[ab] /)
    }
  })
})

test('a name without a break stays in its column of a report', { skip }, async () => {
  const name = `Zugtrompete${'nstimmbogenmacherwerkstatt'.repeat(3)}`
  const { advertiserId, campaignId } = await stockCampaign('Zugtrompete', { name }, [{ title: 'Zugtrompete of tin' }])
  const headers = { authorization: `Bearer ${await publisherKey()}` }
  const answer = await service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers,
    body: {
      conversationContext: { query: 'Where can I buy a Zugtrompete of tin?' },
      slots: [{ slotId: 'main', format: 'action_card' }],
    },
  })
  assert.equal(answer.json().slots[0].ads[0]?.advertiser.name, 'Zugtrompete maker', answer.text)
  // What was decided is counted within a second; a page that was opened before would not show it.
  await until('the decision is counted', 5_000, async () => {
    const { rows } = await service.must('GET', '/api/v1/reports?groupBy=campaign')
    return rows.some((row: any) => row.campaign === campaignId)
  })
  await inConsole(ADMIN_KEY, async (page) => {
    for (const width of [375, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${service.url}${PREFIX}/console/#/reports?by=campaign`)
      const link = page.getByRole('button', { name })
      await until('the report names it', 5_000, () => link.isVisible())
      const out = await link.evaluate((all: any) => {
        const right = (one: any) => one.getBoundingClientRect().right
        return right(all) - right(all.closest('td'))
      })
      assert.ok(out <= 0, `${out} pixels out of its cell at ${width} pixels`)
    }
  })
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
})

test('a report names a campaign that was archived', { skip }, async () => {
  const { campaignId } = await sellOnce('Rackett')
  await service.must('DELETE', `/api/v1/campaigns/${campaignId}`)
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('By', { exact: true }).selectOption('Campaign')
    const report = page.getByRole('region', { name: 'Report' })
    await report.getByRole('row').filter({ hasText: 'Rackett season' }).waitFor()
    await page.getByLabel('Then by').selectOption('Ad')
    const unnamed = report.locator('tfoot td[data-name="Ad"]')
    await unnamed.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await unnamed.isVisible(), false, 'on a phone no name stands without a value')
  })
})

test('a publisher reads its own name in its report', { skip }, async () => {
  const { publisherKey: key } = await sellOnce('Tarogato')
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('By', { exact: true }).selectOption('Publisher')
    await says(page.getByRole('region', { name: 'Report' }).locator('tbody'), /^Sample chat app /)
  })
})

test('a report is drawn, and narrowed to one campaign and widened again', { skip }, async () => {
  const { campaignId } = await sellOnce('Dulcian')
  await sellOnce('Kortholt')
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    const report = page.getByRole('region', { name: 'Report' })
    const picture = page.locator('.card').filter({ has: page.getByLabel('Figure') })
    await says(picture.locator('h2'), /^Impressions by day$/)
    await picture.locator('.chart canvas').waitFor()
    await picture.getByText('The last day is not over yet.').waitFor()
    const { to } = await service.must('GET', '/api/v1/reports')
    const ago = (days: number) => new Date(Date.parse(to) - days * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('To', { exact: true }).fill(ago(1))
    await page.getByText('Nothing in these days').or(picture.locator('.chart canvas')).first().waitFor()
    await until('nothing is said of days that are over', 5_000, async () => {
      return (await page.getByText('is not over yet').count()) === 0
    })
    await page.getByLabel('To', { exact: true }).fill(to)
    assert.match((await picture.getByLabel('Figure').innerText()).replaceAll('\n', ' '), /Requests Eligible Filled/)

    await page.getByLabel('By', { exact: true }).selectOption('Campaign')
    await says(picture.locator('h2'), /^Impressions by campaign$/)
    await picture.getByLabel('Figure').selectOption('Clicks')
    await says(picture.locator('h2'), /^Clicks by campaign$/)
    await says(picture.getByRole('listitem').filter({ hasText: 'Dulcian season' }), /1$/)
    assert.doesNotMatch(await picture.getByLabel('Figure').innerText(), /Requests|Fill rate/, 'ads have no slots')

    await report.getByRole('button', { name: 'Dulcian season' }).click()
    await says(report.locator('th').first(), /^Day$/)
    await says(picture.locator('h2'), /^Clicks by day$/)
    const { totals } = await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)
    assert.equal(totals.clicks, 1)
    // Requests, eligible, filled and fill rate; of slots a campaign has none.
    await says(report.locator('tfoot'), /^All – – 1 – 1 1 /)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    assert.equal((await readFile(await file.path(), 'utf8')).trim().split('\n').length, 2, 'one day of one campaign')

    await page.getByLabel('By', { exact: true }).selectOption('Campaign')
    await says(report.locator('tbody'), /^Dulcian season –/)
    await page.getByRole('button', { name: 'Only campaign Dulcian season' }).click()
    await report.getByRole('button', { name: 'Kortholt season' }).waitFor()
  })
})

test('the page of a campaign leads to the reports of it alone', { skip }, async () => {
  const { key, campaignId } = await sellOnce('Bladderpipe')
  await inConsole(key, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    const links = page.getByRole('region', { name: 'So far' }).getByRole('link')
    await says(links.first(), /^by day$/)
    assert.deepEqual(await links.allInnerTexts(), ['by day', 'by ad', 'by slot', 'by country'])
    await links.filter({ hasText: 'by slot' }).click()
    await page.getByRole('button', { name: 'Only campaign Bladderpipe season' }).waitFor()
    await says(page.getByRole('region', { name: 'Report' }).locator('tbody'), /^main 1 1 1 /)
  })
})

test('a report draws what a thousand impressions bring, and what was not counted', { skip }, async () => {
  const { key, publisherKey: publisher, campaignId } = await sellOnce('Crwth')
  const headers = { authorization: `Bearer ${publisher}` }
  const own = await service.client.send(`${service.url}/api/v1/reports`, { headers })
  const { spend, revenue, impressions, ecpm } = own.json().totals
  const dollars = (amount: number) =>
    `\\$${new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)}`
  assert.ok(Number(spend.amount) > Number(revenue.amount))
  for (const [role, bearer] of Object.entries({ operator: ADMIN_KEY, publisher, advertiser: key })) {
    await inConsole(bearer, async (page) => {
      await page.goto(
        `${service.url}${PREFIX}/console/#/reports?by=slot${role === 'publisher' ? '' : `&campaign=${campaignId}`}`,
      )
      const figure = page.getByLabel('Figure')
      await figure.selectOption('eCPM')
      const report = page.getByRole('region', { name: 'Report' })
      await says(report.locator('thead'), / eCPM$/)
      await says(
        report.locator('tfoot'),
        role === 'publisher' ? new RegExp(`${dollars(Number(ecpm.amount))}$`) : /\$[1-9]\S*$/,
      )
      const offered = await figure.locator('option').allInnerTexts()
      assert.equal(offered.includes('ROAS'), role !== 'publisher', role)
      assert.equal(offered.includes('Revenue per 1,000'), role !== 'advertiser', role)
      if (role === 'publisher') {
        await figure.selectOption('Revenue per 1,000')
        await says(report.locator('tfoot'), new RegExp(`${dollars((Number(revenue.amount) / impressions) * 1_000)}$`))
      }
      await figure.selectOption('Not counted')
      await says(report.locator('thead'), / Not counted$/)
      await says(report.locator('tfoot'), / \d+$/)
    })
  }
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

test('a report stands as it was read until the next one is', { skip }, async () => {
  await sellOnce('Cervelat')
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    const report = page.getByRole('region', { name: 'Report' })
    await says(report.locator('th').first(), /^Day$/)
    const today = await report.locator('tbody td').first().innerText()
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/reports?*groupBy=campaign*', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await page.getByLabel('By', { exact: true }).selectOption('Campaign')
    await asked.promise
    assert.equal(await report.locator('th').first().innerText(), 'Day')
    assert.equal(await report.locator('tbody td').first().innerText(), today)
    held.resolve()
    await says(report.locator('th').first(), /^Campaign$/)
    await report.getByText('Cervelat season').waitFor()
  })
})

test('a report of many rows draws the first of them', { skip }, async () => {
  await sellOnce('Quena')
  await inConsole(ADMIN_KEY, async (page) => {
    await page.route('**/api/v1/reports?*groupBy=ad*', async (route) => {
      const report = await (await route.fetch()).json()
      const [row] = report.rows
      const rows = Array.from({ length: 2_500 }, (_, i) => ({ ...row, ad: `ad_${i}`, title: `Ad ${i}`, clicks: i }))
      await route.fulfill({ json: { ...report, rows } })
    })
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('By', { exact: true }).selectOption('Ad')
    const report = page.getByRole('region', { name: 'Report' })
    const more = page.getByRole('button', { name: 'Show more of 2,500' })
    await more.waitFor()
    assert.equal(await report.locator('tbody tr').count(), 100)
    await report.getByRole('button', { name: 'Clicks' }).click()
    await says(report.locator('tbody tr').first(), /^Ad 2499 /)
    await more.click()
    await until('300 rows stand there', 8_000, async () => (await report.locator('tbody tr').count()) === 300)
    await page.getByText('The file has all 2,500 rows.').waitFor()
  })
})

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
    await page.getByRole('link', { name: 'Overview' }).click()
    const told = page.getByText('The chart cannot be drawn.')
    await told.waitFor()
    await page.locator('.tile').filter({ hasText: 'Clicks' }).click()
    await page.waitForLoadState('networkidle')
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
    for (const width of [1600, 1280, 1140, 1001, 1000, 900, 820, 768, 767, 360]) {
      await page.setViewportSize({ width, height: 844 })
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
        await page.waitForLoadState('networkidle')
        assert.deepEqual(await pushed(), [], `${link} at ${width}`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${link} at ${width}`)
      }
    }
  })
  await service.must('DELETE', `/api/v1/webhooks/${webhookId}`)
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  await service.must('DELETE', `/api/v1/publishers/${publisherId}`)
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
  'where a report cannot be read, no other stands in its place, and the one before it does not look current',
  { skip },
  async () => {
    const { key } = await sellOnce('Theremin')
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${service.url}${PREFIX}/console`)
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Reports' }).click()
    const report = page.getByRole('region', { name: 'Report' })
    await report.waitFor()
    const opacityOf = (there: Locator) =>
      there.evaluate((one) => (globalThis as any).getComputedStyle((one as any).closest('.when > *')).opacity)
    assert.equal(await opacityOf(report), '1')
    const today = await page.getByLabel('To', { exact: true }).inputValue()
    await page.getByLabel('From').fill('2031-01-01')
    await says(page.getByRole('alert'), /must not be later than to/)
    assert.equal(await report.count(), 0, 'it is of other days')
    await page.getByLabel('From').fill(today)
    await report.waitFor()

    await page.getByRole('link', { name: 'Overview' }).click()
    const tiles = page.locator('.tiles')
    await tiles.waitFor()
    await page.route('**/api/v1/reports?*', (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await opacityOf(tiles), '0.4', 'it was read before')
    await page.getByText('Test', { exact: true }).click()
    await page.getByText('What test keys did').waitFor()
    await tiles.waitFor({ state: 'detached' })
    await context.close()
  },
)

test('a table is sorted by the column whose head is pressed, also on a phone', { skip }, async () => {
  for (const what of ['Shawm', 'Crumhorn']) await sellOnce(what)
  await stockCampaign('Dulcian', { budget: { daily: '7.00' } }, [])
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('By', { exact: true }).selectOption('Campaign')
    const report = page.getByRole('region', { name: 'Report' })
    await report.getByText('Shawm season').waitFor()
    const cells = async (name: string) => report.locator(`tbody td[data-name="${name}"]`).allInnerTexts()
    const heads = () => report.locator('th').evaluateAll((all: any) => all.map((th: any) => th.ariaSort))
    const asTheyCame = await cells('Campaign')
    assert.deepEqual(new Set(await heads()), new Set(['none']))
    const numbers = async (name: string) => (await cells(name)).map((text) => Number(text.replaceAll(/[$,]/g, '')))

    const spend = report.getByRole('button', { name: 'Spend' })
    await spend.click()
    const falling = await numbers('Spend')
    assert.deepEqual(
      falling,
      falling.toSorted((a, b) => b - a),
    )
    assert.ok(falling[0]! > falling.at(-1)!)
    assert.equal(await report.getByRole('columnheader', { name: 'Spend' }).getAttribute('aria-sort'), 'descending')
    await spend.press('Enter')
    const rising = await numbers('Spend')
    assert.deepEqual(
      rising,
      rising.toSorted((a, b) => a - b),
    )
    assert.equal((await heads()).filter((direction: string) => direction === 'ascending').length, 1)
    await report.getByRole('button', { name: 'Campaign' }).click()
    const names = await cells('Campaign')
    assert.equal(names.at(-1), 'All requests', 'what has no name stands last')
    assert.ok(names.indexOf('Crumhorn season') < names.indexOf('Shawm season'))

    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await spend.isVisible(), false)
    await report.getByLabel('Sorted by').selectOption('Spend')
    assert.deepEqual(await numbers('Spend'), falling)
    await report.getByRole('button', { name: 'The other way round' }).click()
    assert.deepEqual(await numbers('Spend'), rising)
    await report.getByLabel('Sorted by').selectOption('As they come')
    assert.deepEqual(await cells('Campaign'), asTheyCame)

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Campaigns' }).click()
    const campaigns = page.getByRole('region', { name: 'Campaigns' })
    await campaigns.getByRole('button', { name: 'Budget a day' }).click()
    const budgets = await campaigns.locator('tbody td[data-name="Budget a day"]').allInnerTexts()
    const limits = budgets.filter((text) => text.trim() !== 'No limit')
    assert.ok(limits.length >= 3)
    assert.deepEqual(budgets.slice(0, limits.length), limits, 'those without a limit stand last')
  })
})

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

test('ads are fetched from a URL, now and regularly, and what came of it is told', { skip }, async (t) => {
  const { campaignId } = await stockCampaign('Dulcian', {}, [])
  let lines = [{ id: 'f1', title: 'Dulcian one', landingUrl: 'https://feed.example/1' }]
  const host = createServer((_request, response) => {
    if (lines.length === 0) response.writeHead(500).end()
    else response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  t.after(() => host.close())
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/ads.ndjson`
  await inConsole(ADMIN_KEY, async (page) => {
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    provokes(page, 400)
    await page.getByRole('button', { name: 'Fetch from a URL' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://feed.example/ads.csv')
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page.getByRole('dialog'), /[Mm]ust be an https URL/)
    await page.getByRole('textbox', { name: 'URL' }).fill(url)
    await page.getByLabel('Every so many hours').fill('6')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Dulcian one' }).waitFor()
    await says(page.getByRole('main'), /ads\.ndjson, every 6 hours\. Next [\s\S]+Fetched [\s\S]+New\s+1/)
    assert.equal(await page.getByRole('button', { name: 'Fetch from a URL' }).count(), 0)
    lines = [...lines, { id: 'f2', title: 'Dulcian two', landingUrl: 'https://feed.example/2' }]
    await page.getByRole('button', { name: 'Fetch now' }).click()
    await page.getByRole('heading', { name: 'Dulcian two' }).waitFor()
    lines = []
    provokes(page, 429)
    await page.getByRole('button', { name: 'Fetch now' }).click()
    await says(
      page.getByRole('main'),
      /This feed was fetched only just, as somebody asked for it; wait \d+ s and ask again/,
    )
    await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { feed: { url: `${url}?moved` } })
    await page.reload()
    await says(
      page.getByRole('main'),
      /Not fetched [\s\S]+127\.0\.0\.1 answered 500[\s\S]+No ads were archived; it is tried again/,
    )
    await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { feed: { missing: 'archive', missingMax: 10 } })
    await page.reload()
    await page.getByRole('button', { name: 'Change the feed' }).click()
    await page.getByLabel('Every so many hours').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { feed } = await service.must('GET', `/api/v1/campaigns/${campaignId}`)
    assert.deepEqual([feed.everyHours, feed.missing, feed.missingMax, feed.format], [12, 'archive', 10, undefined])
    for (const [chosen, format, said] of [
      ['TSV, as for Google Merchant', 'merchant-tsv', /ads\.ndjson\?moved, read as TSV, every 12 hours\./],
      ['As its host or its name says', undefined, /ads\.ndjson\?moved, every 12 hours\./],
    ] as const) {
      await page.getByRole('button', { name: 'Change the feed' }).click()
      await page.getByLabel('Format').selectOption(chosen)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await says(page.getByRole('main'), said)
      assert.equal((await service.must('GET', `/api/v1/campaigns/${campaignId}`)).feed.format, format)
    }
    await page.getByRole('button', { name: 'Stop fetching' }).click()
    await page.getByRole('dialog').getByText('Its address and rhythm are forgotten').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Fetch from a URL' }).waitFor()
  })
  assert.equal((await service.must('GET', `/api/v1/campaigns/${campaignId}`)).feed, undefined)
})

test('an advertiser is edited, by operators and by itself, and is low below what was chosen', { skip }, async () => {
  const seller = { name: 'Cromorne maker', domain: 'cromorne.example', billing: 'prepaid' }
  const { id: advertiserId } = await service.must('POST', '/api/v1/advertisers', seller)
  await service.must('POST', `/api/v1/advertisers/${advertiserId}/funds`, { amount: '40.00', reference: 'wire 1' })
  const { key } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes: ['inventory:write'] })
  const read = () => service.must('GET', `/api/v1/advertisers/${advertiserId}`)
  const rowOf = (page: Page) => page.getByRole('table').getByRole('row').filter({ hasText: 'cromorne' })
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Money' }).click()
    await says(rowOf(page), /\$40\.00\s+Change$/)
    await page.getByRole('button', { name: 'Change Cromorne maker' }).click()
    assert.equal(await page.getByLabel('Billing').count(), 0)
    await page.getByLabel('Funds are low below').fill('50.00')
    await page.getByRole('button', { name: 'Save' }).click()
    await says(rowOf(page), /\$40\.00\s+low\s+Change$/)
  })
  assert.deepEqual((await read()).lowFunds, { amount: '50.00', currency: 'USD' })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByLabel('Find advertisers').fill('cromorne')
    await page.getByRole('button', { name: 'Change Cromorne maker' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Cromorne house')
    await service.must('PATCH', `/api/v1/advertisers/${advertiserId}`, { lowFunds: { amount: '60.00' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await says(rowOf(page), /Cromorne house[\s\S]+\$40\.00\s+low/)
    assert.equal((await read()).lowFunds.amount, '60.00', 'what another set meanwhile stays')
    await page.getByRole('button', { name: 'Change Cromorne house' }).click()
    await page.getByLabel('Funds are low below').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await says(rowOf(page), /Cromorne house[\s\S]+\$40\.00\s+(?:–|\$0\.00)?\s*Add funds\s*Change\s*Archive$/)
  })
  const { name, billing, lowFunds } = await read()
  assert.deepEqual([name, billing, lowFunds], ['Cromorne house', 'prepaid', undefined])
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

test('a publisher reads what it allows beside why its slots stay empty', { skip }, async () => {
  const policy = {
    formats: ['suffix'],
    requireConsent: true,
    adFreeTiers: ['plus'],
    blockedCategories: ['Wine', 'Gambling'],
    floor: { amount: '0.25' },
    labelLanguage: 'de',
    minTurnGap: 3,
    sensitiveTopics: { politics: 'allow' },
  }
  const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name: 'Lute chat', policy })
  const { key } = await service.must('POST', '/api/v1/keys', { publisherId, scopes: ['ads:explain'] })
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Decisions' }).click()
    const own = page.getByRole('region', { name: 'Policy' })
    await own.locator('dl').waitFor()
    const said = (await own.innerText()).replaceAll(/\s+/g, ' ')
    for (const fact of [
      'Formats Suffix',
      'Only to people who consented',
      'Floor $0.25',
      'Language of the label German',
      'Tiers of users without ads plus',
      'Blocked categories Wine, Gambling',
      'beside which ads may stand Politics',
      'Least gap 3 messages of the person',
      'Your share 70%',
    ]) {
      assert.ok(said.includes(fact), `${fact} in ${said}`)
    }
    assert.doesNotMatch(said, /Blocked domains|First ad|Status/)
  })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Decisions' }).click()
    await page.getByRole('heading', { name: 'Newest' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Policy' }).count(), 0)
  })
  await service.must('DELETE', `/api/v1/publishers/${publisherId}`)
})

test('an operator reads the decisions of one publisher alone', { skip }, async () => {
  const ask = async (name: string) => {
    const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name })
    const { key } = await service.must('POST', '/api/v1/keys', { publisherId, scopes: ['ads:request'] })
    const body = { conversationContext: { query: 'hello' }, slots: [{ slotId: name, format: 'suffix' }] }
    const headers = { authorization: `Bearer ${key}` }
    await service.client.send(`${service.url}/api/v1/ads/request`, { method: 'POST', headers, body })
    return publisherId
  }
  const asked = [await ask('Rebec chat'), await ask('Rebab chat')]
  const { id: silent } = await service.must('POST', '/api/v1/publishers', { name: 'Silent chat' })
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Decisions' }).click()
    const list = page.getByRole('region', { name: 'Decisions' })
    await list.getByRole('button', { name: 'Rebec chat' }).click()
    const chip = page.getByRole('button', { name: 'Only publisher Rebec chat' })
    await chip.waitFor()
    await says(
      page.getByRole('region', { name: 'Slots' }).locator('tbody'),
      /^Rebec chat Rebec chat Suffix 1 0% 1 × \S[^0-9]*$/,
    )
    assert.equal(await list.locator('tbody tr').count(), 1)
    await page.reload()
    await chip.click()
    await list.getByRole('button', { name: 'Rebab chat' }).first().waitFor()
    await page.goto(`${service.url}${PREFIX}/console/#/decisions?publisher=${silent}`)
    await page.getByText('Nothing of this publisher was decided since the service started').waitFor()
  })
  for (const id of [...asked, silent]) await service.must('DELETE', `/api/v1/publishers/${id}`)
})

test('an operator takes back what was found invalid, once its sums were read', { skip }, async () => {
  const { campaignId } = await sellOnce('Kemenche')
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
    await dialog.getByRole('button', { name: 'Take 2 back' }).click()
    await says(page.getByRole('status'), /^Taken back: 2 events: /)
  })
  const { totals } = await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)
  assert.deepEqual([totals.clicks, totals.spend.amount, totals.ignored], [0, '0.00', { reversed: 2 }])
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
    await says(lines, /cpc/)
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

test('who changed a campaign, a publisher or an advertiser is told, and from what to what', { skip }, async () => {
  const { campaignId, advertiserId } = await stockCampaign('Bombarde', {}, [])
  const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name: 'Bombarde talk' })
  await service.must('PATCH', `/api/v1/publishers/${publisherId}`, { policy: { revenueShare: 55 } })
  const scopes = ['inventory:write', 'reports:read']
  const { key, id: keyId } = await service.must('POST', '/api/v1/keys', { advertiserId, scopes, name: 'Night shift' })
  await inConsole(key, async (page) => {
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('link', { name: 'Bombarde season' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Created').waitFor()
    await page.getByRole('button', { name: 'Pause Bombarde season' }).click()
    await says(history, new RegExp(`Night shift\\s*${keyId}\\s*status active → paused`))
    await page.getByRole('link', { name: 'Money' }).click()
    await says(page.getByRole('region', { name: 'History' }), /Campaign\s*cmp_\w+\s*status active → paused/)
  })
  await inConsole(ADMIN_KEY, async (page) => {
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: 'Publishers' }).click()
    await page.getByRole('button', { name: 'History of Bombarde talk' }).click()
    await says(dialog, /Bombarde talk[\s\S]*The operator\s*key_operator\s*policy\.revenueShare 70 → 55/)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByLabel('Find advertisers').fill('Bombarde maker')
    await page.getByRole('button', { name: 'History of Bombarde maker' }).click()
    await dialog.getByText('Created').click()
    await says(dialog, /name Bombarde maker/)
    await page.keyboard.press('Escape')
  })
  await service.must('DELETE', `/api/v1/campaigns/${campaignId}`)
})

test('a publisher is archived once what that means was read, and gets no ads any more', { skip }, async () => {
  const { id } = await service.must('POST', '/api/v1/publishers', { name: 'Shawm talk' })
  await inConsole(ADMIN_KEY, async (page) => {
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: 'Publishers' }).click()
    await page.getByRole('button', { name: 'Archive Shawm talk' }).click()
    await dialog.getByText('afterwards that can be set over the API alone').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await service.must('GET', `/api/v1/publishers/${id}`)).archivedAt, undefined)
    await page.getByRole('button', { name: 'Archive Shawm talk' }).click()
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Archive Shawm talk' }).waitFor({ state: 'detached' })
  })
  assert.ok((await service.must('GET', `/api/v1/publishers/${id}`)).archivedAt)
})

test('an advertiser is archived once its money was told, and its ads are shown no more', { skip }, async () => {
  const { campaignId } = await sellOnce('Zink')
  const { advertiserId } = await service.must('GET', `/api/v1/campaigns/${campaignId}`)
  const { advertiserId: owing } = await stockCampaign('Baryton', {}, [])
  const { balance } = await service.must('GET', `/api/v1/advertisers/${advertiserId}/funds`)
  await service.must('POST', '/api/v1/adjustments', { advertiserId: owing, amount: '-7.00', reference: 'a fee' })
  const archivedAt = async () => (await service.must('GET', `/api/v1/advertisers/${advertiserId}`)).archivedAt
  await inConsole(ADMIN_KEY, async (page) => {
    const dialog = page.getByRole('dialog')
    await page.getByRole('link', { name: 'Money' }).click()
    await page.getByLabel('Find advertisers').fill('Baryton maker')
    await page.getByRole('button', { name: 'Archive Baryton maker' }).click()
    await says(dialog, /It owes \$7\.00, and can still be invoiced and pay/)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByLabel('Find advertisers').fill('Zink maker')
    await page.getByRole('button', { name: 'Archive Zink maker' }).click()
    await says(dialog, new RegExp(`stop serving, for good.* \\$${Number(balance.amount).toFixed(2)} are left`))
    assert.equal(await archivedAt(), undefined)
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.ok(await archivedAt())
    const row = page.getByRole('row').filter({ hasText: 'Zink maker' })
    await says(row, /Archived/)
    assert.deepEqual(await row.getByRole('button').allInnerTexts(), ['History'])
    await page.getByRole('button', { name: 'Invoices' }).click()
    await page.getByRole('button', { name: 'New invoice' }).click()
    await dialog.getByLabel('Advertiser').selectOption('Zink maker (archived)')
    await dialog.getByRole('button', { name: 'Make invoice' }).click()
    await dialog.waitFor({ state: 'detached' })
    const invoice = page.getByRole('region', { name: 'Invoices' }).getByRole('row').filter({ hasText: 'Zink maker' })
    await invoice.waitFor()
    await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
    await page.locator('.stock').getByRole('heading').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /Change|Pause|Archive|New ad/ }).count(), 0)
  })
  const answer = await service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    body: {
      conversationContext: { query: 'Where can I buy an Zink of clay?' },
      slots: [{ slotId: 'main', format: 'action_card' }],
    },
    headers: { authorization: `Bearer ${await publisherKey()}` },
  })
  const shown = answer.json().slots[0].ads.map((ad: { advertiser: { name: string } }) => ad.advertiser.name)
  assert.ok(!shown.includes('Zink maker'))
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

interface Seen {
  /** Addresses outside the service that the page asked for. */
  readonly foreign: string[]
}

const provoked = new WeakMap<Page, readonly number[]>()

/** Says which refusals and failures a test brings about; any other fails it. */
function provokes(page: Page, ...statuses: number[]): void {
  provoked.set(page, statuses)
}

/**
 * Signs in, does something, signs out; whatever the page's program complained about fails the test.
 * @param options of a browser window of its own, which takes as much of the machine again as the test in a tab
 */
async function inConsole(
  key: string,
  work: (page: Page, seen: Seen) => Promise<void>,
  options?: BrowserContextOptions,
): Promise<void> {
  const context = options ? await browser.newContext(options) : kept
  const page = (!options && takeTab()) || (await context.newPage())
  page.setDefaultTimeout(8_000)
  const seen: Seen = { foreign: [] }
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error.stack)))
  // What is gone is told on the page, and so is whatever else a test has the service answer.
  const isProvoked = (status: number, url: string) =>
    provoked.get(page)?.includes(status) || (status === 404 && url.includes('/api/v1/'))
  page.on('console', (line) => {
    const status = Number(/status of (\d+)/.exec(line.text())?.[1])
    const { url } = line.location()
    if (line.type() === 'error' && !isProvoked(status, url)) faults.push(`${line.text()} ${url}`)
  })
  page.on('response', async (response) => {
    const text = response.url().includes('/api/v1/') ? await response.text().catch(() => '') : ''
    if (text.includes('"unknown_field"')) faults.push(`${response.url()} ignored something: ${text}`)
    // What is gone is told on the page, but no page may call an address that never was.
    if (text.includes('There is nothing at this address')) faults.push(`${response.url()} is no address`)
  })
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(service.url)) seen.foreign.push(request.url())
  })
  await page.goto(`${service.url}${PREFIX}/console`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await work(page, seen)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key').waitFor()
  if (options) await context.close()
  else await giveBack(page)
  assert.deepEqual(faults, [])
}

function takeTab(): Page | undefined {
  const taken = tab
  tab = undefined
  return taken
}

/** The tab is as a new one then. One whose test failed is never given back. */
async function giveBack(page: Page): Promise<void> {
  const others = kept.pages().filter((one) => one !== page)
  await Promise.all(others.map((one) => one.close()))
  for (const event of ['pageerror', 'console', 'response', 'request'] as const) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  provoked.delete(page)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.setViewportSize(WINDOW_SIZE)
  await page.mouse.move(0, 0)
  tab = page
}

/** Waits until what a person reads there, with single blanks, fits; the page may still be reading. */
async function says(there: Locator, pattern: RegExp): Promise<void> {
  let text = ''
  const fits = async () => pattern.test((text = (await there.innerText()).replaceAll(/\s+/g, ' ').trim()))
  await until(`this fits ${pattern}`, 5_000, fits).catch((error: unknown) => {
    throw new assert.AssertionError({ message: String(error), actual: text, expected: pattern, operator: 'says' })
  })
}

/** The tab is named once the page is drawn, so a moment after its text is there. */
function called(page: Page, pattern: RegExp): Promise<void> {
  return until(`the tab is called ${pattern}`, 5_000, async () => pattern.test(await page.title()))
}

/** Makes so many, a few at a time. @returns them as they were answered, by their number */
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

async function publisherKey(): Promise<string> {
  const scopes = ['ads:request', 'ads:explain', 'events:write', 'reports:read']
  return (await service.must('POST', '/api/v1/keys', { publisherId: await sampleChat(), scopes })).key
}

/** The id of the publisher that each new service has; tests make others. */
async function sampleChat(): Promise<string> {
  const { data } = await service.must('GET', '/api/v1/publishers')
  return data.find(({ name }: { name: string }) => name === 'Sample chat app').id
}

/** Rules of every kind, more than the console's form can express. */
const RULED = (publisherId: string) => ({
  pacing: 'asap',
  priority: 'house',
  timeZone: 'Europe/Berlin',
  startAt: '2031-02-28T23:30:00Z',
  frequencyCaps: [
    { max: 3, windowSeconds: 86_400, per: 'user', scope: 'campaign' },
    { max: 1, windowSeconds: 5_400, per: 'conversation', scope: 'ad' },
  ],
  targeting: {
    countries: { include: ['DE'], exclude: ['AT'] },
    regions: { include: ['DE-BY', 'DE-BE'], exclude: ['DE-BW'] },
    languages: ['de'],
    publishers: [publisherId],
    keywords: { include: ['bagpipe'], exclude: ['repair'] },
    placements: ['post_response'],
    device: { exclude: ['tablet'] },
    days: [1, 6],
    hours: [8, 9, 10, 22],
  },
})

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
  'what is wrong with a form is told beside its field, by the name that it has there, until it is changed',
  { skip },
  async () => {
    const { advertiserId } = await stockCampaign('Gittern', {}, [])
    await inConsole(ADMIN_KEY, async (page) => {
      provokes(page, 400)
      const form = page.getByRole('dialog')
      const focused = () => page.evaluate('document.activeElement.labels?.[0].innerText')
      await page.getByRole('link', { name: 'Campaigns' }).click()
      await page.getByRole('button', { name: 'New campaign' }).click()
      await form.getByLabel('Advertiser').selectOption(advertiserId)
      await form.getByLabel('Name').fill('Gittern calls')
      await form.getByLabel('Bid').fill('0.50')
      await form.getByLabel('Starts').fill('2031-02-02T00:00')
      await form.getByLabel('Ends').fill('2031-02-01T00:00')
      const make = form.getByRole('button', { name: 'Make campaign' })
      const wrong = async (label: string, pattern: RegExp) => {
        await make.click()
        const field = form.locator('.field').filter({ has: page.getByLabel(label, { exact: true }) })
        await says(field, pattern)
        await says(form.getByRole('alert'), new RegExp(`^Mend what is marked: ${label}\\.$`))
        assert.equal(await focused(), label)
        assert.equal(await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid'), 'true')
        const told = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
        assert.ok((await field.innerText()).includes(await page.locator(`[id="${told}"]`).innerText()))
      }
      // What the console finds wrong by itself, too: times cannot be sent without the clocks that they are by.
      await form.getByLabel('Time zone').fill('Berlin')
      await wrong('Time zone', /“Berlin” is no time zone; write one such as Europe\/Berlin\./)
      await form.getByLabel('Time zone').fill('Europe/Berlin')
      await wrong('Ends', /Must be later than “Starts”\.$/)
      await form.getByLabel('Ends').fill('2031-02-03T00:00')
      await form.locator('[aria-invalid]').waitFor({ state: 'detached' })
      await form.getByLabel('Bid').fill('0')
      await wrong('Bid, in USD', /Must be above zero; only house campaigns run for nothing\.$/)
      await form.getByLabel('Bid').fill('0.50')
      await form.getByLabel('Countries').fill('DE, Germany')
      await wrong(
        'Countries',
        /Has "Germany", which is not an ISO 3166-1 alpha-2 code such as "DE"\. Codes such as DE, AT\.$/,
      )
      // All of it at once, so that one round mends it.
      await form.getByLabel('Countries').fill('DE, Germany, Austria')
      await form.getByLabel('Bid').fill('0')
      await make.click()
      await says(form.getByRole('alert'), /^Mend what is marked: Countries; Bid, in USD\.$/)
      const countries = form.locator('.field').filter({ has: page.getByLabel('Countries', { exact: true }) })
      await says(countries, /Has "Germany", which [^.]+ "DE"\. Has "Austria", which [^.]+ "DE"\./)
      await form.getByLabel('Bid').fill('0.50')
      await form.getByLabel('Countries').fill('DE')
      await form.getByLabel('Regions').fill('US-CA')
      await wrong(
        'Regions',
        /Has "US-CA", but “Countries” lets in nobody from "US", so it would never serve: let "US" in,/,
      )
      await form.getByLabel('Regions').fill('')
      await form.getByLabel('Placements').fill(`post_response, ${'x'.repeat(200)}`)
      await wrong('Placements', /Number 2 must have at most 160 characters\./)
      await form.getByLabel('Placements').fill('')
      await make.click()
      await form.waitFor({ state: 'detached' })

      await page.getByRole('link', { name: 'Money', exact: true }).click()
      await page.getByLabel('Find advertisers').fill('Gittern')
      await page.getByRole('button', { name: 'Add funds for Gittern maker' }).click()
      await form.getByLabel('Amount').fill('9999999999')
      await form.getByRole('button', { name: 'Go on' }).click()
      await form.getByRole('button', { name: /^Add \$/ }).click()
      await says(form, /Amount Must be a decimal string from "0" to "1000000000"/)
      assert.equal(await focused(), 'Amount')
      await form.getByRole('button', { name: 'Cancel' }).click()
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test('where not all that is wrong stands beside a field, all of it stands above the button', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    provokes(page, 400)
    const issues = [
      { pointer: '/name', keyword: 'characters', message: 'must not be odd' },
      { pointer: '/billing', keyword: 'enum', message: 'must be one of ours' },
    ]
    const error = { code: 'validation_error', message: 'name must not be odd (and 1 more; see issues)', issues }
    await page.route('**/api/v1/advertisers', (route) => route.fulfill({ status: 400, json: { error } }))
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('button', { name: 'New advertiser' }).click()
    await page.getByLabel('Name').fill('Odd')
    await page.getByLabel('Domain').fill('odd.example')
    await page.getByRole('button', { name: 'Make advertiser' }).click()
    await says(page.getByRole('dialog').getByRole('alert'), /^name must not be odd\. billing must be one of ours\.$/)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
})

test('the field that is to be mended stands below the head of its dialog, with its label', { skip }, async () => {
  const { advertiserId } = await stockCampaign('Cornettino', {}, [])
  await inConsole(
    ADMIN_KEY,
    async (page) => {
      const form = page.getByRole('dialog')
      await page.getByRole('link', { name: 'Campaigns' }).click()
      await page.getByRole('button', { name: 'New campaign' }).click()
      await form.getByLabel('Name').fill('Cornettino calls')
      const bid = form.getByLabel('Bid, in USD')
      await bid.fill('0,50')
      await form.getByRole('button', { name: 'Make campaign' }).click()
      assert.equal(await bid.evaluate((field) => field === (globalThis as any).document.activeElement), true)
      const head = await form.locator('header').boundingBox()
      const label = await form.getByText('Bid, in USD').boundingBox()
      assert.ok(label!.y >= head!.y + head!.height, `label at ${label!.y}, head to ${head!.y + head!.height}`)
      await form.getByRole('button', { name: 'Cancel' }).click()
    },
    { viewport: { width: 1280, height: 720 } },
  )
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
})

test('a dialog begins with what it asks, and not with the button that closes it', { skip }, async () => {
  const { advertiserId } = await stockCampaign('Tenoroon', {}, [])
  const { id } = await service.must('POST', '/api/v1/keys', {
    advertiserId,
    scopes: ['reports:read'],
    name: 'Tenoroon',
  })
  await inConsole(ADMIN_KEY, async (page) => {
    const dialog = page.getByRole('dialog')
    const focused = () =>
      page.evaluate('document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText')
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('link', { name: 'Tenoroon season' }).click()
    await page.getByRole('button', { name: 'New ad' }).click()
    assert.equal(await focused(), 'Title')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import a file' }).click()
    assert.equal(await focused(), 'File')
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByLabel('Find').fill('Tenoroon')
    await page.getByRole('button', { name: /^Revoke/ }).click()
    assert.equal(await focused(), 'Cancel')
    await page.keyboard.press('Escape')
    // Enter, pressed twice: the second must not put away what is shown this once.
    await page.getByRole('button', { name: 'New key' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Tenoroon two')
    await dialog.getByLabel('Belongs to').selectOption(`advertiser:${advertiserId}`)
    await dialog.getByLabel('Name', { exact: true }).press('Enter')
    await dialog.getByText('cannot be shown again').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    assert.match(await dialog.locator('code').innerText(), /^ak_live_/)
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    await dialog.waitFor({ state: 'detached' })
  })
  await service.must('DELETE', `/api/v1/keys/${id}`)
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
})

test('Escape alone loses nothing that was written into a form', { skip }, async () => {
  const { advertiserId } = await stockCampaign('Bassanello', {}, [])
  await inConsole(ADMIN_KEY, async (page) => {
    const form = page.getByRole('dialog')
    const warning = form.getByText('what you wrote is lost')
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('button', { name: 'New campaign' }).click()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'New campaign' }).click()
    await form.getByLabel('Name').pressSequentially('Bassanello calls')
    await page.keyboard.press('Escape')
    await warning.waitFor()
    const shown = await warning.boundingBox()
    assert.ok(shown!.y + shown!.height <= page.viewportSize()!.height, 'the warning is in sight')
    await form.getByLabel('Name').pressSequentially('!')
    await warning.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await warning.waitFor()
    assert.equal(await form.getByLabel('Name').inputValue(), 'Bassanello calls!')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  })
  await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
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

test('an amount with a comma is told how it is written', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('button', { name: 'New campaign' }).click()
    const bid = page.getByRole('dialog').getByLabel('Bid')
    await bid.fill('1,50')
    assert.match((await bid.getAttribute('title')) ?? '', /1250\.50: with a point/)
    assert.equal(await bid.evaluate((field: any) => field.validity.patternMismatch), true)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
})

test(
  'lines of a file that were left out, and what it warns of, are named, and what arrived stands there',
  { skip },
  async () => {
    const { advertiserId, campaignId } = await stockCampaign('Psaltery', {}, [])
    await inConsole(ADMIN_KEY, async (page) => {
      provokes(page, 502)
      await page.goto(`${service.url}${PREFIX}/console/#/campaigns/${campaignId}`)
      await page.getByRole('button', { name: 'Import a file' }).click()
      const form = page.getByRole('dialog')
      const send = async (text: string) => {
        await form.getByLabel('File').setInputFiles({ name: 'ads.csv', mimeType: '', buffer: Buffer.from(text) })
        await form.getByRole('button', { name: 'Import', exact: true }).click()
      }
      await send('id,title,link\n1,Psaltery of pine,https://psaltery.example/1\n2,,https://psaltery.example/2')
      await says(form, /New 1 .*Left out 1 Line Ad Field What is wrong 3 2 title is missing/)
      await send('id,title,link,availability\n3,Psaltery of ash,https://psaltery.example/3,someday')
      await says(form, /New 1 .*Left out 0 .*availability/)

      // Also of one that broke off, what had arrived stands on the page.
      await page.route('**/ads/import*', async (route) => {
        await route.fetch()
        await route.fulfill({ status: 502, body: '' })
      })
      await send('id,title,link\n4,Psaltery of oak,https://psaltery.example/4')
      await form.getByRole('alert').getByText('The service answered 502').waitFor()
      await page.getByText('Psaltery of oak').waitFor()
      await form.getByRole('button', { name: 'Cancel' }).click()
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

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
      await page.waitForLoadState('networkidle')
      assert.match(page.url(), /#\/reports$/)
    })
    await service.must('DELETE', `/api/v1/advertisers/${advertiserId}`)
  },
)

test('a key gets the mode and the scopes that its owner may have, and those that were chosen', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Virginal')
    await form.getByLabel('Mode').selectOption('browser')
    assert.deepEqual(await form.getByRole('group', { name: 'It may' }).locator('label').allInnerTexts(), [
      'ads:request',
      'events:write',
    ])
    await form.getByLabel('Belongs to').selectOption({ label: 'Operator' })
    assert.equal(await form.getByLabel('Mode').inputValue(), 'live')
    const make = form.getByRole('button', { name: 'Make key' })
    for (const scope of ['admin', 'inventory:write', 'reports:read', 'ads:explain']) {
      await form.getByLabel(scope).setChecked(false)
    }
    await make.click()
    await says(form.getByRole('alert'), /^Choose at least one thing that the key may do\.$/)
    await form.getByLabel('reports:read').setChecked(true)
    await make.click()
    await page.getByRole('button', { name: 'I have kept it' }).click()
    const { data } = await service.must('GET', '/api/v1/keys')
    const made = data.find(({ name }: { name: string }) => name === 'Virginal')
    assert.deepEqual([made.mode, made.scopes], ['live', ['reports:read']])
  })
})

test('the key of the playground is revoked also where the tab goes elsewhere at once', { skip }, async () => {
  const named = async () => {
    const { data } = await service.must('GET', '/api/v1/keys')
    return data.filter(({ name }: { name: string }) => name === 'Console playground').length
  }
  const before = await named()
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('button', { name: 'Small talk' }).click()
    await page.locator('.no-ad').waitFor()
    assert.equal(await named(), before + 1)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/keys/key_*', async (route) => {
      await held.promise
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto('about:blank')
    held.resolve()
    await until('the key is revoked', 5_000, async () => (await named()) === before)
    await page.goto(`${service.url}${PREFIX}/console`)
    await page.getByLabel('API key').fill(ADMIN_KEY)
    await page.getByRole('button', { name: 'Sign in' }).click()
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

test('where no ad was weighed, it is said whether any was looked for', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    const why = page.locator('.why')
    await page.getByRole('button', { name: 'Small talk' }).click()
    await says(why, /No ad was weighed The request was settled before any was looked up\.$/)
    await page.getByLabel('The person asks').fill('أريد حاسوبا محمولا هادئا')
    await page.getByRole('button', { name: 'Ask for ads' }).click()
    await says(why, /No ad was weighed None that may run here and now has to do with the conversation\.$/)
  })
})

test(
  'the keyboard stays at the earlier messages where one is taken away or no more can be added',
  { skip },
  async () => {
    await inConsole(ADMIN_KEY, async (page) => {
      const focused = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.innerText')
      await page.getByRole('button', { name: 'Earlier message' }).focus()
      for (let i = 0; i < 20; i++) await page.keyboard.press('Enter')
      await page.getByLabel('Message 20', { exact: true }).waitFor()
      assert.equal(await focused(), 'Earlier messages')
      await page.getByRole('button', { name: 'Remove message 20' }).focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Message 20', { exact: true }).waitFor({ state: 'detached' })
      assert.equal(await focused(), 'Earlier messages')
    })
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

test('a decision that is not known is told apart from the request that asked for it', { skip }, async () => {
  await inConsole(ADMIN_KEY, async (page) => {
    await page.getByRole('link', { name: 'Decisions' }).click()
    await page.getByLabel('Request id').fill('req_gone')
    await page.getByRole('button', { name: 'Open' }).click()
    await says(page.getByRole('alert'), /There is no decision req_gone among the last 10000 This request: req_01/)
  })
})

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

test(
  'a name that turns its own letters around turns nothing around beside it, and has no lines',
  { skip },
  async () => {
    const name = 'Rauschpfeife \u202e low\nlast line'
    const account = 'DE00 \u202e 1234'
    const { advertiserId, campaignId } = await stockCampaign('Rauschpfeife', { name }, [])
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
      assert.doesNotMatch(await page.title(), /\u202e/)
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

/** A campaign of a new advertiser, with ads. */
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

/** An advertiser with a prepaid balance of 100, whose ad was clicked once, after which something was bought for 49.90. */
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
  const post = (path: string, bearer: string, body: unknown) =>
    service.client.send(service.url + path, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body })
  const answer = await post('/api/v1/ads/request', publisher, {
    conversationContext: { query: `Where can I buy an ${what} of clay?` },
    slots: [{ slotId: 'main', format: 'action_card' }],
  })
  const [ad] = answer.json().slots[0].ads
  assert.equal(ad?.advertiser.name, seller.name, answer.text)
  const clickUrl = ad.tracking.clickUrl.replace(PREFIX, '')
  assert.equal((await service.client.send(clickUrl, { headers: { 'user-agent': PERSON } })).status, 302)
  const sale = { clickId: ad.impressionId, transactionId: `${what}-order`, type: 'purchase', value: '49.90' }
  assert.equal((await post('/api/v1/conversions', key, sale)).json().status, 'accepted')
  // What was decided is counted within a second; a page that was opened before would not show it.
  await until('the decision is counted', 5_000, async () => {
    const { totals } = await service.must('GET', `/api/v1/reports?campaignId=${campaignId}`)
    return totals.filled === 1
  })
  return { key, campaignId, publisherKey: publisher }
}
