import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

test('work on one thing runs in order, one piece at a time, also after a failure', async () => {
  const turns = createTurns()
  const seen: string[] = []
  const piece = (name: string, fails = false) =>
    turns.take('a', async () => {
      seen.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
    })
  const results = await Promise.allSettled([piece('1'), piece('2', true), piece('3')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(seen, ['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends'])
})

test('work on different things runs side by side', async () => {
  const turns = createTurns()
  let letGo = () => {}
  const held = turns.take(
    'a',
    () =>
      new Promise<void>((resolve) => {
        letGo = resolve
      }),
  )
  assert.equal(await turns.take('b', async () => 'done'), 'done')
  letGo()
  await held
})
