// What a person reads on a page of the console, for tests that wait until it stands there.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { until } from '../support/until.ts'

/** Waits until what a person reads there, with single blanks, fits; the page may still be reading. */
export async function says(there: Locator, pattern: RegExp): Promise<void> {
  let text = ''
  const fits = async () => pattern.test((text = (await there.innerText()).replaceAll(/\s+/g, ' ').trim()))
  await until(`this fits ${pattern}`, 5_000, fits).catch((error: unknown) => {
    throw new assert.AssertionError({ message: String(error), actual: text, expected: pattern, operator: 'says' })
  })
}

/** Waits until the tab has such a name. It gets it once the page is drawn, so a moment after its text is there. */
export function called(page: Page, pattern: RegExp): Promise<void> {
  return until(`the tab is called ${pattern}`, 5_000, async () => pattern.test(await page.title()))
}
