// The library for pages in a real browser: on a page of another origin under a strict policy, with a whole service behind a path prefix.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type Page, chromium } from 'playwright-core'
import { findBrowser } from '../console/find-browser.ts'
import { PERSON } from '../support/http-client.ts'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { until } from '../support/until.ts'
import { type ChatPage, openChatPage } from './chat-page.ts'

const executablePath = findBrowser()
const skip = executablePath === undefined && 'no Chromium was found; CHROMIUM_PATH can name one'
if (skip) console.error(`\nSKIPPED: the library for pages in a browser (test/sdk): ${skip}\n`)
const PREFIX = '/ads/here'
const QUESTION = 'I need a quiet, light laptop for train rides'
const ANSWER =
  'For mud 🥾🥾 take trail running shoes; for wide feet hiking boots. Merino socks 🧦 help with both, and so do trekking poles.'
const CARDS = [{ slotId: 'cards', format: 'action_card', count: 2 }]

let place: Place
let service: RunningService
let browser: Browser
let chat: ChatPage

before(async () => {
  if (skip) return
  place = await openPlace()
  const base = `http://127.0.0.1:${place.port}${PREFIX}`
  service = await startProcess(place, { ASIDE_DEMO: 'on', ASIDE_BASE_URL: base })
  chat = await openChatPage(base)
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
})
after(async () => {
  chat?.close()
  await browser?.close()
  await service?.terminate()
  place?.remove()
})

test(
  'cards and suffixes stand with label, payer, why and picture, and are reported shown and seen once',
  { skip },
  async () => {
    const publisher = await makePublisher()
    const { slots } = await publisher.ask([...CARDS, { slotId: 'line', format: 'suffix' }])
    const ads = slots.flatMap((slot: any) => slot.ads)
    assert.equal(ads.length, 3)
    await inChat(async (page) => {
      await show(page, slots)
      await show(page, slots) // as a framework does that draws everything anew
      const boxes = page.getByRole('article')
      assert.equal(await boxes.count(), 6)
      for (const [i, { content, disclosure, tracking }] of ads.entries()) {
        const box = boxes.nth(i)
        assert.equal(await box.getAttribute('aria-label'), `Sponsored · ${disclosure.by}`)
        const text = await box.innerText()
        for (const words of [`Sponsored · ${disclosure.by}`, content.title ?? content.text, content.destinationDomain])
          assert.ok(text.includes(words), `${words} in ${text}`)
        const link = box.getByRole('link', { name: content.ctaText ?? content.text })
        assert.equal(await link.getAttribute('href'), tracking.clickUrl)
        assert.equal(await link.getAttribute('rel'), 'sponsored noopener')
        assert.equal(await box.getByRole('link', { name: 'Why this ad?' }).getAttribute('href'), disclosure.whyUrl)
        await box.getByRole('button', { name: 'Hide this ad' }).waitFor()
      }
      const picture = boxes.first().getByRole('img')
      assert.equal(await picture.getAttribute('alt'), ads[0].content.imageAlt)
      const look = await page.evaluate(() => {
        const { document, CSSStyleSheet, getComputedStyle } = globalThis as any
        const own = new CSSStyleSheet()
        own.replaceSync('.aside-title { font-weight: 300 }')
        document.adoptedStyleSheets.unshift(own)
        const styleOf = (part: string) => getComputedStyle(document.querySelector(part))
        return [document.adoptedStyleSheets.length, styleOf('img').float, styleOf('.aside-title').fontWeight]
      })
      assert.deepEqual(look, [2, 'inline-end', '300'], 'ours are there once, and the rules of the page go before them')
      await until('the picture is drawn', 5_000, () => picture.evaluate((image: any) => image.naturalWidth > 0))
      await until('all are seen', 10_000, async () => (await publisher.totals()).viewable >= ads.length)
      await sleep(1_500)
      const { impressions, viewable, ignored } = await publisher.totals()
      assert.deepEqual({ impressions, viewable, ignored }, { impressions: 3, viewable: 3, ignored: 0 })
    })
  },
)

