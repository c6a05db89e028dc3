import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTermReader } from './terms.ts'
import { loadWordFrequencies } from './word-frequency.ts'

const reader = createTermReader(loadWordFrequencies())

function termsOf(text: string): string[] {
  const { count, lo, hi, rarity } = reader.read(text, 'en')
  return Array.from({ length: count }, (_, i) => `${lo[i]} ${hi[i]} ${rarity[i]}`)
}

const holds = (text: string, measure: string) => termsOf(text).includes(termsOf(measure)[0]!)

test('a measure is one and the same, however it is written', () => {
  for (const [measure, ...others] of [
    [
      '27inch',
      '27 inch',
      '27-inch',
      '27 Inches',
      '27in',
      '27"',
      '27″',
      "27''",
      '27 in',
      '27 in x 20 in',
      'a 27 in. screen',
    ],
    ['25ft', '25 ft', '25FT', '25 feet', '25-foot', "25'", '25′', "a 25' hose"],
    ['6.1inch', '6.1 inch', '6.1"'],
    ['1500w', '1,500 watts', '1500 W', '1500-watt'],
    ['512gb', '512 GB', '512 gigabytes'],
    ['12oz', '12 ounces', '12-ounce'],
    ['2l', '2 litres', '2 liter'],
    ['8pack', '8 pcs', '8-pack', '8 count', '8ct'],
    ['8x10', '8 x 10', '8 × 10', "8' x 10'", "8'x10'", '8" x 10"', '8 in x 10 in', '8 ft x 10 ft'],
  ] as const) {
    for (const other of others) assert.ok(holds(other, measure), other)
  }
})

test('what is no measure is not taken for one', () => {
  for (const [text, measure] of [
    ['a table for 3 in San Jose', '3inch'],
    ['3 in 1', '3inch'],
    ['the "iPhone 12"', '12inch'],
    ["the 90's", '90ft'],
    ['25 ftp', '25ft'],
    ['8 xylophones', '8x10'],
    ['8 or 10', '8x10'],
    ['27 and an inch', '27inch'],
  ] as const)
    assert.ok(!holds(text, measure), text)
  assert.ok(holds('Frame 27" x 20", black', '27inch'))
  assert.ok(holds('"Lumo" screen 27" wide', '27inch'))
})

test('the number of a measure is a word of its own, and only what is said twice is counted as a measure', () => {
  for (const [text, number, measures] of [
    ['27 inch', '27', 1],
    ['27inch', '27', 0],
    ['8 x 10', '8', 1],
    ['8 in x 10 in', '10', 3],
    ['27 screens', '27', 0],
  ] as const) {
    assert.ok(holds(text, number), text)
    assert.equal(reader.read(text, 'en').measures, measures, text)
  }
})

test('a measure is as rare as any short number', () => {
  const rarityOf = (text: string) => Math.max(...Array.from(reader.read(text, 'en').rarity.subarray(0, 1)))
  for (const text of ['512gb', '27', '4.5kg']) assert.equal(rarityOf(text), rarityOf('14'), text)
})
