// Starts writer processes and kills them; reads what they were told was safe.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { impressionIdOf } from '../../src/domain/link-token.ts'
import { openStore } from '../../src/store/open.ts'
import { linkOf } from './entities.ts'

const PROGRAM = fileURLToPath(new URL('./writer-process.ts', import.meta.url))

export interface WriterOptions {
  readonly dataDir: string
  readonly firstSerial: number
  readonly synchronous?: 'FULL' | 'NORMAL'
  readonly env?: Record<string, string>
  /** A shell command that runs before the writer takes its place. */
  readonly before?: string
}

/** Lets a writer run until it has been told of so many clicks, kills it, and returns every click it was told of. */
export async function runAndKill(options: WriterOptions & { acknowledgements: number }): Promise<number[]> {
  const child = startWriter(options)
  const acknowledged: number[] = []
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    const serial = /^acknowledged (\d+)$/.exec(line)?.[1]
    if (serial === undefined) continue
    acknowledged.push(Number(serial))
    if (acknowledged.length === options.acknowledgements) child.kill('SIGKILL')
  }
  await closed
  if (acknowledged.length < options.acknowledgements) throw new Error(`The writer ended by itself: ${errors}`)
  return acknowledged
}

export function startWriter({ dataDir, firstSerial, synchronous = 'FULL', env = {}, before = ':' }: WriterOptions) {
  const program = [process.execPath, PROGRAM, dataDir, String(firstSerial), synchronous]
  return spawn('/bin/sh', ['-c', `${before}; exec "$@"`, 'sh', ...program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Counts how often each of these clicks was charged, and the faults of the books. */
export async function readBooks(dataDir: string, serials: readonly number[]) {
  const store = await openStore({ dataDir })
  try {
    const charged = new Map<string, number>()
    for (let after = 0; ;) {
      const page = await store.ledger.entries({ after, limit: 5_000, account: 'platform:fees' })
      if (page.length === 0) break
      for (const { reference } of page) charged.set(reference, (charged.get(reference) ?? 0) + 1)
      after = page.at(-1)!.sequence
    }
    const times = serials.map((serial) => charged.get(`${impressionIdOf(linkOf(serial))}:click`) ?? 0)
    const { faults } = await store.ledger.verify()
    return { lost: times.filter((n) => n === 0).length, repeated: times.filter((n) => n > 1).length, faults }
  } finally {
    await store.close()
  }
}