test(
  'an ad is seen after an unbroken second of half of it in view of a visible page, and not before',
  { skip },
  async () => {
    const [ad] = await anyAds()
    await inChat(async (page) => {
      await page.clock.install()
      await page.goto(chat.url)
      await page.clock.pauseAt(Date.now() + 60_000)
      const seen = () => chat.reports.some((report) => report.includes('viewable'))
      const shown = () => chat.reports.filter((report) => report.includes('"impression"')).length
      const scrollTo = (y: number) =>
        page.evaluate((top) => (globalThis as any).scrollTo(0, top), y).then(() => sleep(300))
      const setVisibility = (state: string) =>
        page.evaluate((value) => {
          const { document, Event } = globalThis as any
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
          document.dispatchEvent(new Event('visibilitychange'))
        }, state)

      // In a part of the page that has no place yet it is not even shown.
      await page.evaluate(() => ((globalThis as any).document.querySelector('#ads').hidden = true))
      await show(page, [ad], chat.base)
      await sleep(300)
      assert.equal(shown(), 0)
      await page.evaluate(() => {
        const { document } = globalThis as any
        const above = document.createElement('canvas')
        above.height = 3_000
        const below = above.cloneNode()
        document.querySelector('#ads').before(above)
        document.querySelector('#ads').after(below)
        document.querySelector('#ads').hidden = false
      })
      await sleep(300)
      await page.clock.runFor(3_000)
      assert.equal(seen(), false, 'below the fold')
      const box = (await page.getByRole('article').boundingBox())!
      const { height } = page.viewportSize()!
      await scrollTo(box.y - height + box.height * 0.4)
      await until('it is shown', 5_000, async () => shown() === 1)
      await page.clock.runFor(3_000)
      assert.equal(seen(), false, 'less than half of it is in view')
      await scrollTo(box.y - 100)
      await page.clock.runFor(700)
      await scrollTo(0)
      await page.clock.runFor(3_000)
      await scrollTo(box.y - 100)
      await page.clock.runFor(700)
      assert.equal(seen(), false, 'twice 0.7 seconds')
      await setVisibility('hidden')
      await page.clock.runFor(5_000)
      assert.equal(seen(), false, 'the page is hidden')
      await setVisibility('visible')
      await page.clock.runFor(900)
      assert.equal(seen(), false, '0.9 seconds since the page is visible')
      await page.clock.runFor(200)
      await until('it is seen', 5_000, async () => seen())
      await scrollTo(0)
      await scrollTo(box.y - 100)
      await page.clock.runFor(3_000)
      await sleep(300)
      assert.equal(chat.reports.length, 2, chat.reports.join('\n'))
    })
  },
)

test('what was taken out is watched no more', { skip }, async () => {
  const [ad] = await anyAds()
  await inChat(async (page) => {
    await page.clock.install()
    await page.goto(chat.url)
    await page.clock.pauseAt(Date.now() + 60_000)
    await show(page, [ad], chat.base)
    await until('it is shown', 5_000, async () => chat.reports.length === 1)
    await page.evaluate(() => (globalThis as any).handle.remove())
    await page.clock.runFor(5_000)
    await sleep(300)
    assert.equal(await page.locator('#ads').innerHTML(), '')
    assert.equal(chat.reports.length, 1)
  })
})

test('reports arrive when the page is left, and those that were refused for now once more', { skip }, async () => {
  const publisher = await makePublisher()
  const { slots } = await publisher.ask(CARDS)
  await inChat(async (page) => {
    const sent = page.waitForRequest(/\/api\/v1\/events$/)
    await show(page, slots)
    await sent
    await page.goto(`${chat.url}/elsewhere`)
    await until('both are shown', 5_000, async () => (await publisher.totals()).impressions === 2)
  })
  const [ad] = await anyAds()
  const isImpression = /^200 \{"events":\[\{"type":"impression","token":"[\w-]+"\}\]\}$/
  for (const leaves of [true, false]) {
    await inChat(async (page) => {
      chat.failNext = 1
      const refused = page.waitForResponse((response) => response.status() === 503)
      await show(page, [ad], chat.base)
      await (await refused).finished()
      if (leaves) await page.goto(`${chat.url}/elsewhere`)
      await until('it is sent again', 5_000, async () => chat.reports.some((report) => isImpression.test(report)))
      assert.match(chat.reports[0]!, /^503 /)
    })
  }
})

