// A process that clicks as fast as the store acknowledges and says so line by line, until it is killed.
// Arguments: data folder, first serial, FULL or NORMAL.
import { writeSync } from 'node:fs'
import { openStore } from '../../src/store/open.ts'
import { eventOf, linkOf, seed } from './entities.ts'

const [dataDir, first, synchronous] = process.argv.slice(2)
const CALLERS = 16

const store = await openStore({
  dataDir: dataDir!,
  synchronous: synchronous as 'FULL' | 'NORMAL',
  onStop: (reason) => say(`stopped ${reason}`),
})
if (!(await store.inventory.find('ad', 'ad_1'))) await seed(store)
say('ready')

let serial = Number(first)
await Promise.all(Array.from({ length: CALLERS }, click))

async function click(): Promise<void> {
  for (;;) {
    const mine = serial++
    const [outcome] = await store.ledger.append([eventOf('click', linkOf(mine))])
    if (outcome!.chargedMicros > 0) say(`acknowledged ${mine}`)
  }
}

// At once, since the next moment may be the last; whoever listens may be too busy to have emptied the pipe.
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}
