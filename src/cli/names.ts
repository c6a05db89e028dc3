// Names in the place of ids, for tables that people read.
import type { ApiClient } from './api-client.ts'

/** Beyond this ids stand in the table: each name is a call. */
const NAMES_MAX = 60

/**
 * Names by id, as far as they can be read.
 * @param places by id, the resource of the API that keeps it, such as publishers
 */
export async function readNames(
  places: ReadonlyMap<string, string>,
  client: Pick<ApiClient, 'call'>,
): Promise<ReadonlyMap<string, string>> {
  const read = async ([id, place]: [string, string]): Promise<[string, string]> => {
    const { name } = await client.call<{ name: string }>('GET', `/api/v1/${place}/${id}`)
    return [id, name]
  }
  const found = await Promise.allSettled([...places].slice(0, NAMES_MAX).map(read))
  return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
}
