import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { readConfig } from './config.ts'

test('nothing set gives a service on loopback that links to itself', () => {
  const config = readConfig({})
  assert.equal(config.baseUrl, 'http://127.0.0.1:8080')
  assert.equal(config.mcpUrl, config.baseUrl)
  assert.deepEqual(config.warnings, [])
})

test('a wildcard host without a public base is warned about', () => {
  const config = readConfig({ HOST: '0.0.0.0', PORT: '9000' })
  assert.equal(config.baseUrl, 'http://localhost:9000')
  assert.match(config.warnings[0]!, /ASIDE_BASE_URL/)
})

test('settings that are not obeyed yet are warned about', () => {
  const { warnings } = readConfig({ DATABASE_URL: 'postgres://db/aside', REDIS_URL: ' ' })
  assert.equal(warnings.length, 1)
  assert.match(warnings[0]!, /DATABASE_URL .* embedded store/)
})

test('decision threads are as many as are asked for, and one a core where nobody asks', () => {
  assert.equal(readConfig({ ASIDE_WORKERS: '3' }).workers, 3)
  assert.equal(readConfig({}).workers, availableParallelism())
  for (const given of ['0', '65', '2.5', 'many'])
    assert.throws(() => readConfig({ ASIDE_WORKERS: given }), /ASIDE_WORKERS: .* a whole number from 1 to 64/)
})

test('a path prefix of the base is kept, its last slash is not', () => {
  assert.equal(readConfig({ ASIDE_BASE_URL: 'https://example.com/ads/' }).baseUrl, 'https://example.com/ads')
})

test('all faults are told together, without the secrets', () => {
  assert.throws(
    () => readConfig({ PORT: 'eighty', ASIDE_ADMIN_KEY: 'hunter2', ASIDE_CURRENCY: 'GOLD', ASIDE_CLOCK: 'fast' }),
    ({ message }: Error) => {
      for (const name of ['PORT', 'ASIDE_ADMIN_KEY', 'ASIDE_CURRENCY', 'ASIDE_CLOCK'])
        assert.match(message, new RegExp(name))
      assert.doesNotMatch(message, /hunter2/)
      return true
    },
  )
})

test('a fast clock is read from its factor', () => assert.equal(readConfig({ ASIDE_CLOCK: 'x1440' }).clockSpeed, 1_440))
