import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import { createRateModel, type Occasion } from './rate-model.ts'

test('what was learned of relevance and places stays what it was in a release with one more format', async () => {
  const before = createRateModel()
  const occasions = SLOT_FORMATS.flatMap((format) =>
    [0, 5].flatMap((place) =>
      [0, 9].map((relevanceBucket): Occasion => {
        return { adNumber: 1, campaignNumber: 1, advertiserNumber: 1, format, place, relevanceBucket }
      }),
    ),
  )
  for (const [i, occasion] of occasions.entries()) {
    for (let times = 0; times < 400; times++) before.addImpression(occasion)
    for (let times = 0; times < 4 * (i + 1); times++) before.addClick(occasion)
  }
  const { length } = SLOT_FORMATS
  const formats = SLOT_FORMATS as unknown as string[]
  formats.push('spoken')
  try {
    const later = `./rate-model.ts?one-format-more`
    const { createRateModel: createLater }: typeof import('./rate-model.ts') = await import(later)
    const after = createLater(before.state())
    for (const occasion of occasions) assert.equal(after.clickRate(occasion), before.clickRate(occasion))
    const spoken = { ...occasions[0]!, format: 'spoken' as Occasion['format'], relevanceBucket: 5 }
    assert.equal(
      after.clickRate({ ...spoken, place: 5 }),
      after.clickRate(spoken),
      'nothing is known of the new one yet',
    )
  } finally {
    formats.length = length
  }
})
