// The words of the library for pages in the language of whoever reads them, in a real browser.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, type Page, chromium } from 'playwright-core'
import { AD_LABELS } from '../../src/domain/ad-label.ts'
import { type HttpWorld, openHttpWorld } from '../api/http-world.ts'
import { findBrowser } from '../console/find-browser.ts'
import { type ChatPage, openChatPage } from './chat-page.ts'

const executablePath = findBrowser()
const skip = executablePath === undefined && 'no Chromium was found; CHROMIUM_PATH can name one'
if (skip) console.error(`\nSKIPPED: the words of the library for pages in a browser: ${skip}\n`)

let world: HttpWorld
let chat: ChatPage
let browser: Browser

before(async () => {
  if (skip) return
  world = await openHttpWorld()
  chat = await openChatPage(world.url)
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
})
after(async () => {
  chat?.close()
  await browser?.close()
  await world?.close()
})

test(
  'a page has the words of the library in each language that labels have, read in its direction',
  { skip },
  async () => {
    await inChat({}, async (page) => {
      const seen = new Map<string, string>()
      for (const language of Object.keys(AD_LABELS)) {
        const { why, hide, hidden, report, reported, made, spoken, langs, dir } = await wordsOf(page, { language })
        const words = [why, hide, hidden, report, reported, made.slice('· '.length)]
        assert.equal(spoken, `Sponsored · Shoes & Co ${made}`)
        assert.equal(new Set(words).size, 6, `${language}: ${words}`)
        for (const text of words)
          assert.ok(text === text!.trim() && text.length > 1 && text.length < 60, `${language}: ${text}`)
        assert.deepEqual(new Set(langs), new Set([language]), 'screen readers are told')
        const { direction } = await page.evaluate((tag) => (new Intl.Locale(tag) as any).getTextInfo(), language)
        assert.equal(dir, direction, language)
        const others = seen.get(words.join())
        assert.equal(others, language === 'no' ? 'nb' : undefined, 'no language has the words of another')
        seen.set(words.join(), language)
      }
    })
  },
)

test('language names one by a tag, and one that there are no words for is English', { skip }, async () => {
  await inChat({}, async (page) => {
    const german = 'Warum diese Anzeige?'
    const english = 'Why this ad?'
    for (const [language, why, lang] of [
      ['de', german, 'de'],
      ['de-AT', german, 'de'],
      ['DE_de', german, 'de'],
      ['zh-Hant-TW', '为何显示此广告？', 'zh'],
      ['pt-BR', 'Por que motivo este anúncio?', 'pt'],
      ['fr-CA', 'Pourquoi cette publicité\u00a0?', 'fr'],
      ['nn-NO', 'Hvorfor denne annonsen?', 'no'], // as labels do, which do not tell the two forms of Norwegian apart
      ['el', english, 'en'],
      ['den', english, 'en'],
      ['constructor', english, 'en'],
      ['x'.repeat(9_999), english, 'en'],
    ] as const) {
      const found = await wordsOf(page, { language })
      assert.equal(found.why, why, language)
      assert.equal(found.langs[0], lang)
    }
    for (const options of [undefined, {}, { language: undefined }, { language: null }, { language: '' }]) {
      const { why, langs, dir } = await wordsOf(page, options)
      assert.deepEqual([why, [...new Set(langs)], dir], [english, [null], null], 'as ever, where nobody asks')
    }
    const own = await wordsOf(page, { language: 'de', words: { hide: 'Weg damit' } })
    assert.deepEqual([own.why, own.hide, own.hidden], [german, 'Weg damit', 'Diese Anzeige ist ausgeblendet.'])
  })
})

