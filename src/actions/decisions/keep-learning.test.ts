import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../base/log.ts'
import { createLearner } from '../../engine/learn/learner.ts'
import type { Occasion } from '../../engine/learn/rate-model.ts'
import type { SettingStore } from '../../store/contract.ts'
import { createKeepLearning, loadLearning } from './keep-learning.ts'

const quiet = createLog({ level: 'silent', name: 'test' })

const ADVERTISERS = 20
const CAMPAIGNS = 40

function openSettings(): SettingStore & { readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    read: async (name) => values.get(name),
    write: async (name, value) => void values.set(name, value),
    swap: () => Promise.reject(new Error('it writes what it learned, whatever was there')),
  }
}
function occasionOf(campaignNumber: number, second: boolean): Occasion {
  return {
    adNumber: 2 * campaignNumber + Number(second),
    campaignNumber,
    advertiserNumber: campaignNumber % ADVERTISERS,
    format: 'action_card',
    place: 0,
    relevanceBucket: 5,
  }
}
/** Every ad is clicked once in 25 times, so each says much about the others; then one more is shown a little, and clicked more. */
async function learnAndKeep(settings: SettingStore) {
  const learner = createLearner({ advertiserNumberOf: (campaignNumber) => campaignNumber % ADVERTISERS })
  const keep = createKeepLearning({ settings, learner })
  for (let i = 0; i < 40_000; i++) {
    const round = Math.floor(i / CAMPAIGNS)
    const occasion = occasionOf(i % CAMPAIGNS, round % 2 === 1)
    learner.model.addImpression(occasion)
    if (round % 25 === i % 25) learner.model.addClick(occasion)
  }
  for (let i = 0; i < 20; i++) learner.model.addImpression(newAd)
  for (let i = 0; i < 5; i++) learner.model.addClick(newAd)
  await keep()
  return learner.model.clickRate(newAd)
}
const newAd = { ...occasionOf(3, true), adNumber: 1_000 }

test('after a restart an ad is judged as before, also by how much alike others turned out', async () => {
  const settings = openSettings()
  const before = await learnAndKeep(settings)
  const after = (await loadLearning(settings, quiet)).model.clickRate(newAd)
  assert.ok(Math.abs(after / before - 1) < 1e-3, `${after} after, ${before} before`)
})

test('counts that a release kept without likeness are read all the same', async () => {
  const settings = openSettings()
  const before = await learnAndKeep(settings)
  const { likeness, ...head } = JSON.parse(settings.values.get('learned')!)
  assert.equal(typeof likeness, 'string')
  settings.values.set('learned', JSON.stringify(head))
  const { model } = await loadLearning(settings, quiet)
  assert.equal(model.state().ads.values[newAd.adNumber * 2], 5)
  assert.ok(model.clickRate(newAd) > 1.1 * before, 'ads are thought to differ until it is learned anew')
})

test('a damaged head keeps nothing from starting: it is learned anew, and what is kept then is read again', async () => {
  for (const damage of ['', '{', 'null', '{"format":1}', '{"format":1,"pages":{"ads":1},"reporting":7}']) {
    const settings = openSettings()
    settings.values.set('learned', damage)
    const { model, reporting } = await loadLearning(settings, quiet)
    assert.equal(model.clickRate(newAd), createLearner({ advertiserNumberOf: () => 0 }).model.clickRate(newAd), damage)
    assert.equal(reporting.size, 0)
    const before = await learnAndKeep(settings)
    assert.ok(Math.abs((await loadLearning(settings, quiet)).model.clickRate(newAd) / before - 1) < 1e-3)
  }
})
