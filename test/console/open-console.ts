// The console in a real browser, against a whole service behind a path prefix, for tests that use it as people would.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type Browser, type BrowserContextOptions, type Page, type Request, chromium } from 'playwright-core'
import { openPlace, type RunningService, startProcess } from '../support/service.ts'
import { until } from '../support/until.ts'
import { type ConsoleStock, createConsoleStock } from './console-stock.ts'
import { findBrowser } from './find-browser.ts'

const executablePath = findBrowser()
/** Why the tests of the console are skipped; false where there is a browser. */
export const skip = executablePath === undefined && 'no Chromium was found; CHROMIUM_PATH can name one'
/** What addresses of the service begin with for a browser; it answers without it, too. */
export const PREFIX = '/ads/here'
/** For tests that set the clock, which a whole window has in common. */
export const OWN_WINDOW: BrowserContextOptions = {}
/** What a test listens to of its page. */
const EVENTS = ['pageerror', 'console', 'response', 'request', 'requestfinished', 'requestfailed'] as const
const WINDOW_SIZE = { width: 1280, height: 720 }

const QUIET_MS = 100
const provoked = new WeakMap<Page, readonly number[]>()
/** What a page asked for that is neither answered nor given up. */
const unanswered = new WeakMap<Page, Set<Request>>()

export interface OpenConsole extends ConsoleStock {
  readonly service: RunningService
  readonly browser: Browser
  readonly inConsole: InConsole
}

/**
 * Signs in, does something, signs out; whatever the page's program complained about fails the test.
 * @param options of a browser window of its own, which takes as much of the machine again as the test in a tab
 */
export type InConsole = (
  key: string,
  work: (page: Page, seen: Seen) => Promise<void>,
  options?: BrowserContextOptions,
) => Promise<void>

export interface Seen {
  /** Addresses outside the service that the page asked for. */
  readonly foreign: string[]
}

/**
 * Opens a service with the stock of the demo, and a browser, for all tests of a file, and closes both behind them. Where no browser is
 * found it says so and opens nothing: the tests are to be skipped then.
 */
export async function openConsole(): Promise<OpenConsole> {
  if (skip) {
    console.error(`\nSKIPPED: the console in a browser (test/console): ${skip}\n`)
    return {} as OpenConsole
  }
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
  const browser = await chromium.launch({ executablePath, args })
  after(() => browser.close())
  const place = await openPlace()
  after(() => place.remove())
  const service = await startProcess(place, {
    ASIDE_DEMO: 'on',
    ASIDE_BASE_URL: `http://127.0.0.1:${place.port}${PREFIX}`,
    ASIDE_WEBHOOK_PRIVATE: 'on',
  })
  after(() => service.terminate())
  const inConsole = createInConsole(browser, service, await openTabs(browser))
  return { service, browser, inConsole, ...createConsoleStock(service, PREFIX) }
}

/** Says which refusals and failures a test brings about; any other fails it. */
export function provokes(page: Page, ...statuses: number[]): void {
  provoked.set(page, statuses)
}

/** Waits until all that the page asked for was answered or given up, and for a moment it asks for nothing more. */
export async function settled(page: Page): Promise<void> {
  let quietSinceMs = performance.now()
  await until('all that was asked for is answered', 8_000, async () => {
    if (unanswered.get(page)?.size !== 0) quietSinceMs = performance.now()
    return performance.now() - quietSinceMs >= QUIET_MS
  })
}

function createInConsole(browser: Browser, service: RunningService, tabs: Tabs): InConsole {
  return async (key, work, options) => {
    const context = options && (await browser.newContext(options))
    const page = context ? await context.newPage() : await tabs.take()
    page.setDefaultTimeout(8_000)
    const { seen, faults } = watch(page, service.url)
    if (page.url() === 'about:blank') await page.goto(`${service.url}${PREFIX}/console`)
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await work(page, seen)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    if (context) await context.close()
    else await tabs.giveBack(page)
    assert.deepEqual(faults, [])
  }
}

/** Looks at what the page does and complains about, from now on until its listeners are removed. */
function watch(page: Page, serviceUrl: string): { seen: Seen; faults: string[] } {
  const seen: Seen = { foreign: [] }
  const faults: string[] = []
  const asked = new Set<Request>()
  unanswered.set(page, asked)
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
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  page.on('request', (request) => {
    asked.add(request)
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(serviceUrl)) seen.foreign.push(request.url())
  })
  return { seen, faults }
}

interface Tabs {
  /** The tab that is free, where one signs in; or else a new one, which is nowhere yet. */
  take(): Promise<Page>
  /** To whoever signs in next the tab is as a new one. One whose test failed is never given back. */
  giveBack(page: Page): Promise<void>
}

/**
 * The window that tests have in common, with one tab. What the browser has read and compiled stays in that, and the page is not loaded again
 * for the next one who signs in: a new tab costs a second of the machine, and a new load a fifth.
 */
async function openTabs(browser: Browser): Promise<Tabs> {
  const kept = await browser.newContext()
  let tab: Page | undefined
  return {
    async take() {
      const taken = tab
      tab = undefined
      return taken ?? kept.newPage()
    },
    async giveBack(page) {
      const others = kept.pages().filter((one) => one !== page)
      await Promise.all(others.map((one) => one.close()))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      // What is answered later would be told of the next test.
      await until('all that was asked for is answered', 8_000, async () => unanswered.get(page)?.size === 0)
      for (const event of EVENTS) page.removeAllListeners(event)
      provoked.delete(page)
      await page.evaluate('localStorage.clear(); sessionStorage.clear(); location.hash = ""')
      await page.setViewportSize(WINDOW_SIZE)
      await page.mouse.move(0, 0)
      tab = page
    },
  }
}
