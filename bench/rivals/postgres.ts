// PostgreSQL's full text search, in a cluster of its own that lives as long as the bench: a weighted tsvector with a GIN
// index, ordered by ts_rank.
import { missingForPostgres, startCluster } from '../../test/support/postgres.ts'
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
const SETTINGS = ['shared_buffers=512MB', 'work_mem=64MB', 'jit=off', 'max_parallel_workers_per_gather=0']

export const openPostgres: OpenRival = async ({ modules }) => {
  const { module } = await loadModule<PgModule>(modules, 'pg')
  const missing = missingForPostgres()
  if (missing !== undefined) throw new MissingRival(missing)
  const cluster = startCluster(SETTINGS)
  const pool = new module.default.Pool({
    host: cluster.socketFolder,
    port: cluster.port,
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
      cluster.remove()
    },
  }
}
