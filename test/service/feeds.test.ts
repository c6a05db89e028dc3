// A feed that is being fetched when the service stops or is killed: the stop does not wait for it, and it is fetched after the start.
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openPlace, startProcess } from '../support/service.ts'
import { openCampaign } from '../support/stock.ts'
import { until } from '../support/until.ts'

const LINE = `${JSON.stringify({ id: 'f1', title: 'Quiet laptop', landingUrl: 'https://feather.example/1' })}\n`

test('a stop ends a fetch under way, and the next start makes it anew, as one after a kill does', async (t) => {
  let asked = 0
  let answer = (response: ServerResponse): void => void response.write(LINE)
  const host = createServer((_request, response) => {
    asked++
    answer(response)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const place = await openPlace()
  const start = () => startProcess(place, { ASIDE_WEBHOOK_PRIVATE: 'on' })
  let service = await start()
  t.after(async () => {
    await service.kill()
    place.remove()
    host.closeAllConnections()
    host.close()
  })
  const { campaignId } = await openCampaign(service)
  const path = `/api/v1/campaigns/${campaignId}`
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/ads.ndjson`
  await service.must('PATCH', path, { feed: { url, missing: 'archive' } })
  const fetching = async () => asked > 0 && (await service.must('GET', `${path}/feed`)).state === 'fetching'
  await until('the feed is fetched', 10_000, fetching)

  const exit = await service.terminate()
  assert.equal(exit.code, 0)
  assert.ok(exit.afterMs < 5_000, `${exit.afterMs} ms`)
  assert.doesNotMatch(service.output(), /"level":(?:40|50)|WARN|ERROR/)
  asked = 0
  service = await start()
  await until('the feed is fetched again', 10_000, fetching)
  await service.kill()
  answer = (response) => void response.end(LINE)
  service = await start()
  await until('the feed is in', 10_000, async () => {
    const { last, state } = await service.must('GET', `${path}/feed`)
    return last?.outcome === 'imported' && state === 'waiting'
  })
  assert.equal((await service.must('GET', `/api/v1/ads?campaignId=${campaignId}`)).data.length, 1)
})
