import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 25

/** Looks again and again until it is so. @throws Error naming what was waited for, after `withinMs` */
export async function until(what: string, withinMs: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not so within ${withinMs} ms: ${what}`)
    await sleep(STEP_MS)
  }
}
