// A PostgreSQL of its own for a test or a bench: a fresh cluster on a socket in a folder, gone with it.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PORT = 54_329

export interface Cluster {
  readonly socketFolder: string
  readonly port: number
  readonly user: string
  /** An address as DATABASE_URL takes it. */
  url(database: string): string
  /** Runs statements in a database, one after another. */
  sql(statements: readonly string[], database?: string): string
  /** The numbers of its processes. */
  processes(): number[]
  start(): void
  /** `immediate`: as if the power went. */
  stop(how?: 'fast' | 'immediate'): void
  /** Stops it, and takes its folder away. */
  remove(): void
}

/** What this machine lacks for it, in words; undefined where it lacks nothing. */
export function missingForPostgres(): string | undefined {
  if (binFolder() === undefined) return 'PostgreSQL is not installed: there is no initdb on the PATH'
  if (isRoot() && userOfPackage() === undefined) return 'PostgreSQL does not run as root, and there is no user postgres'
  return undefined
}

/** @param settings as `postgres -c` takes them. @throws Error where the machine lacks something, or a program fails */
export function startCluster(settings: readonly string[] = []): Cluster {
  const missing = missingForPostgres()
  if (missing !== undefined) throw new Error(missing)
  const binaries = binFolder()!
  const folder = mkdtempSync(join(tmpdir(), 'aside-postgres-'))
  const data = join(folder, 'data')
  const user = isRoot() ? 'postgres' : (process.env.USER ?? 'postgres')
  if (isRoot()) chownSync(folder, userOfPackage()!, -1)

  const run = (program: string, args: readonly string[], output: 'ignore' | 'pipe' = 'ignore') => {
    const command = [join(binaries, program), ...args]
    // The server refuses to run as root, so there it runs as the user that its package made.
    const [file, ...rest] = isRoot() ? ['runuser', '-u', user, '--', ...command] : command
    const { status, stdout, stderr } = spawnSync(file!, rest, {
      encoding: 'utf8',
      cwd: folder,
      stdio: ['ignore', output, 'pipe'],
    })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr?.slice(-500)}`)
    return stdout ?? ''
  }
  const all = [`listen_addresses=''`, `unix_socket_directories='${folder}'`, ...settings].map((one) => `-c ${one}`)
  const cluster: Cluster = {
    socketFolder: folder,
    port: PORT,
    user,
    url: (database) => `postgres://${user}@localhost:${PORT}/${database}?host=${encodeURIComponent(folder)}`,
    sql: (statements, database = 'postgres') =>
      run(
        'psql',
        ['-h', folder, '-p', String(PORT), '-U', user, '-d', database, '-qAtX', '-v', 'ON_ERROR_STOP=1'].concat(
          statements.flatMap((statement) => ['-c', statement]),
        ),
        'pipe',
      ).trim(),
    processes() {
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
      return [postmaster, ...childrenOf(postmaster)]
    },
    start: () =>
      void run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', `-p ${PORT} ${all.join(' ')}`, 'start']),
    stop: (how = 'immediate') => void run('pg_ctl', ['-D', data, '-w', '-m', how, 'stop']),
    remove() {
      process.off('exit', cluster.remove)
      if (existsSync(join(data, 'postmaster.pid'))) cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  run('initdb', ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  cluster.start()
  // Whoever forgets it, or is broken off, leaves no server behind.
  process.once('exit', cluster.remove)
  return cluster
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function userOfPackage(): number | undefined {
  const { stdout } = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' })
  return stdout.trim() === '' ? undefined : Number(stdout)
}

function binFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian)) {
    const newest = readdirSync(debian).sort((a, b) => Number(b) - Number(a))[0]
    if (newest !== undefined) return join(debian, newest, 'bin')
  }
  return (process.env.PATH ?? '').split(':').find((path) => existsSync(join(path, 'initdb')))
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? [Number(name)] : []
      } catch {
        return [] // it ended meanwhile
      }
    })
}
