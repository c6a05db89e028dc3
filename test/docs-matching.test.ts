// Works out the relevance of candidates again from what `explain` tells of them, by the formula of docs/matching.md as a reader sees it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from './support/service.ts'
import { addAd, ask, openCampaign, openShop, type Shop } from './support/stock.ts'

const PAGE = readFileSync(new URL('../docs/matching.md', import.meta.url), 'utf8')
const FORMULAS = [...PAGE.matchAll(/z = (−[\d.]+ \+ [\d.]+ score[^\n]*)/g)].map(([, formula]) => readFormula(formula!))
/** What is known to a thousandth is worked out to about as much. */
const NEAR = 0.002

let place: Place
let service: RunningService
let shop: Shop

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  shop = await openShop(service, { minRelevance: 0, intentGate: false })
  const { campaignId } = await openCampaign(service, { campaign: { targeting: { publishers: [shop.publisherId] } } })
  const ads = [
    { title: 'Quiet light laptop for train rides', price: '$1,299' },
    { title: 'Light laptop', description: 'For students, with a fan.', price: '$329' },
    { title: 'Wanderschuhe aus Leder', description: 'Wasserdichte Wanderschuhe für breite Füße.' },
  ]
  for (const [i, ad] of ads.entries()) {
    await addAd(service, campaignId, { description: '', landingUrl: `https://shop.example/${i}`, ...ad })
  }
})
after(async () => {
  await service?.kill()
  place?.remove()
})

test('of each candidate the relevance can be worked out again from its explanation', async () => {
  assert.equal(FORMULAS.length, 3)
  const [bare, talk, wordsAlone] = FORMULAS as [Formula, Formula, Formula]
  const met = new Set<string>()
  for (const query of [
    'quiet laptop',
    'a quiet light laptop with long battery life',
    'a quiet light laptop over $1000',
    'My daughter rides the train to school every morning and her old laptop is loud, so we look for a quiet light one.',
    'wasserdichte Wanderschuhe für breite Füße',
  ]) {
    const { explain } = (await ask(service, { key: shop.key, query, options: { explain: true } })).json()
    assert.ok(explain.candidates.length > 0, query)
    for (const { match, relevance } of explain.candidates) {
      const z = match.similarity === undefined ? wordsAlone(match) : mixed(bare(match), talk(match), match.talk)
      const again = match.tells ? (match.share ?? 1) / (1 + Math.exp(-z)) : 0
      assert.ok(
        Math.abs(relevance - again) < NEAR,
        `${query}: ${relevance}, and not ${again} of ${JSON.stringify(match)}`,
      )
      met.add(
        match.similarity === undefined
          ? 'words alone'
          : `talk ${match.talk > 0 && match.talk < 1 ? 'between' : match.talk}`,
      )
      if (match.share !== undefined) met.add('held back')
    }
  }
  assert.deepEqual([...met].sort(), ['held back', 'talk 0', 'talk 1', 'talk between', 'words alone'])
})

type Formula = (match: Readonly<Record<string, number>>) => number

/** “−2.9 + 0.4 score − 0.1 missing” as a sum. */
function readFormula(text: string): Formula {
  const terms = [...text.matchAll(/([−+])?\s*(\d+\.?\d*)(?: (score|similarity|coverage|missing))?/g)]
  return (match) =>
    terms.reduce((sum, [, sign, number, name]) => {
      const value = Number(number) * (name === undefined ? 1 : match[name]!)
      return sign === '−' ? sum - value : sum + value
    }, 0)
}

function mixed(bare: number, talk: number, share: number): number {
  return (1 - share) * bare + share * talk
}
