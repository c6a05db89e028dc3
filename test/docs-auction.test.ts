// Computes the worked examples of docs/auction.md again, from the rows as a reader sees them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Priority } from '../src/domain/campaign.ts'
import { formatMicros, parseMicros } from '../src/domain/money.ts'
import { priceOf, rank } from '../src/engine/auction.ts'
import { fillSlot } from '../src/engine/fill.ts'

const PAGE = readFileSync(new URL('../docs/auction.md', import.meta.url), 'utf8')
const COUNTS: Readonly<Record<string, number>> = { One: 1, Two: 2, Three: 3 }
const examples = PAGE.split(/^### Example: /m).slice(1)

test('docs/auction.md has examples', () => assert.ok(examples.length >= 3))

for (const example of examples) {
  const [title] = example.split('\n')
  test(`the worked example “${title}” is what the auction does`, () => {
    const count = COUNTS[/^(\w+) places?, floor/m.exec(example)![1]!]!
    const rows = [...example.matchAll(/^\| (\w+) \|(.*)\|$/gm)]
      .map(([, ad, rest]) => [ad!, ...rest!.split('|').map((cell) => cell.trim())])
      .filter(([ad]) => ad !== 'ad')
    assert.ok(rows.length >= 3)
    const advertisers = [...new Set(rows.map(([, advertiser]) => advertiser!))]
    const bidders = rows.map(([, advertiser, tier, relevance, , bid, rate, floor], doc) => ({
      doc,
      relevance: Number(relevance),
      advertiserNumber: advertisers.indexOf(advertiser!),
      priority: tier as Priority,
      bidMicros: parseMicros(bid, 'bid'),
      floorMicros: parseMicros(floor, 'floor'),
      rate: Number(rate),
      evidence: Number.POSITIVE_INFINITY,
    }))
    const ranked = rank([...bidders], 'value', () => 0.5)
    const answer = { placed: new Set<number>(), placedAds: [] }
    const places = fillSlot(ranked, count, answer, { mayTake: () => true, repeats: () => false })
    const told = rows.map(([ad, ...cells], doc) => {
      const at = places.findIndex(({ bidder }) => bidder.doc === doc)
      const score = ranked.find((bidder) => bidder.doc === doc)!.score
      if (at < 0) return [ad!, ...cells.slice(0, 7), String(Math.round(score)), '–', '–', '–']
      const { micros, rival } = priceOf(places[at]!.bidder, places[at]!.rival, 'value')
      const setBy = rival ? rows[rival.doc]![0]! : 'floor'
      return [ad!, ...cells.slice(0, 7), String(Math.round(score)), String(at + 1), formatMicros(micros), setBy]
    })
    assert.deepEqual(rows, told)
  })
}
