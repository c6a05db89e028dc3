// Forms and dialogs: what is wrong stands beside its field, what is made is made once, and nothing that was written is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN_KEY } from '../support/service.ts'
import { PREFIX, openConsole, provokes, settled, skip } from './open-console.ts'
import { says } from './says.ts'

const { service, inConsole, stockCampaign } = await openConsole()

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
      await settled(page)
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
    await page.getByRole('navigation').getByRole('link', { name: 'Keys' }).click()
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
      await settled(page)
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

test('a form that is opened right after a save begins with what was saved', { skip }, async () => {
  const { campaignId, advertiserId, adIds } = await stockCampaign('Cittern', {}, [{ title: 'Cittern of walnut' }])
  const feed = { url: 'http://127.0.0.1:9/cittern.csv', everyHours: 24 }
  await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { feed })
  await service.must('PATCH', `/api/v1/ads/${adIds[0]}`, { review: 'rejected' })
  await service.must('POST', '/api/v1/publishers', { name: 'Cittern talk' })
  const webhook = { url: 'https://hooks.cittern.example/1', owner: advertiserId, events: ['click'] }
  await service.must('POST', '/api/v1/webhooks', webhook)
  const campaign = `campaigns/${campaignId}`
  await inConsole(ADMIN_KEY, async (page) => {
    const form = page.getByRole('dialog')
    for (const [path, button, label, text] of [
      [campaign, /^Change$/, 'Name', 'Cittern summer'],
      [campaign, 'Change the feed', 'Every so many hours', '12'],
      [campaign, 'Change Cittern of walnut', 'Brand', 'Cittern & Co.'],
      [campaign, 'Say why: Cittern of walnut', 'Reason', 'Show its strings.'],
      ['publishers', 'Change Cittern talk', 'Least relevance', '0.4'],
      ['money', 'Change Cittern maker', 'Made out to', 'Cittern GmbH'],
      ['money', 'Change the letterhead', 'Name', 'Cittern Ads'],
      ['webhooks', /^Change https:..hooks.cittern/, 'Address', 'https://hooks.cittern.example/2'],
    ] as const) {
      await page.goto(`${service.url}${PREFIX}/console/#/${path}`)
      await page.getByRole('button', { name: button }).click()
      await settled(page)
      const field = form.getByLabel(label, { exact: true })
      assert.notEqual(await field.inputValue(), text)
      // The page gets to read nothing of what was saved.
      const held = Promise.withResolvers<void>()
      await page.route('**/api/v1/**', async (route) => {
        if (route.request().method() === 'GET') await held.promise
        await route.continue()
      })
      await field.fill(text)
      await form.getByRole('button', { name: 'Save' }).click()
      await form.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: button }).click()
      assert.equal(await field.inputValue(), text, label)
      await form.getByRole('button', { name: 'Cancel' }).click()
      held.resolve()
      await settled(page)
      await page.unroute('**/api/v1/**')
    }
  })
})

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
