// A disk that never answers: people land, callers are answered, and the process can be stopped.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPlace, startProcess } from '../support/service.ts'
import { verifyBooks } from '../support/service-answers.ts'
import { addAd, adsFor, openCampaign, openShop } from '../support/stock.ts'

const HANG_COMMITS = new URL('../support/hang-commits.ts', import.meta.url).href
const STOP_WITHIN_MS = 11_000

test('where the disk hangs a click lands by 303, and a stop ends the process all the same', async (t) => {
  if (process.platform === 'win32') return t.skip('needs named pipes')
  const place = await openPlace()
  const pipe = join(place.dataDir, 'hang')
  const env = { NODE_OPTIONS: `--import=${HANG_COMMITS}`, HANG_AT: pipe, ASIDE_TRAFFIC_FILTER: 'report' }
  let service = await startProcess(place, env)
  t.after(async () => {
    await service.kill()
    place.remove()
  })
  const shop = await openShop(service)
  const { campaignId } = await openCampaign(service)
  await addAd(service, campaignId)
  const [ad] = await adsFor(service, { key: shop.key })
  execFileSync('mkfifo', [pipe])
  const click = await service.client.send(ad!.tracking.clickUrl)
  assert.deepEqual([click.status, click.headers.location], [303, 'https://feather.example/13'])
  const exit = (await Promise.race([service.terminate(), sleep(STOP_WITHIN_MS + 1_000)])) || undefined
  assert.ok(exit !== undefined && exit.afterMs < STOP_WITHIN_MS, `it ended after ${exit?.afterMs} ms`)

  rmSync(pipe)
  service = await startProcess(place)
  assert.equal((await service.client.send(ad!.tracking.clickUrl)).status, 302)
  assert.deepEqual(await verifyBooks(service), [])
})
