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
  onStop: (reason) => writeSync(1, `stopped ${reason}\n`),
})
if (!(await store.inventory.find('ad', 'ad_1'))) await seed(store)
writeSync(1, 'ready\n')

let serial = Number(first)
await Promise.all(Array.from({ length: CALLERS }, click))

async function click(): Promise<void> {
  for (;;) {
    const mine = serial++
    const [outcome] = await store.ledger.append([eventOf('click', linkOf(mine))])
    if (outcome!.chargedMicros > 0) writeSync(1, `acknowledged ${mine}\n`)
  }
}