test('hostile words stay words, and addresses that are none of the web lead nowhere', { skip }, async () => {
  const [ad] = await anyAds()
  const markup = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=2</script>'
  const script = 'javascript:globalThis.hacked=3'
  const hostile = {
    ...ad,
    content: {
      ...ad.content,
      title: markup,
      description: markup,
      price: markup,
      ctaText: markup,
      ctaUrl: script,
      imageUrl: ' JavaScript:globalThis.hacked=4',
      imageAlt: markup,
      destinationDomain: markup,
    },
    disclosure: { label: markup, by: markup, whyUrl: 'data:text/html,<script>opener.hacked=5</script>' },
    tracking: { impressionUrl: script, feedbackUrl: script },
  }
  const link = { ...ad, enhancedFragments: [{ text: 'shoes', url: `java\nscript:1`, position: { start: 0, end: 5 } }] }
  const shoes = { text: 'shoes', url: ad.content.ctaUrl, position: { start: 0, end: 5 } }
  await inChat(async (page) => {
    await show(page, [hostile])
    const box = page.getByRole('article')
    assert.equal((await box.locator('.aside-title').textContent())!, markup)
    assert.equal(await box.locator('.aside-title a').getAttribute('rel'), 'sponsored noopener')
    assert.equal(await box.locator('img, script, [href], [onerror], [style]').count(), 0)
    await box.locator('.aside-cta').click({ force: true })
    await box.getByRole('button').click()
    await box.getByRole('button').click()
    await page
      .evaluate(
        ([link, strange]) => (globalThis as any).aside.linkEntities('shoes', [link, ...strange]).element.innerHTML,
        [link, strangeFragments(shoes).map((enhancedFragments) => ({ ...ad, enhancedFragments }))] as const,
      )
      .then((html) => assert.equal(html, 'shoes'))
    assert.equal(await page.evaluate(() => (globalThis as any).hacked), undefined)
    assert.equal(page.context().pages().length, 1)
  })
})

test('an ad that is hidden goes at once, is told, can be reported, and does not come back', { skip }, async () => {
  const publisher = await makePublisher()
  const { slots } = await publisher.ask(CARDS)
  const [hidden, other] = slots[0].ads
  await inChat(async (page) => {
    await show(page, slots)
    const box = page.getByRole('article').first()
    await box.getByRole('button', { name: 'Hide this ad' }).focus()
    await page.keyboard.press('Enter')
    assert.equal(await box.innerText(), 'This ad is hidden. Report it')
    assert.equal(await box.locator('.aside-note').getAttribute('dir'), 'auto')
    assert.equal(await page.evaluate(() => (globalThis as any).document.activeElement.className), 'aside-note')
    await until('it is dismissed', 5_000, async () => (await publisher.totals()).dismissed === 1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await box.innerText(), 'Thank you, it was reported.')
    await until('it is reported', 5_000, async () => (await publisher.totals()).reported === 1)
    await page.evaluate(() => (globalThis as any).handle.remove())
    await show(page, slots)
    assert.equal(await page.getByRole('article').count(), 1)
    assert.match(await page.getByRole('article').innerText(), new RegExp(`· ${other.disclosure.by}`))
    // Nor in a later answer to a request that named nobody, whom the service cannot tell.
    await page.evaluate(() => (globalThis as any).handle.remove())
    await show(page, [{ ...hidden, tracking: other.tracking }])
    assert.equal(await page.getByRole('article').count(), 0)
  })
  const again = (await publisher.ask(CARDS)).slots[0].ads
  assert.ok(again.every(({ id }: any) => id !== hidden.id))
})

test(
  'links are as easy to read as the text around them, also on a dark page that says nothing of links',
  { skip },
  async () => {
    const publisher = await makePublisher()
    const { slots } = await publisher.ask([...CARDS, { slotId: 'in-answer', format: 'entity_link', count: 1 }], {
      response: ANSWER,
    })
    await inChat(async (page) => {
      const [ours, theirs] = await page.evaluate(
        ([slots, text]) => {
          const { aside, document, CSSStyleSheet, getComputedStyle } = globalThis as any
          const dark = new CSSStyleSheet()
          dark.replaceSync('body { color: rgb(228, 230, 235); background: black }')
          document.adoptedStyleSheets.push(dark)
          aside.adoptStyles()
          aside.showAds(document.querySelector('#ads'), slots)
          document.querySelector('#ads').append(aside.linkEntities(text, slots).element)
          const colourOf = (node: any) => getComputedStyle(node).color
          const ours = [...document.querySelectorAll('#ads a')].map(colourOf)
          dark.insertRule('a { color: rgb(0, 128, 0) }')
          return [ours, [...document.querySelectorAll('#ads a')].map(colourOf)]
        },
        [slots, ANSWER] as const,
      )
      assert.ok(ours!.length >= 4)
      assert.deepEqual(new Set(ours), new Set(['rgb(228, 230, 235)']))
      assert.deepEqual(new Set(theirs), new Set(['rgb(0, 128, 0)']), 'rules of the page go before ours')
    })
  },
)

