// Orders that contradict themselves, or meet what somebody did in another way.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { buyOf, type Seller, startSeller } from './support.ts'

describe('odd orders', () => {
  let seller: Seller
  before(async () => {
    seller = await startSeller()
  })
  after(() => seller.stop())

  const refused = (media_buy_id: string, more: object) => seller.refusal('update_media_buy', { media_buy_id, ...more })

  test('what is called a rehearsal makes no order', async () => {
    const { code, field } = await seller.refusal('create_media_buy', { ...buyOf(), dry_run: true })
    assert.deepEqual([code, field], ['UNSUPPORTED_FEATURE', 'dry_run'])
    const { media_buys } = await seller.must('get_media_buys', { status_filter: 'pending_creatives' })
    assert.deepEqual(media_buys, [])
    const { media_buy_id } = await seller.must('create_media_buy', { ...buyOf(), dry_run: false })
    assert.equal((await refused(media_buy_id, { canceled: true, dry_run: true })).field, 'dry_run')
  })
})
