// What the command line says where a real server refuses: what is wrong, what to do about it, and with which exit code.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { runAside, type Said } from './run-aside.ts'

let place: Place
let service: RunningService

const aside = (args: readonly string[], env: Record<string, string> = {}): Promise<Said> =>
  runAside(args, { env: { ASIDE_URL: service.url, ASIDE_ADMIN_KEY: ADMIN_KEY, ...env } })

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { LOG_LEVEL: 'warn' })
})

after(async () => {
  await service.terminate()
  place.remove()
})

for (const [option, value] of [
  ['--mode', 'foo'],
  ['--scopes', 'foo'],
  ['--rate-limit', 'many'],
  ['--name', 'n'.repeat(300)],
] as const) {
  test(`a key that cannot be, by its ${option}, leaves no new publisher behind`, async () => {
    const publishers = async () => (await service.must('GET', '/api/v1/publishers')).data
    const before = await publishers()
    const { code, out, err } = await aside(['keys', 'create', option, value, '--new-publisher', 'Typo'])
    assert.match(err, new RegExp(option === '--rate-limit' ? 'rateLimit' : option.slice(2)))
    assert.deepEqual({ code, out }, { code: 2, out: '' })
    assert.deepEqual(await publishers(), before)
  })
}

for (const [args, words] of [
  [['report', '--from', '2026-12-01', '--to', '2026-01-01'], /\bto\b/],
  [['keys', 'create', '--operator', '--mode', 'foo'], /mode must be one of live, test, browser/],
  [['evaluate-policy', '--policy', 'foo'], /policy/],
] as const) {
  test(`what the service finds wrong with "aside ${args.join(' ')}" is a wrong use: exit code 2`, async () => {
    const { code, err } = await aside(args)
    assert.match(err, words)
    assert.equal(code, 2)
  })
}

test('a wrong operator key is told with what to do', async () => {
  const { code, err } = await aside(['verify'], { ASIDE_ADMIN_KEY: 'not-the-operator-key' })
  assert.match(err, /operator key[^]*reset-operator/)
  assert.equal(code, 1)
})

test('a key that lacks a scope is told which one, and which keys have it', async () => {
  const limited = (await service.must('POST', '/api/v1/keys', { scopes: ['reports:read'] })).key
  const list = await aside(['list', 'ads'], { ASIDE_ADMIN_KEY: limited })
  assert.match(
    list.err,
    /^Error: .*scope inventory:write; .*\nA key with the scope inventory:write may do that, and so may/,
  )
  const keys = await aside(['keys', 'list'], { ASIDE_ADMIN_KEY: limited })
  assert.match(keys.err, /^Error: .*scope admin; .*\nOnly the operator key may do that; give it with --admin-key/)
  const asked = await aside(['ask', 'a tent', '--key', ADMIN_KEY])
  assert.match(asked.err, /\n"aside keys create --publisher pub_…" makes a key with the scope ads:request\.\n/)
  assert.deepEqual([list.code, keys.code, asked.code], [1, 1, 1])
})

test('all that is wrong is told, a line each, and with --json as the API tells it', async () => {
  const args = ['keys', 'create', '--operator', '--scopes', 'foo,admin', '--mode', 'bar', '--rate-limit', '0']
  const { err, code } = await aside(args)
  assert.match(
    err,
    /^Error: 3 things are wrong:\n- mode must be .*\n- scopes names no scope .*\n- rateLimit must be .*\n$/,
  )
  assert.equal(code, 2)
  const { error } = JSON.parse((await aside([...args, '--json'])).out)
  assert.deepEqual(
    error.issues.map(({ pointer }: { pointer: string }) => pointer),
    ['/mode', '/scopes', '/rateLimit'],
  )
})

test('the address of a page in place of that of the server is told with what to leave out', async () => {
  const { code, err } = await aside(['list', 'ads', '--url', `${service.url}/console`])
  assert.match(err, /^Error: There is nothing at this address.*\nLeave out the path of a page, such as \/console\./)
  assert.equal(code, 1)
})
