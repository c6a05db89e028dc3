import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTermReader } from './terms.ts'
import { loadWordFrequencies } from './word-frequency.ts'

const FREQUENCIES = loadWordFrequencies()
const reader = createTermReader(FREQUENCIES)

function termsOf(text: string): string[] {
  const { count, lo, hi, rarity } = reader.read(text, 'en')
  return Array.from({ length: count }, (_, i) => `${lo[i]} ${hi[i]} ${rarity[i]}`)
}

const holds = (text: string, measure: string) => termsOf(text).includes(termsOf(measure)[0]!)

test('a measure is one and the same, however it is written', () => {
  for (const [measure, ...others] of [
    ...[
      [
        '27inch',
        '27 inch',
        '27-inch',
        '27 Inches',
        '27in',
        '27"',
        '27″',
        '27”',
        "27''",
        '27 in',
        '27 in x 20 in',
        'a 27 in. screen',
      ],
    ],
    ...[['25ft', '25 ft', '25FT', '25 feet', '25-foot', "25'", '25′', '25’', "a 25' hose", '25\u00a0ft']],
    ['6.1inch', '6.1 inch', '6.1"'],
    ['1500w', '1,500 watts', '1500 W', '1500-watt', '1500\u2011watt'],
    ['512gb', '512 GB', '512 gigabytes'],
    ['12oz', '12 ounces', '12-ounce'],
    ['2l', '2 litres', '2 liter'],
    ['8pack', '8 pcs', '8-pack', '8 count', '8ct'],
    ['1.5l', '1,5 l'],
    ['500w', '500 W heater'],
    ['250g', '250 g coffee'],
    ['63inch', '63 in (160 cm)', '63 in - black', '63 in\nblack'],
    ...[
      [
        '8x10',
        '8 x 10',
        '8 × 10',
        "8' x 10'",
        "8'x10'",
        '8" x 10"',
        '8 in x 10 in',
        '8 ft x 10 ft',
        '8ft x 10ft',
        '8x10ft',
        '8”x10”',
      ],
    ],
    ['1920x1080', '1,920 x 1,080', '1920 × 1080'],
    ['5x1.5', '5 x 1,5 m', '5 x 1.5'],
  ] as const) {
    for (const other of others) assert.ok(holds(other, measure!), other)
  }
  assert.ok(holds('1/2" pipe', '1/2 inch'))
})

test('what is no measure is not taken for one', () => {
  for (const [text, measure] of [
    ['a table for 3 in San Jose', '3inch'],
    ['3 in 1', '3inch'],
    ['the "iPhone 12"', '12inch'],
    ['("iPhone 12")', '12inch'],
    ['“iPhone 12”', '12inch'],
    ["'iPhone 12'", '12ft'],
    ['"1917"', '1917inch'],
    ["the 90's", '90ft'],
    ['25 ftp', '25ft'],
    ['8 xylophones', '8x10'],
    ['8 or 10', '8x10'],
    ['8 x 105', '8x10'],
    ['27 and an inch', '27inch'],
    ['1/2 inch', '2inch'],
    ['4 Gäste', '4g'],
    ['2 pc games', '2pack'],
    ['3 w/ view', '3w'],
    ['3 v 3', '3v'],
    ['4 m²', '4m'],
    ['about 50 pounds', '50lb'],
    ['25-', '25ft'],
    ['12 gigabytesque', '12gb'],
    ['8x10th', '8x10'],
    ['27b ft', '27ft'],
    ['1/2 inch', '1.2inch'],
  ] as const)
    assert.ok(!holds(text, measure), text)
  assert.ok(holds('Frame 27" x 20", black', '27inch') && holds('Frame 27" x 20", black', '20inch'))
  assert.ok(holds('"Lumo" screen 27" wide', '27inch'))
  assert.ok(holds('27"wide 20" deep', '20inch'))
  assert.ok(holds('oil,5 l', '5l'))
})

test('the number of a measure is a word of its own, once, and what is said twice is counted', () => {
  for (const [text, count, measures] of [
    ['27 inch', 3, 1],
    ['27inch', 2, 1],
    ['27-inch', 3, 0],
    ['1500-watt', 3, 1],
    ['1000-ft', 3, 0],
    ['8 x 10', 4, 1],
    ['8x10', 1, 0],
    ['8 ft x 10 ft', 8, 3],
    ['8ft x 10ft', 6, 3],
    ['27 screens', 2, 0],
    ['35mm', 2, 1],
    // These are names, too.
    ['3M', 1, 0],
    ['5G', 1, 0],
    ['12v', 1, 0],
  ] as const) {
    const found = reader.read(text, 'en')
    assert.deepEqual([found.count, found.measures], [count, measures], text)
  }
  assert.ok(holds('27inch', '27') && holds('8 ft x 10 ft', '10'))
})

test('a measure is as rare as any short number', () => {
  const rarityOf = (text: string) => reader.read(text, 'en').rarity[0]
  for (const text of ['512gb', '27', '4.5kg', '8x10', '8x10ft']) assert.equal(rarityOf(text), rarityOf('14'), text)
})

test('whatever stands beside numbers, there is room for what it is read as', () => {
  const random = fc.array(
    fc.constantFrom(
      '9',
      '27',
      '1,5',
      '3.25',
      ' ',
      'ft',
      'in',
      '"',
      "'",
      '″',
      '-',
      'x',
      ' x ',
      '×',
      '/',
      'pcs',
      'é',
      '.',
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(random, (parts) => {
      const text = parts.join('')
      const { count, measures, lo, start, end } = createTermReader(FREQUENCIES).read(text, 'en')
      assert.ok(count <= lo.length && measures <= count)
      for (let i = 0; i < count; i++) assert.ok(start[i]! < end[i]! && end[i]! <= text.length)
    }),
    { numRuns: 100 },
  )
  // As many terms as can be made of few tokens, in a reader that has read nothing.
  const text = '9″×'.repeat(500)
  const found = createTermReader(FREQUENCIES).read(text, 'en')
  assert.ok(found.count > 1400 && found.count <= found.lo.length, `${found.count} ${found.lo.length}`)
})
