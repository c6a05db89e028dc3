// The commands for an operator's own traffic rules beside a real server.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { runAside } from './run-aside.ts'

let place: Place
let service: RunningService

const aside = (...args: string[]) =>
  runAside(['traffic-rules', ...args], { env: { ASIDE_URL: service.url, ASIDE_ADMIN_KEY: ADMIN_KEY } })

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
})
after(async () => {
  await service.terminate()
  place.remove()
})

test('rules are added, listed and removed', async () => {
  assert.match((await aside('list')).out, /no rules of your own/)
  const made = await aside('add', '--network', '203.0.113.7/24', '--user-agent', 'PriceWatch/', '--note', 'Our office')
  assert.equal(made.code, 0, made.err)
  assert.match(made.out, /^tr_\w+ holds within two seconds: 203\.0\.113\.0\/24 with “PriceWatch\/” in the User-Agent\./)
  const [id] = /^tr_\w+/.exec(made.out)!
  const listed = await aside('list')
  assert.match(listed.out, new RegExp(`${id}\\s.*203\\.0\\.113\\.0/24.*PriceWatch/.*Our office.*\\d{4}-\\d\\d-\\d\\dT`))
  const { data } = JSON.parse((await aside('list', '--json')).out)
  assert.equal(data[0].id, id)
  assert.match((await aside('remove', id)).out, new RegExp(`${id} is removed`))
  const again = await aside('remove', id)
  assert.equal(again.code, 1)
  assert.match(again.err, /no traffic rule|not found/i)
})

test('what a rule cannot be is said with how to mend it', async () => {
  const none = await aside('add', '--note', 'x')
  assert.equal(none.code, 2)
  assert.match(none.err, /--network, --user-agent or both/)
  const wide = await aside('add', '--network', '0.0.0.0/0')
  assert.equal(wide.code, 2)
  assert.match(wide.err, /\/8 to \/32/)
})
