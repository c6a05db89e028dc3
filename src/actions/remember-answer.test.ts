import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '../domain/errors.ts'
import { createBriefIdempotency } from '../store/brief-idempotency.ts'
import type { IdempotencyStore } from '../store/contract.ts'
import { createRememberAnswer, type OpenClaim } from './remember-answer.ts'

const WRITE = { callerKeyId: 'key_1', callerSecret: 'secret', idempotencyKey: 'a', request: 'POST /' }
const NOW_MS: number = 1_800_000_000_000
const ANSWER = { status: 201, body: '{}' }

test('a write whose end or beginning the store could not be told of may be sent again', async () => {
  for (const lost of ['finish', 'release', 'begin'] as const) {
    const { begin, lose } = remembering()
    if (lost === 'begin') {
      lose(lost)
      await assert.rejects(begin(WRITE), { code: 'unavailable' })
    } else {
      const claim = (await begin(WRITE)) as OpenClaim
      await assert.rejects(begin(WRITE), { code: 'idempotency_conflict' }, 'it is worked on')
      lose(lost)
      await assert.rejects(lost === 'finish' ? claim.keep(ANSWER) : claim.release(), { code: 'unavailable' })
    }
    const again = (await begin(WRITE)) as OpenClaim
    await assert.rejects(begin(WRITE), { code: 'idempotency_conflict' }, 'it is worked on again')
    await again.keep(ANSWER)
    assert.deepEqual(await begin(WRITE), ANSWER)
  }
})

test('writes that are sent at the same moment are worked on once', async () => {
  const { begin } = remembering()
  const all = await Promise.allSettled([begin(WRITE), begin(WRITE), begin(WRITE)])
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
})

test('a write on which another process may be at work is left to it for half a minute', async () => {
  const store = createBriefIdempotency()
  const clock = { nowMs: () => NOW_MS }
  const [first, second] = [remembering({ store, clock, isShared: true }), remembering({ store, clock, isShared: true })]
  const claim = (await first.begin(WRITE)) as OpenClaim
  await assert.rejects(second.begin(WRITE), { code: 'idempotency_conflict' })
  await claim.keep(ANSWER)
  assert.deepEqual(await second.begin(WRITE), ANSWER)

  const other = { ...WRITE, idempotencyKey: 'b' }
  await first.begin(other) // and it is killed
  clock.nowMs = () => NOW_MS + 30_000
  await assert.rejects(second.begin(other), { code: 'idempotency_conflict' })
  clock.nowMs = () => NOW_MS + 30_001
  assert.ok('keep' in (await second.begin(other)))
})

/** Over a store that can be made to lose its connection in one call: the beginning is kept nevertheless, an end is not. */
function remembering({ store = createBriefIdempotency(), clock = { nowMs: () => NOW_MS }, isShared = false } = {}) {
  let lost: string | undefined
  const fails = (call: string) => {
    if (lost !== call) return false
    lost = undefined
    return true
  }
  const gone = () => Promise.reject(new ServiceError('unavailable', 'PostgreSQL cannot be reached.'))
  const idempotency: IdempotencyStore = {
    ...store,
    begin: async (...args) => {
      const claim = await store.begin(...args)
      return fails('begin') ? gone() : claim
    },
    finish: (...args) => (fails('finish') ? gone() : store.finish(...args)),
    release: (...args) => (fails('release') ? gone() : store.release(...args)),
  }
  const randomBytes = (bytes: Uint8Array) => bytes
  const { begin } = createRememberAnswer({ idempotency, isShared: () => isShared, clock, randomBytes })
  return { begin, lose: (call: string) => void (lost = call) }
}
