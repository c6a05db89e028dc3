// Works on a store directly, for what must be possible while no server runs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PEPPER_SETTING } from '../actions/keys/open-secrets.ts'
import { readConfig } from '../config.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Store } from '../store/contract.ts'
import { DATABASE, openStore } from '../store/open.ts'
import { placeOf } from '../store/postgres/place.ts'
import { CliError } from './failures.ts'

/**
 * Opens a store, does the work, and closes it again. Never takes one for it that it makes anew.
 * @param dataDir the folder of an embedded store; default: the store of the settings, which DATABASE_URL or ASIDE_DATA_DIR name
 * @param inUseHint what to do where a server has the folder open
 * @throws CliError where there is no store, or a server has it open
 */
export async function withDataFolder<T>(
  dataDir: string | undefined,
  work: (store: Store) => Promise<T>,
  inUseHint = 'Stop that server first, or leave --data-dir and --offline away to ask it over HTTP.',
): Promise<T> {
  const config = readConfig(process.env)
  const folder = dataDir ?? config.dataDir
  const databaseUrl = dataDir === undefined ? config.databaseUrl : undefined
  if (databaseUrl === undefined && !existsSync(join(folder, DATABASE))) throw noStore(folder)
  // The folder of a server whose data is in PostgreSQL holds nothing that is asked for here.
  const place = databaseUrl === undefined ? { dataDir: folder } : { databaseUrl }
  const store = await openStore(place).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'conflict') throw error
    throw new CliError(error.message, { code: 'in_use', hint: inUseHint })
  })
  try {
    if (databaseUrl !== undefined && (await store.settings.read(PEPPER_SETTING)) === undefined)
      throw noStore(placeOf(databaseUrl))
    return await work(store)
  } finally {
    await store.close()
  }
}

function noStore(place: string): CliError {
  return new CliError(`There is no store in "${place}".`, {
    code: 'no_store',
    hint: 'Name its folder with --data-dir or ASIDE_DATA_DIR, or its PostgreSQL in DATABASE_URL.',
  })
}
