// The whole service as a process of its own, with the flags of `npm start`, on a folder and a port of its own: started, called,
// stopped and killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MALLOC_SETTINGS, NODE_FLAGS } from '../../scripts/find-node.mjs'
import { type Answer, createHttpClient, type HttpClient } from './http-client.ts'
import { until } from './until.ts'

/** Where a service lives; it stays the same over restarts, so that links go on working. */
export interface Place {
  readonly dataDir: string
  readonly port: number
  remove(): void
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Milliseconds from the signal to the end of the process. */
  readonly afterMs: number
}

export interface RunningService {
  readonly url: string
  readonly place: Place
  readonly pid: number
  readonly client: HttpClient
  /** All it has written so far: log lines and words for people. */
  output(): string
  /** Calls with the operator's key; a path is taken from the service's address. */
  admin(method: string, path: string, body?: unknown): Promise<Answer>
  /** As `admin`, for calls that must succeed: the answer's JSON. @throws Error showing the answer */
  must<T = any>(method: string, path: string, body?: unknown): Promise<T>
  /** Resident memory in bytes, where the system tells it. */
  memoryBytes(): number
  terminate(): Promise<Exit>
  kill(): Promise<Exit>
}

export const ADMIN_KEY = 'operator-key-of-the-service-tests'
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const READY_WITHIN_MS = 30_000

export async function openPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'aside-service-'))
  return { dataDir, port: await freePort(), remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/**
 * Starts the service and resolves once it is ready.
 * @param env settings besides the folder, the port and the operator's key
 * @param options.openFilesMax how many files it may hold open; default: as many as the tests
 * @throws Error with what the process wrote, where it ends or does not get ready
 */
export async function startProcess(
  place: Place,
  env: Readonly<Record<string, string>> = {},
  { openFilesMax }: { openFilesMax?: number } = {},
): Promise<RunningService> {
  const child = spawnService(place, env, openFilesMax)
  const output = collect(child)
  const ended = endOf(child)
  const url = `http://127.0.0.1:${place.port}`
  const client = createHttpClient()
  await untilReady(client, url, ended, output)

  const admin = (method: string, path: string, body?: unknown) =>
    client.send(url + path, { method, body, headers: { authorization: `Bearer ${ADMIN_KEY}` } })
  const end = async (signal: NodeJS.Signals): Promise<Exit> => {
    const sentMs = performance.now()
    child.kill(signal)
    const exit = await ended
    client.close()
    return { ...exit, afterMs: performance.now() - sentMs }
  }
  return {
    url,
    place,
    pid: child.pid!,
    client,
    output,
    admin,
    async must(method, path, body) {
      const answer = await admin(method, path, body)
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.json()
    },
    memoryBytes: () => residentBytes(child.pid!),
    terminate: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Starts a process that is expected to be refused, and tells how it ended. */
export async function refusedStart(
  place: Pick<Place, 'dataDir' | 'port'>,
  env: Readonly<Record<string, string>> = {},
): Promise<Omit<Exit, 'afterMs'> & { output: string }> {
  const child = spawnService(place, env)
  const output = collect(child)
  const cut = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
  const exit = await endOf(child)
  clearTimeout(cut)
  return { ...exit, output: output() }
}

function spawnService(
  { dataDir, port }: Pick<Place, 'dataDir' | 'port'>,
  env: Readonly<Record<string, string>>,
  openFilesMax?: number,
): ChildProcess {
  const node = [process.execPath, ...NODE_FLAGS, MAIN]
  const [command = '', ...args] =
    openFilesMax === undefined ? node : ['sh', '-c', `ulimit -n ${openFilesMax} && exec "$@"`, 'sh', ...node]
  const { PATH = '', HOME = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env
  return spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      // As `npm start` does, which hands the tests this folder, too.
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      ASIDE_DATA_DIR: dataDir,
      PORT: String(port),
      ASIDE_ADMIN_KEY: ADMIN_KEY,
      LOG_LEVEL: 'info',
      ASIDE_WORKERS: '2',
      ...MALLOC_SETTINGS,
      ...env,
    },
  })
}

function collect(child: ChildProcess): () => string {
  const parts: string[] = []
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text) => parts.push(text))
  return () => parts.join('')
}

function endOf(child: ChildProcess): Promise<Omit<Exit, 'afterMs'>> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
}

async function untilReady(
  client: HttpClient,
  url: string,
  ended: Promise<unknown>,
  output: () => string,
): Promise<void> {
  let gone = false
  void ended.then(() => {
    gone = true
  })
  const isReady = async () => {
    if (gone) throw new Error(`the service ended while it started:\n${output()}`)
    const answer = await client.send(`${url}/readyz`, { patienceMs: 2_000 }).catch(() => undefined)
    return answer?.status === 200
  }
  await until('the service is ready', READY_WITHIN_MS, isReady)
}

/** A port that nobody listens on now, above those that browsers and `fetch` refuse. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    if (port > 10_080) return port
  }
}

function residentBytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return pages * 4_096
  } catch {
    return Number.NaN
  }
}
