import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '../domain/api-key.ts'
import { createInLine } from './in-line.ts'

const callerOf = (keyId: string) => ({ keyId }) as Caller

test('long readings go one after another, whoever asks, and a key waits for eight at most', async () => {
  const inLine = createInLine()
  let atOnce = 0
  let most = 0
  const read = inLine(async (_caller, answer: number) => {
    most = Math.max(most, ++atOnce)
    await nextTurn()
    atOnce--
    if (answer === 3) throw new Error('broken')
    return answer
  })
  const other = inLine(async () => (most = Math.max(most, atOnce + 1)))
  const asked = await Promise.allSettled([
    ...Array.from({ length: 10 }, (_, i) => read(callerOf('greedy'), i)),
    other(callerOf('other')),
  ])
  assert.equal(most, 1)
  const refused = asked.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code ?? reason.message)
  assert.deepEqual(refused, ['broken', 'rate_limited', 'rate_limited'])
  assert.equal(await read(callerOf('greedy'), 11), 11, 'once they are answered there is room again')
})
