// The chat app of docs/chat-app.md as a reader would run it: in a real browser, beside a service, and beside none.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Browser, type Page, chromium } from 'playwright-core'
import { findBrowser } from './console/find-browser.ts'
import { PERSON } from './support/http-client.ts'
import { freePort, openPlace, type Place, type RunningService, startProcess } from './support/service.ts'
import { until } from './support/until.ts'

const executablePath = findBrowser()
const skip = executablePath === undefined && 'no Chromium was found; CHROMIUM_PATH can name one'
if (skip) console.error(`\nSKIPPED: the chat app of the docs in a browser: ${skip}\n`)
const SERVER = fileURLToPath(new URL('../docs/examples/chat-app/server.mjs', import.meta.url))

let place: Place
let service: RunningService
let browser: Browser
let key: string

before(async () => {
  if (skip) return
  place = await openPlace()
  ;[service, browser] = await Promise.all([
    startProcess(place, { ASIDE_DEMO: 'on' }),
    chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] }),
  ])
  const { data } = await service.must('GET', '/api/v1/publishers')
  const made = { publisherId: data[0].id, scopes: ['ads:request'] }
  key = (await service.must('POST', '/api/v1/keys', made)).key
})
after(async () => {
  await browser?.close()
  await service?.terminate()
  place?.remove()
})

test(
  'the chat app of the docs shows cards and links with their labels, and reports them shown, seen and clicked',
  { skip },
  async () => {
    await inChat({ ASIDE_URL: service.url, ASIDE_KEY: key }, async (page) => {
      const card = page.locator('.aside-ad').first()
      // A chat does without ads that come late, as they may on a machine that does much else; then the next turn has them.
      await until('a turn has ads', 60_000, async () => {
        await page.getByRole('button', { name: 'Send' }).click()
        return card.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        )
      })
      assert.match(await card.innerText(), /^Sponsored · \S+/)
      const link = page.locator('#answer a[rel~=sponsored]').first()
      assert.match(await page.locator('#answer').innerText(), /trail running shoes Sponsored · /)
      assert.match((await link.getAttribute('href'))!, new RegExp(`^${service.url}/c/`))
      const ads = (await page.locator('.aside-ad').count()) + (await page.locator('#answer a[rel~=sponsored]').count())

      const popup = page.waitForEvent('popup')
      await card.locator('.aside-cta').click() // which card is first is chance, and so is what its link is called
      await (await popup).waitForURL(/\/demo\//)
      const counted = async () =>
        (await service.must('GET', '/api/v1/reports?metrics=impressions,viewable,clicks')).totals
      await page.bringToFront()
      await until('all is reported', 10_000, async () => {
        const { impressions, viewable, clicks } = await counted()
        return impressions >= ads && viewable >= ads && clicks === 1 // ads of a turn that was late are seen too
      })
    })
  },
)

test('the chat app of the docs goes on without ads where the service refuses or is not there', { skip }, async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  for (const aside of [
    { ASIDE_URL: service.url, ASIDE_KEY: 'ak_live_wrong' },
    { ASIDE_URL: nowhere, ASIDE_KEY: key },
  ]) {
    await inChat(aside, async (page, output) => {
      await page.getByRole('button', { name: 'Send' }).click()
      await until('the answer is whole', 5_000, async () =>
        (await page.locator('#answer').innerText()).endsWith('a warm down jacket.'),
      )
      await until('the log says why', 5_000, async () => /No ads: (401 auth_invalid|Aside did not)/.test(output()))
      assert.equal(await page.locator('.aside-ad').count(), 0)
    })
  }
})

test('the chat app of the docs says of each slot that stays empty why', { skip }, async () => {
  const policy = { minRelevance: 1 }
  const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name: 'Choosy', policy })
  const { key } = await service.must('POST', '/api/v1/keys', { publisherId, scopes: ['ads:request'] })
  await inChat({ ASIDE_URL: service.url, ASIDE_KEY: key }, async (page, output) => {
    // On a machine that does much else the answer may come late, and then says nothing of slots.
    await until('the log says why', 60_000, async () => {
      await page.getByRole('button', { name: 'Send' }).click()
      return until('one answer', 5_000, async () => /^No ad for below-answer: relevance_below_/m.test(output())).then(
        () => true,
        () => false,
      )
    })
    assert.match(output(), /^No ad for in-answer: \w+.* \[req_\w+\]$/m)
  })
})

test('the chat app of the docs survives an address without a path', { skip }, async () => {
  await inChat({ ASIDE_URL: service.url, ASIDE_KEY: key }, async (page) => {
    const { origin } = new URL(page.url())
    assert.equal((await fetch(`${origin}//`)).status, 404)
    assert.equal((await fetch(origin)).status, 200)
  })
})

test('the page of the docs without a server of its own shows ads as it stands', { skip }, async () => {
  const page = await readFile(new URL('../docs/chat-app.md', import.meta.url), 'utf8')
  const [, lines] = /```html\n(.*?)```/s.exec(page)!
  let html = ''
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { id: publisherId } = await service.must('POST', '/api/v1/publishers', { name: 'Of the page' })
  const made = { publisherId, mode: 'browser', origins: [origin], scopes: ['ads:request'] }
  const { key } = await service.must('POST', '/api/v1/keys', made)
  html = `<!doctype html>${lines!.replace('https://ads.example', service.url).replace('pk_live_…', key)}`
  const context = await browser.newContext({ userAgent: PERSON })
  try {
    const tab = await context.newPage()
    // Again, where the answer comes late on a machine that does much else.
    await until('there are ads', 60_000, async () => {
      await tab.goto(origin)
      return tab
        .getByText(/^Sponsored · /)
        .nth(1)
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        )
    })
  } finally {
    await context.close()
    server.close()
  }
})

async function inChat(
  env: Readonly<Record<string, string>>,
  use: (page: Page, output: () => string) => Promise<void>,
): Promise<void> {
  const server: ChildProcess = spawn(process.execPath, [SERVER], { env: { ...env, PORT: '0' } })
  let output = ''
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (bytes) => (output += bytes))
  const context = await browser.newContext({ userAgent: PERSON, viewport: { width: 1_000, height: 2_000 } })
  try {
    await until('the chat listens', 10_000, async () => output.includes('Chat on '))
    const page = await context.newPage()
    await page.goto(/Chat on (\S+)/.exec(output)![1]!)
    await use(page, () => output)
  } finally {
    await context.close()
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
  }
}
