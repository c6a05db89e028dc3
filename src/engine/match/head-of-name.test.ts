import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightsOf } from '../../../test/support/read-query.ts'

test('in a bare name the last word that is no size and no colour names the kind', () => {
  for (const [query, kind] of [
    ['wiper blades 22 inch', 'blades'],
    ['toner black', 'toner'],
    ['pillow covers 18x18', 'covers'],
    ['battery 10000mAh', 'battery'],
    ['Curtains Navy Long', 'Curtains'],
    ['hdmi cable 25 ft', 'cable'],
    ['rug 8 x 10', 'rug'],
    ['tarp 10 x 12 ft', 'tarp'],
    // What may be a unit or a colour may be a kind.
    ['guitar amp', 'amp'],
    ['gaming pc', 'pc'],
    ['moisture meter', 'meter'],
    ['chess pieces', 'pieces'],
    ['Tesla X', 'X'],
  ] as const) {
    const weights = weightsOf({ messages: [], query })
    for (const [word, weight] of Object.entries(weights)) {
      if (word !== kind) assert.ok(weight < weights[kind]!, `${query}: ${word}`)
    }
  }
  assert.deepEqual(weightsOf({ messages: [], query: 'black 22 inch' }), { black: 1, 22: 1, inch: 0.5 })
  const navel = weightsOf({ messages: [], query: 'navel orange' })
  assert.ok(navel.orange! > navel.navel!)
  const bought = weightsOf({ messages: [], query: 'buy navy' })
  assert.equal(bought.buy, bought.navy)
  const water = weightsOf({ messages: [], query: 'Wasserpumpe 12 Volt' }, 'de')
  assert.ok(water.Wasserpumpe! > water.Volt!, JSON.stringify(water))
  assert.ok(weightsOf({ messages: [], query: 'cena rosa navy' }, 'es').navy! > 1, 'colours are known in English alone')
})

test('in a bare name the kind of thing counts most, and what it is for is not its kind', () => {
  const weights = weightsOf({ messages: [], query: 'canvas shoes for women' })
  assert.ok(weights.shoes! > weights.canvas! && weights.canvas === weights.women, JSON.stringify(weights))
  const written = weightsOf({ messages: [], query: "'17 Tesla X for rent" })
  assert.ok(written.X! > written.Tesla!, 'also where a year was written short')
})
