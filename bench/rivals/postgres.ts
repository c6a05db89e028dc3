// PostgreSQL's full text search, in a cluster of its own that lives as long as the bench: a weighted tsvector with a GIN
// index, ordered by ts_rank.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule } from './load-module.ts'
import { type Found, MissingRival, type OpenRival } from './rival.ts'

interface Pool {
  query(
    query: string | { name: string; text: string; values: unknown[] },
    values?: unknown[],
  ): Promise<{ rows: never[] }>
  end(): Promise<void>
}
type PgModule = { default: { Pool: new (options: object) => Pool } }

const CONNECTIONS = 4
const PORT = 54_329

export const openPostgres: OpenRival = async ({ modules, folder }) => {
  const { module } = await loadModule<PgModule>(modules, 'pg')
  const cluster = startCluster(join(folder, 'postgres'))
  const pool = new module.default.Pool({
    host: cluster.socketFolder,
    port: PORT,
    user: cluster.user,
    database: 'postgres',
    max: CONNECTIONS,
  })
  await pool.query(`CREATE TABLE ads (id text, title text, description text, landing_url text, words tsvector)`)
  const { rows } = await pool.query('SHOW server_version')
  return {
    name: `PostgreSQL ${(rows[0]! as { server_version: string }).server_version.split(' ')[0]} full text`,
    async add(ads) {
      const lists = [ads.map(({ id }) => id), ads.map(({ title }) => title), ads.map(({ description }) => description)]
      const tags = ads.map(({ keywords, categories }) => [...keywords, ...categories].join(' '))
      await pool.query(
        `INSERT INTO ads SELECT id, title, description, url,
           setweight(to_tsvector('english', title), 'A') || to_tsvector('english', description || ' ' || tags)
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS ad (id, title, description, url, tags)`,
        [...lists, ads.map(({ landingUrl }) => landingUrl), tags],
      )
    },
    async finish() {
      await pool.query('CREATE INDEX ON ads USING gin (words)')
      await pool.query('VACUUM ANALYZE ads')
    },
    async search(words, limit) {
      const { rows: found } = await pool.query({
        name: 'best',
        text: `SELECT id, title, description, landing_url AS "landingUrl", ts_rank(words, query) AS score
          FROM ads, to_tsquery('english', $1) AS query WHERE words @@ query ORDER BY score DESC LIMIT $2`,
        values: [words.map((word) => `'${word}'`).join(' | '), limit],
      })
      return found as readonly Found[]
    },
    processes: () => cluster.processes(),
    async close() {
      await pool.end()
      cluster.stop()
    },
  }
}

// The server refuses to run as root, so there it runs as the user that its package made.
function startCluster(folder: string) {
  const binaries = binFolder()
  const asRoot = process.getuid?.() === 0
  mkdirSync(folder, { recursive: true })
  if (asRoot) {
    const { stdout } = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' })
    if (stdout.trim() === '') throw new MissingRival('PostgreSQL does not run as root, and there is no user postgres')
    chownSync(folder, Number(stdout), -1)
    chmodSync(join(folder, '..'), 0o755)
  }
  const run = (program: string, args: string[]) => {
    const command = [join(binaries, program), ...args]
    const [file, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    const { status, stderr } = spawnSync(file!, rest, {
      encoding: 'utf8',
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new MissingRival(`${program} ended with ${status}: ${stderr?.slice(-500)}`)
  }
  const data = join(folder, 'data')
  const user = asRoot ? 'postgres' : (process.env.USER ?? 'postgres')
  run('initdb', ['-D', data, '-U', user, '-A', 'trust', '--no-sync'])
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -p ${PORT} -c shared_buffers=512MB -c work_mem=64MB -c jit=off -c max_parallel_workers_per_gather=0`
  run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  return {
    socketFolder: folder,
    user,
    processes: () => [postmaster, ...childrenOf(postmaster)],
    stop: () => run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']),
  }
}

function binFolder(): string {
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian)) {
    const newest = readdirSync(debian).sort((a, b) => Number(b) - Number(a))[0]
    if (newest !== undefined) return join(debian, newest, 'bin')
  }
  const found = (process.env.PATH ?? '').split(':').find((path) => existsSync(join(path, 'initdb')))
  if (found === undefined) throw new MissingRival('PostgreSQL is not installed: there is no initdb on the PATH')
  return found
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