test('auto is the language of the place on the page, else of the page, else of the browser', { skip }, async () => {
  await inChat({ locale: 'sv-SE' }, async (page) => {
    const hides = async () => (await wordsOf(page, { language: 'auto' })).hide
    assert.equal(await hides(), 'Hide this ad', 'the page says en')
    await page.evaluate(() => (globalThis as any).document.querySelector('#ads').setAttribute('lang', 'fi-FI'))
    assert.equal(await hides(), 'Piilota tämä mainos')
    await page.evaluate(() => {
      const { document } = globalThis as any
      document.querySelector('#ads').removeAttribute('lang')
      document.documentElement.lang = 'tr'
    })
    assert.equal(await hides(), 'Bu reklamı gizle')
    const ad = madeUpAd()
    const html = await page.evaluate(
      (ad) => (globalThis as any).aside.linkEntities('take shoes', ad, { language: 'auto' }).element.outerHTML,
      { ...ad, enhancedFragments: [{ text: 'shoes', url: 'https://a.example/c', position: { start: 5, end: 10 } }] },
    )
    assert.match(html, /<small class="aside-label" dir="ltr">.*lang="tr">Neden bu reklam\?<\/a><\/small>/)
    await page.evaluate(() => (globalThis as any).document.documentElement.removeAttribute('lang'))
    assert.equal(await hides(), 'Dölj den här annonsen', 'as the browser is set')
  })
})

test(
  'a card in Arabic is laid out from the right also on a page that is not, and a German one there from the left',
  { skip },
  async () => {
    await inChat({}, async (page) => {
      const placesOf = async (language: string) => {
        await wordsOf(page, { language }, false)
        return page.evaluate(() => {
          const card = (globalThis as any).document.querySelector('.aside-ad')
          const placeOf = (part: string) => card.querySelector(part).getBoundingClientRect().left
          const names = ['.aside-label bdi', '.aside-why', '.aside-hide']
          return [...names.map(placeOf), placeOf('.aside-cta'), placeOf('.aside-domain')]
        })
      }
      const isFalling = (numbers: number[]) => numbers.every((x, i) => i === 0 || x < numbers[i - 1]!)
      const arabic = await placesOf('ar')
      assert.ok(isFalling(arabic.slice(0, 3)) && isFalling(arabic.slice(3)), String(arabic))
      await page.evaluate(() => ((globalThis as any).document.documentElement.dir = 'rtl'))
      const german = await placesOf('de')
      assert.ok(isFalling(german.slice(0, 3).toReversed()) && isFalling(german.slice(3).toReversed()), String(german))
    })
  },
)

function madeUpAd() {
  return {
    id: 'ad_1',
    type: 'action_card',
    content: {
      title: 'Trail shoes',
      ctaText: 'See them',
      ctaUrl: 'https://a.example/c',
      destinationDomain: 'shop.example',
    },
    disclosure: { label: 'Sponsored', by: 'Shoes & Co', aiGenerated: true, whyUrl: 'https://a.example/w' },
    tracking: {},
  }
}

/** Draws an ad anew and, with `hides`, hides and reports it: all words that were seen, and how they were marked. */
async function wordsOf(page: Page, options: object | undefined, hides = true): Promise<any> {
  return page.evaluate(
    ([options, ad, hides]) => {
      const { aside, document } = globalThis as any
      const ads = document.querySelector('#ads')
      ads.replaceChildren()
      aside.adoptStyles()
      const [box] = aside.showAds(ads, { ...ad, id: undefined }, options).elements
      const [why, hide, ai] = ['.aside-why', '.aside-hide', '.aside-ai'].map((part) => box.querySelector(part))
      const langs = [why, hide, ai].map((part) => part.getAttribute('lang'))
      const spoken = { made: ai.textContent, spoken: box.getAttribute('aria-label') }
      const seen = { ...spoken, why: why.textContent, hide: hide.textContent, dir: box.getAttribute('dir') }
      if (!hides) return { ...seen, langs }
      hide.click()
      const note = box.querySelector('.aside-note')
      const report = note.querySelector('button')
      langs.push(note.getAttribute('lang'), report.getAttribute('lang'))
      const more = { hidden: note.firstChild.data.trim(), report: report.textContent }
      report.click()
      return { ...seen, ...more, reported: note.textContent, langs }
    },
    [options, madeUpAd(), hides] as const,
  )
}

async function inChat(settings: { readonly locale?: string }, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(settings)
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto(chat.url)
    await page.waitForFunction(() => 'aside' in globalThis)
    await use(page)
    assert.deepEqual(faults, [])
  } finally {
    await context.close()
  }
}
