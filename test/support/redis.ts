// A Redis (or Valkey) of its own for a test: on a free port, with nothing kept on disk, gone with the test.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

const PROGRAMS = ['redis-server', 'valkey-server']
const START_MS = 10_000

export interface RedisServer {
  /** An address as REDIS_URL takes it. It stays the same through stops and starts. */
  readonly url: string
  /** Kills it, as if its machine went. Resolves once it is gone. */
  stop(): Promise<void>
  /** Starts it again after a stop, and resolves once it answers. @throws Error where it does not */
  start(): Promise<void>
  /** It accepts connections from then on, and answers none. */
  pause(): void
  goOn(): void
  /** Kills it, and takes its folder away. */
  remove(): Promise<void>
}

/** What this machine lacks for it, in words; undefined where it lacks nothing. */
export function missingForRedis(): string | undefined {
  return program() === undefined
    ? `Redis is not installed: there is no ${PROGRAMS.join(' or ')} on the PATH`
    : undefined
}

/** @param settings as the server's command line takes them. @throws Error where the machine lacks it, or it does not start */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const file = program()
  if (file === undefined) throw new Error(missingForRedis())
  const folder = mkdtempSync(join(tmpdir(), 'aside-redis-'))
  const port = await freePort()
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no']
  let server: ChildProcess | undefined

  const kill = (): void => void server?.kill('SIGKILL')
  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (server === undefined) return
      const gone = server.exitCode === null && server.signalCode === null ? exitOf(server) : undefined
      kill()
      await gone
      server = undefined
    },
    async start() {
      server = spawn(file, [...args, ...settings], { stdio: 'ignore' })
      // A program that cannot be run shows by not answering.
      server.on('error', () => {})
      await until(`a Redis answers on port ${port}`, START_MS, () => answers(port))
    },
    pause: () => void server?.kill('SIGSTOP'),
    goOn: () => void server?.kill('SIGCONT'),
    async remove() {
      process.off('exit', kill)
      await redis.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  // Whoever forgets it, or is broken off, leaves no server behind.
  process.once('exit', kill)
  await redis.start()
  return redis
}

function program(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/local/bin']
  return PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function exitOf(server: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => server.once('exit', resolve))
}

/** Whether it answers a question, be it with a refusal for want of a password. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const line = connect(port, '127.0.0.1', () => line.write('PING\r\n'))
    const end = (isAnswer: boolean): void => {
      line.destroy()
      resolve(isAnswer)
    }
    line.setTimeout(1_000, () => end(false))
    line.once('data', () => end(true)).once('error', () => end(false))
  })
}
