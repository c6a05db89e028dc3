// What processes have spent and hold, as Linux tells it.
import { readFileSync } from 'node:fs'

/** Of a kernel that counts in hundredths of a second, as all do by now. */
const TICK_MICROSECONDS = 10_000

/** Processor time of the processes in microseconds, and the memory that is theirs or their share of what is common. */
export function spentBy(pids: readonly number[]): { cpuMicroseconds: number; bytes: number } {
  let cpuMicroseconds = 0
  let bytes = 0
  for (const pid of pids) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    cpuMicroseconds += (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS
    bytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) * 1024
  }
  return { cpuMicroseconds, bytes }
}
