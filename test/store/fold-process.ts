// A process that folds hours into days, and kills itself in the middle of a step.
// Arguments: data folder, the day before which hours are folded, and how many steps go well; all where there is no third.
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../src/store/open.ts'

const [dataDir, beforeDay, steps = Infinity] = process.argv.slice(2)
const store = await openStore({ dataDir: dataDir! })
const step = () => store.reports.foldSome(Number(beforeDay))
for (let done = 0, isMore = true; isMore; done++) {
  if (done === Number(steps)) {
    void step()
    // A step takes some milliseconds in the store's thread.
    await sleep(2)
    process.kill(process.pid, 'SIGKILL')
  }
  isMore = await step()
}
await store.close()
