// Starts a server in a child process and asks it what it has spent, so that a bench pays for the server alone.
import { MALLOC_SETTINGS, NODE_FLAGS, ROOT } from '../scripts/find-node.mjs'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ServerProcess {
  readonly baseUrl: string
  readonly pid: number
  /** Milliseconds from the start of the process until it listened. */
  readonly startMs: number
  /** Processor time of all its threads so far, in microseconds. */
  cpuMicroseconds(): Promise<number>
  /** The most memory it held at any time so far, and what it holds now (resident set). */
  peakBytes(): Promise<number>
  bytes(): number
  /** Lets it finish and close its files. */
  close(): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
}

/**
 * Runs a module that sends `{ baseUrl }` once it listens, answers `usage` with its spending, and ends on disconnect.
 * @param nodeFlags such as `--cpu-prof`
 * @throws Error with what the child said last where it ends before it listens
 */
export async function startServerProcess(
  module: string,
  { env = {}, nodeFlags = [] }: { env?: Record<string, string>; nodeFlags?: readonly string[] } = {},
): Promise<ServerProcess> {
  const startedMs = performance.now()
  const child = fork(new URL(module, import.meta.url), {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...MALLOC_SETTINGS, ...env },
    execArgv: [...NODE_FLAGS, ...nodeFlags],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said = lastWordsOf(child)
  const { baseUrl } = await firstMessage(child, said)
  const usage = async () => {
    child.send('usage')
    const [answer] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage; peakBytes: number }]
    return answer
  }
  const ended = once(child, 'exit')
  return {
    baseUrl,
    pid: child.pid!,
    startMs: performance.now() - startedMs,
    cpuMicroseconds: async () => {
      const { user, system } = (await usage()).cpu
      return user + system
    },
    peakBytes: async () => (await usage()).peakBytes,
    bytes: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1024,
    async close() {
      child.disconnect()
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

// As `npm start` starts the service, see runWith.
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'compile')

function lastWordsOf(child: ChildProcess): () => string {
  let words = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4_000)
  })
  return () => words
}

async function firstMessage(child: ChildProcess, said: () => string): Promise<{ baseUrl: string }> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as { baseUrl: string }))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened: ${said()}`)))
  })
}
