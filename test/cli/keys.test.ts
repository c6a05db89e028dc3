// The commands for keys beside a real server.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { runAside } from './run-aside.ts'

let place: Place
let service: RunningService
const aside = (args: readonly string[]) =>
  runAside(args, { env: { ASIDE_URL: service.url, ASIDE_ADMIN_KEY: ADMIN_KEY } })

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { LOG_LEVEL: 'warn' })
})
after(async () => {
  await service.terminate()
  place.remove()
})

test('a key is made that ends, and gets another name and rate', async () => {
  const create = ['keys', 'create', '--new-publisher', 'Interim', '--json']
  const made = JSON.parse((await aside([...create, '--expires', '2090-03-01'])).out)
  assert.equal(made.expiresAt, '2090-03-01T00:00:00.000Z')
  for (const none of ['soon', '2090-02-30', '2090-03-01T18:00', '2090-03-01 (x)'])
    assert.match((await aside([...create, '--expires', none])).err, /--expires takes a time/, none)
  assert.match((await aside([...create, '--expires', '2020-01-01'])).err, /expiresAt/)
  const change = (...more: string[]) => aside(['keys', 'change', made.id, ...more])
  assert.equal(
    (await change('--name', 'trial', '--rate-limit', '7')).out,
    `${made.id} is called trial and has 7 requests a second.\n`,
  )
  assert.match((await aside(['keys', 'list'])).out, new RegExp(`^${made.id} .* ends 2090-\\S+ +trial$`, 'm'))
  assert.equal(
    (await change('--name', '', '--rate-limit', 'default')).out,
    `${made.id} is called nothing and has the default rate.\n`,
  )
  assert.match((await change()).err, /Give --name, --rate-limit or both/)
  assert.match((await change('--rate-limit', '0')).err, /--rate-limit takes a number/)
})

test('a key is replaced; the old one works on for as long as is said, and the list says when it ends', async () => {
  const made = JSON.parse(
    (await aside(['keys', 'create', '--new-publisher', 'Parley', '--name', 'phone', '--json'])).out,
  )
  const rolled = await aside(['keys', 'roll', made.id, '--overlap', '3600'])
  assert.equal(rolled.code, 0, rolled.err)
  assert.match(rolled.out, /^ak_live_\w+\n$/)
  assert.match(rolled.err, new RegExp(`^Key key_\\w+ .* ${made.id} works on until \\d{4}-\\d\\d-\\d\\dT`))
  assert.match((await aside(['keys', 'list'])).out, new RegExp(`^${made.id} .* ends \\d{4}-\\S+ +phone$`, 'm'))

  const leaked = await aside(['keys', 'roll', made.id, '--overlap', '0'])
  assert.match(leaked.err, new RegExp(`${made.id} has ended\\.`))
  assert.match((await aside(['keys', 'list'])).out, new RegExp(`^${made.id} .* ended +phone$`, 'm'))
  const again = await aside(['keys', 'roll', made.id])
  assert.deepEqual([again.code, again.out], [1, ''], 'neither does it come back, nor is there another successor')
  assert.match(again.err, new RegExp(`${made.id} has ended and cannot be rolled; make a new one\\.`))
  const refused = await aside(['keys', 'roll', rolled.out.trim()])
  assert.match(refused.err, /Give the id of the key \(key_…\) and not the key itself/)
  assert.equal(refused.code, 2)
  assert.match((await aside(['keys', 'roll', made.id, '--overlap', 'soon'])).err, /--overlap takes/)
})