test(
  'links stand on exactly the words that were meant, in a text and in what shows it, and go without a trace',
  { skip },
  async () => {
    const publisher = await makePublisher()
    const { slots } = await publisher.ask([{ slotId: 'in-answer', format: 'entity_link', count: 3 }], {
      response: ANSWER,
    })
    const fragments = slots[0].ads.flatMap((ad: any) => ad.enhancedFragments)
    assert.ok(fragments.length >= 2, JSON.stringify(slots))
    await inChat(async (page) => {
      const [before, after] = await page.evaluate(
        ([slots, text]) => {
          const { aside, document } = globalThis as any
          const answer = document.querySelector('#answer')
          const [first, mud, ...rest] = text.split(' ')
          const bold = document.createElement('b')
          bold.append(mud)
          answer.append(`${first} `, bold, ` ${rest.join(' ')}`)
          const before = answer.innerHTML
          aside.linkEntities(answer, slots).remove()
          const after = answer.innerHTML
          // One ad after the other, so that each finds the labels of those before in its way.
          const byPlace = (a: any, b: any) =>
            a.enhancedFragments[0].position.start - b.enhancedFragments[0].position.start
          for (const ad of slots[0].ads.toSorted(byPlace)) aside.linkEntities(answer, ad)
          document.querySelector('#ads').append(aside.linkEntities(text, slots).element)
          return [before, after]
        },
        [slots, ANSWER] as const,
      )
      assert.equal(after, before)
      for (const part of ['#answer', '#ads']) {
        const links = page.locator(`${part} a[rel="sponsored noopener"]`)
        const found = await links.evaluateAll((all: any[]) => all.map((a) => [a.textContent, a.href]))
        const wanted = fragments.toSorted((a: any, b: any) => a.position.start - b.position.start)
        assert.deepEqual(
          found,
          wanted.map(({ text, url }: any) => [text, url]),
        )
        const text = await page.locator(part).evaluate((node: any) => {
          const copy = node.cloneNode(true)
          for (const label of copy.querySelectorAll('.aside-label')) label.remove()
          return copy.textContent
        })
        assert.equal(text, ANSWER)
        assert.match((await links.first().getAttribute('aria-label'))!, /^.+ \(Sponsored · .+\)$/)
        assert.match(await page.locator(`${part} .aside-label`).first().innerText(), /Sponsored · \S.* Why this ad\?/)
      }
      await until('all are seen', 10_000, async () => (await publisher.totals()).viewable === slots[0].ads.length)
      assert.equal((await publisher.totals()).ignored, 0)
    })
  },
)

test('where there is no ad, nothing is drawn, and there is still something to remove', { skip }, async () => {
  const noFill = { reason: 'no_candidates', code: 0 }
  const empty = { requestId: 'req_1', slots: [{ slotId: 'a', format: 'suffix', ads: [], noFill }], warnings: [] }
  await inChat(async (page) => {
    for (const answer of [empty, empty.slots, empty.slots[0], [], {}, null, undefined, { slots: [], error: {} }]) {
      const [html, text] = await page.evaluate((answer) => {
        const { aside, document } = globalThis as any
        const ads = document.querySelector('#ads')
        aside.showAds(ads, answer).remove()
        aside.showAds(ads, answer)
        const linked = aside.linkEntities('some words', answer)
        linked.remove()
        return [ads.innerHTML, linked.element.innerHTML]
      }, answer)
      assert.deepEqual([html, text], ['', 'some words'])
    }
    await sleep(200)
    assert.equal(chat.reports.length, 0)
  })
})

