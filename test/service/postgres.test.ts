// The service with its store in PostgreSQL: nothing that matters is on its own disk, and a database that goes away comes back.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runAside } from '../cli/run-aside.ts'
import { type Cluster, missingForPostgres, startCluster } from '../support/postgres.ts'
import { ADMIN_KEY, openPlace, startProcess } from '../support/service.ts'
import { dayReport, entriesOf, verifyBooks } from '../support/service-answers.ts'
import { addAd, ask, LAPTOP_QUERY, manyAdsFor, openCampaign, openShop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const skip = missingForPostgres() ?? false
if (skip !== false) console.error(`\nSKIPPED: the service on PostgreSQL (test/service/postgres.test.ts): ${skip}\n`)
/** Each click comes from a link of its own, so rules against rapid clicking would find fault with the test. */
const SETTINGS = { ASIDE_TRAFFIC_FILTER: 'report', ASIDE_RATE_LIMIT: 'off', ASIDE_WORKERS: '1' }

let cluster: Cluster
let databases = 0
before(() => {
  if (skip === false) cluster = startCluster()
})
after(() => {
  if (skip === false) cluster.remove()
})

test(
  'a killed server goes on from another folder: links, keys, ads and books are in the database',
  { skip },
  async (t) => {
    const env = freshDatabase()
    const first = await openPlace()
    let service = await startProcess(first, env)
    t.after(() => service.kill())
    const { key } = await openShop(service)
    const { campaignId } = await openCampaign(service)
    for (let i = 0; i < 10; i++) await addAd(service, campaignId, { landingUrl: `https://feather.example/${i}` })
    const links = (await manyAdsFor(service, key, 40)).map(({ tracking }) => tracking.clickUrl)
    const clicked = await Promise.all(links.slice(0, 20).map((url) => service.client.send(url)))
    assert.deepEqual(new Set(clicked.map(({ status }) => status)), new Set([302]))

    await service.kill()
    first.remove()
    const place = await openPlace()
    t.after(() => place.remove())
    service = await startProcess({ ...place, port: first.port }, env)
    const later = await Promise.all(links.map((url) => service.client.send(url)))
    assert.deepEqual(new Set(later.map(({ status }) => status)), new Set([302]))
    const { totals } = await dayReport(service, 'campaign')
    assert.deepEqual([totals.clicks, totals.ignored.duplicate], [40, 20])
    assert.equal((await ask(service, { key, query: LAPTOP_QUERY })).status, 200)
    assert.deepEqual(await verifyBooks(service), [])
  },
)

test(
  'while the database is away ads are shown and people land; once it is back each click counts once',
  { skip },
  async (t) => {
    const place = await openPlace()
    const service = await startProcess(place, freshDatabase())
    t.after(async () => {
      await service.kill()
      place.remove()
    })
    const { key } = await openShop(service)
    const { campaignId } = await openCampaign(service)
    for (let i = 0; i < 10; i++) await addAd(service, campaignId, { landingUrl: `https://feather.example/${i}` })
    const links = await manyAdsFor(service, key, 60)
    const statusOf = ({ tracking }: { tracking: { clickUrl: string } }) =>
      service.client.send(tracking.clickUrl, { patienceMs: 5_000 }).then(({ status }) => status)
    assert.equal(await statusOf(links[0]!), 302)

    for (const [from, how] of [
      [1, 'immediate'],
      [20, 'fast'],
      [40, 'immediate'],
    ] as const) {
      // Some are under way as it goes.
      const meanwhile = links.slice(from, from + 19).map(statusOf)
      cluster.stop(how)
      meanwhile.push(...links.slice(from, from + 19).map(statusOf))
      for (const status of await Promise.all(meanwhile))
        assert.ok([302, 303, 503].includes(status), `a click was answered ${status}`)
      assert.equal((await ask(service, { key, query: LAPTOP_QUERY })).status, 200)
      assert.equal((await service.admin('POST', '/api/v1/publishers', { name: 'Late' })).status, 503)
      cluster.start()
      await until('clicks are recorded again', 10_000, async () => (await statusOf(links[from]!)) === 302)
    }
    assert.equal(service.output().match(/cannot reach its database/g)?.length, 3, 'said once each time')
    const again = () => service.output().match(/reaches its database again/g)?.length
    await until('it was said three times', 5_000, async () => again() === 3)
    for (const link of links) assert.equal(await statusOf(link), 302)
    const charged = (await entriesOf(service)).filter(({ account }) => account.startsWith('advertiser:'))
    assert.equal(charged.length, 60)
    assert.equal(new Set(charged.map(({ reference }) => reference)).size, 60)
    assert.deepEqual(await verifyBooks(service), [])
  },
)

test('a store moves from a folder into PostgreSQL and back by backup and restore', { skip }, async (t) => {
  const env = freshDatabase()
  const place = await openPlace()
  t.after(() => place.remove())
  const embedded = await startProcess(place, SETTINGS)
  t.after(() => embedded.kill())
  const { key } = await openShop(embedded)
  const { campaignId } = await openCampaign(embedded)
  await addAd(embedded, campaignId, { landingUrl: 'https://feather.example/1' })
  const [ad] = await manyAdsFor(embedded, key, 1)
  assert.equal((await embedded.client.send(ad!.tracking.clickUrl)).status, 302)
  const [out, back] = [join(place.dataDir, 'out.db'), join(place.dataDir, 'back.db')]
  const aside = (args: string[], more: Record<string, string> = {}) =>
    runAside(args, {
      env: { ASIDE_URL: embedded.url, ASIDE_ADMIN_KEY: ADMIN_KEY, ASIDE_DATA_DIR: place.dataDir, ...more },
    })
  assert.equal((await aside(['backup', out])).code, 0)
  await embedded.kill()

  const filled = await aside(['restore', out], env)
  assert.deepEqual([filled.code, filled.err], [0, ''])
  assert.match(filled.out, /into PostgreSQL\. The books close/)
  const twice = await aside(['restore', out], env)
  assert.equal(twice.code, 1)
  assert.match(twice.err, /holds a store already\. Make an empty one/)

  const moved = await startProcess(place, env)
  t.after(() => moved.kill())
  assert.equal((await moved.client.send(ad!.tracking.clickUrl)).status, 302)
  const next = await addAd(moved, campaignId, { landingUrl: 'https://feather.example/2' })
  const { totals } = await dayReport(moved, 'campaign')
  assert.deepEqual([totals.clicks, totals.ignored.duplicate], [1, 1])
  const { ok, head } = await moved.must('POST', '/api/v1/ledger/verify')
  assert.equal(ok, true)
  assert.match(head, /^[1-9]\d*:[\da-f]{64}$/)
  const inUse = await aside(['verify', '--offline'], env)
  assert.equal(inUse.code, 1)
  assert.match(inUse.err, /leave --data-dir and --offline away/)
  await moved.kill()

  const verifiedThere = await aside(['verify', '--offline', '--json', '--head', head], env)
  assert.deepEqual([verifiedThere.code, JSON.parse(verifiedThere.out).head], [0, head], verifiedThere.out)
  const cutOff = await aside(['verify', '--offline', '--head', `999999:${'0'.repeat(64)}`], env)
  assert.equal(cutOff.code, 1, 'a head that it does not reach')
  for (const args of [
    ['verify', '--offline'],
    ['backup', back, '--offline'],
  ]) {
    const empty = await aside(args, freshDatabase())
    assert.deepEqual([empty.code, /There is no store in "localhost.*service_\d"/.test(empty.err)], [1, true], empty.err)
  }
  assert.equal((await aside(['backup', back, '--offline'], env)).code, 0)
  assert.equal((await aside(['restore', back, '--replace'])).code, 0)
  assert.equal((await aside(['verify', '--offline', '--head', head])).code, 0, 'of a folder, too')
  const home = await startProcess(place, SETTINGS)
  t.after(() => home.kill())
  assert.equal((await home.admin('GET', `/api/v1/ads/${next}`)).status, 200)
  const verified = await home.must('POST', `/api/v1/ledger/verify?head=${head}`)
  assert.deepEqual([verified.ok, verified.faults], [true, []])
})

function freshDatabase() {
  const name = `service_${databases++}`
  cluster.sql([`CREATE DATABASE ${name}`])
  return { ...SETTINGS, DATABASE_URL: cluster.url(name) }
}
