import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Looks again and again until it is so.
 * @param stepMs between two looks; less than the default is for a test that waits hundreds of times in a row
 * @throws Error naming what was waited for, after `withinMs`
 */
export async function until(
  what: string,
  withinMs: number,
  isSo: () => boolean | Promise<boolean>,
  stepMs = 25,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not so within ${withinMs} ms: ${what}`)
    await sleep(stepMs)
  }
}