test('a page asks by itself with a browser key, where the library came from, and never fails', { skip }, async () => {
  const publisher = await makePublisher()
  const browserKey = { publisherId: publisher.id, mode: 'browser', origins: [chat.url], scopes: ['ads:request'] }
  const { key } = await service.must('POST', '/api/v1/keys', browserKey)
  await inChat(async (page, faults) => {
    const ask = (request: object) => page.evaluate((body) => (globalThis as any).aside.requestAds(body), request)
    const question = { conversationContext: { query: QUESTION }, slots: CARDS }
    const { slots, error } = await ask({ key, ...question })
    assert.equal(error, undefined)
    assert.equal(slots[0].ads.length, 2)
    const refused = await ask({ key: 'pk_live_wrong', ...question })
    assert.deepEqual([refused.slots, refused.error.code], [[], 'auth_invalid'])
    const nowhere = await ask({ key, base: `${chat.url}/nowhere/`, ...question })
    assert.deepEqual(nowhere.slots, [])
    faults.length = 0 // the browser tells of a refused request, too
  })
})

/** A fragment at places where these words do not stand. */
function strangeFragments(fragment: any): any[] {
  const at = (start: unknown, end: unknown) => [{ ...fragment, position: { start, end } }]
  return [at(1, 6), at(-1, 4), at(0, 4), at(5, 5), at(null, null), at('x', {}), [{ ...fragment, position: undefined }]]
}

async function makePublisher() {
  const { id } = await service.must('POST', '/api/v1/publishers', { name: 'Chat' })
  const { key } = await service.must('POST', '/api/v1/keys', {
    publisherId: id,
    scopes: ['ads:request', 'reports:read'],
  })
  const headers = { authorization: `Bearer ${key}` }
  return {
    id: id as string,
    /** Again, where a machine that does much else had the service miss its deadline. */
    async ask(slots: object[], more: object = {}): Promise<any> {
      let answer: any
      await until('there is an answer in time', 20_000, async () => {
        const body = { conversationContext: { query: QUESTION, ...more }, userContext: { userId: 'u1' }, slots }
        const sent = await service.client.send(`${service.url}/api/v1/ads/request`, { method: 'POST', headers, body })
        assert.equal(sent.status, 200, sent.text)
        answer = sent.json()
        return answer.slots.every((slot: any) => slot.noFill?.reason !== 'timeout')
      })
      return answer
    },
    async totals(): Promise<any> {
      const metrics = 'impressions,viewable,dismissed,reported,ignored'
      const { status, text, json } = await service.client.send(`${service.url}/api/v1/reports?metrics=${metrics}`, {
        headers,
      })
      assert.equal(status, 200, text)
      const { ignored, ...totals } = json().totals
      return { ...totals, ignored: Object.keys(ignored).length }
    },
  }
}

/** Ads whose reports nobody counts. */
async function anyAds(): Promise<any[]> {
  return (await (await makePublisher()).ask(CARDS)).slots[0].ads
}

/** Draws on the page; with `base` ads report to it instead of the service. */
async function show(page: Page, answer: unknown, base?: string): Promise<void> {
  const moved = (ad: any) => ({
    ...ad,
    tracking: { impressionUrl: `${base}/i/${ad.tracking.impressionUrl.split('/').at(-1)}` },
  })
  const drawn = base === undefined ? answer : (answer as any[]).map(moved)
  await page.evaluate((answer) => {
    const { aside, document } = globalThis as any
    aside.adoptStyles()
    ;(globalThis as any).handle = aside.showAds(document.querySelector('#ads'), answer)
  }, drawn)
}

/** A tab with the page of the chat, which must not complain of anything: neither errors nor what its policy forbids. */
async function inChat(use: (page: Page, faults: string[]) => Promise<void>): Promise<void> {
  chat.reports.length = 0
  chat.failNext = 0
  const context = await browser.newContext({ userAgent: PERSON })
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 503/.test(message.text())) faults.push(message.text())
    })
    await page.goto(chat.url)
    await page.waitForFunction(() => 'aside' in globalThis)
    await use(page, faults)
    assert.deepEqual(faults, [])
    assert.equal(await page.evaluate(() => (globalThis as any).document.cookie), '')
  } finally {
    await context.close()
  }
}
