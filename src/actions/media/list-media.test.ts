import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../domain/api-key.ts'
import { createListCreatives } from './list-media.ts'

test('what was rejected of an advertiser is read once for a list', async () => {
  const creatives = Array.from({ length: 120 }, (_, i) => ({
    advertiserId: 'adv_1',
    id: `c${i}`,
    number: 120 - i,
    campaignIds: [],
    content: {},
  }))
  let reads = 0
  const deps = {
    store: {
      media: {
        listCreatives: async ({ before = Infinity, limit }: { before?: number; limit: number }) =>
          creatives.filter(({ number }) => number < before).slice(0, limit),
        countCreatives: async () => creatives.length,
      },
    },
    rejections: {
      of: async () => {
        reads++
        return () => ({ text: false, page: false })
      },
    },
    checkCopy: () => undefined,
    manualReview: false,
  }
  const list = createListCreatives(deps as unknown as Parameters<typeof createListCreatives>[0])
  const caller = { scopes: new Set(['inventory:write']), advertiserId: 'adv_1' } as unknown as Caller
  const { total } = await list(caller, { limit: 10, fits: () => true })
  assert.deepEqual([total, reads], [120, 1])
  await list(caller, { limit: 10 })
  assert.equal(reads, 2)
})
