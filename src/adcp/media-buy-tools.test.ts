import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '../domain/errors.ts'
import { type MediaBuyToolDeps, mediaBuyTools } from './media-buy-tools.ts'

test('a media buy is not told as one without an account because the store could not be asked for it', async () => {
  const deps = {
    findMediaBuys: async () => [{ buy: { advertiserId: 'adv_1' }, status: 'active' }],
    findAccount: async () => {
      throw new ServiceError('unavailable', 'The store has more to do than it can take; try again in a moment')
    },
  } as unknown as MediaBuyToolDeps
  const tools = new Map(mediaBuyTools(deps, {} as never))
  const asked = tools.get('get_media_buys')!.answer({} as never, { media_buy_ids: ['mb_1'] } as never, {} as never)
  await assert.rejects(asked, { code: 'unavailable' })
})
