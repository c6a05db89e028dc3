// Publishers, advertisers, campaigns and keys in memory, by id and by number, fed by the stream of inventory changes.
import type { Advertiser } from '../domain/advertiser.ts'
import type { ApiKey } from '../domain/api-key.ts'
import type { Campaign } from '../domain/campaign.ts'
import type { EntityBase } from '../domain/entity.ts'
import type { Publisher } from '../domain/publisher.ts'

/** Archived entities stay, marked so: old links and reports still name them. */
export interface Shelf<T extends EntityBase> {
  byId(id: string): T | undefined
  byNumber(number: number): T | undefined
  put(entity: T): void
  all(): IterableIterator<T>
  size(): number
}

export interface Directory {
  readonly publishers: Shelf<Publisher>
  readonly advertisers: Shelf<Advertiser>
  readonly campaigns: Shelf<Campaign>
  readonly keys: Shelf<ApiKey>
  keyByPublicId(publicId: string): ApiKey | undefined
  /** Grows with each change, so that what was derived from the directory can be kept until then. */
  version(): number
}

export function createDirectory(): Directory {
  let version = 0
  const changed = () => {
    version++
  }
  const keyIds = new Map<string, string>()
  const keys = createShelf<ApiKey>(changed)
  return {
    version() {
      return version
    },
    publishers: createShelf<Publisher>(changed),
    advertisers: createShelf<Advertiser>(changed),
    campaigns: createShelf<Campaign>(changed),
    keys: {
      ...keys,
      put(key) {
        keyIds.set(key.publicId, key.id)
        keys.put(key)
      },
    },
    keyByPublicId: (publicId) => keys.byId(keyIds.get(publicId) ?? ''),
  }
}

function createShelf<T extends EntityBase>(changed: () => void): Shelf<T> {
  const byId = new Map<string, T>()
  const byNumber: (T | undefined)[] = []
  return {
    byId: (id) => byId.get(id),
    byNumber: (number) => byNumber[number],
    put(entity) {
      byId.set(entity.id, entity)
      byNumber[entity.number] = entity
      changed()
    },
    all: () => byId.values(),
    size() {
      return byId.size
    },
  }
}
