import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSettings } from '../../../test/support/settings.ts'
import type { AdContent } from '../../domain/ad.ts'
import { createRejections } from './remember-rejections.ts'

const contentOf = (name: string): AdContent => ({
  title: name,
  description: '',
  landingUrl: `https://shop.example/${name}`,
  keywords: [],
  categories: [],
  formats: ['action_card'],
})

test('what two processes reject of an advertiser in the same moment is remembered, both of it', async () => {
  const settings = createSettings()
  const [one, other] = [createRejections({ settings }), createRejections({ settings })]
  const [lamp, tent] = [contentOf('lamp'), contentOf('tent')]
  await Promise.all([one.note('adv_1', lamp, 'rejected'), other.note('adv_1', tent, 'rejected')])
  const recurrenceOf = await one.of('adv_1')
  assert.deepEqual(recurrenceOf(lamp), { text: true, page: true })
  assert.deepEqual(recurrenceOf(tent), { text: true, page: true })
  await Promise.all([one.note('adv_1', lamp, 'approved'), other.note('adv_1', tent, 'approved')])
  assert.deepEqual((await other.of('adv_1'))(tent), { text: false, page: false })
  assert.deepEqual((await other.of('adv_1'))(lamp), { text: false, page: false })
})
