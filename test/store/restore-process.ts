// A process that restores a backup and is killed right before its n-th change of the folder; it says how many it made where it was not.
// Arguments: data folder, backup, n.
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [dataDir, backup, killAt] = process.argv.slice(2)
const CHANGES = ['chmod', 'copyFile', 'link', 'mkdir', 'rename', 'rm'] as const
let changes = 0

for (const name of CHANGES) {
  const change = fs[name] as (...args: unknown[]) => Promise<unknown>
  const counted = (...args: unknown[]) => {
    if (++changes === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    return change(...args)
  }
  Object.assign(fs, { [name]: counted })
}
syncBuiltinESMExports()

const { restoreStore } = await import('../../src/store/restore.ts')
await restoreStore({ dataDir: dataDir!, backup: backup!, replace: true, nowMs: Date.now() })
console.log(changes)
