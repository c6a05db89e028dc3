import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../domain/api-key.ts'
import { createDesk, type Errand } from './desk.ts'
import type { AdsRequestSteps } from '../ads-request-steps.ts'

/** A desk whose requests are words; it tells what was done and written, in order. */
function desk(isClosing = (): boolean => false) {
  const done: string[] = []
  const written: { word: string; text: string }[] = []
  const fails = (word: string, step: string) => {
    done.push(`${step} ${word}`)
    if (word.startsWith(`bad-${step}`)) throw new Error(`${word} failed`)
    return word
  }
  const steps: AdsRequestSteps<string, string, string, string> = {
    admit: (_errand, answer) => {
      answer.setHeader('x-admitted', 'yes')
      return {} as Caller
    },
    parse: (_caller, body) => fails(body.toString(), 'parse'),
    read: (word) => fails(word, 'read'),
    decide: (word) => fails(word, 'decide'),
    finish: (word) => fails(word, 'finish'),
    present: (word) => ({ requestId: `req_${fails(word, 'present')}`, json: `{"word":"${word}"}` }),
    refuse: (thrown) => ({ status: 500, headers: { 'x-request-id': 'req_0' }, body: (thrown as Error).message }),
  }
  const beforeAnswers = () => void done.push(`told after ${written.length} answers`)
  const { take, clear } = createDesk({ steps, keepAliveMs: 5_000, isClosing, beforeAnswers })
  const bring = (word: string) => {
    const write: Errand['write'] = ({ text }) => void written.push({ word, text })
    take({ headers: {} as Errand['headers'], body: Buffer.from(word), peer: {}, arrivedMs: 0, write })
  }
  return { bring, clear, done, written }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('what arrives in one turn is read, then decided, told of, then answered, in the order in which it came', async () => {
  const { bring, done, written } = desk()
  for (const word of ['a', 'b']) bring(word)
  assert.deepEqual([done, written], [[], []])
  await turn()
  const steps = ['parse', 'read', 'decide', 'finish', 'present'].flatMap((step) => [`${step} a`, `${step} b`])
  assert.deepEqual(done, [...steps, 'told after 0 answers'])
  assert.deepEqual(
    written.map(({ word, text }) => [word, text.split('\r\n\r\n')[1]]),
    [
      ['a', '{"word":"a"}'],
      ['b', '{"word":"b"}'],
    ],
  )
})

test('a request that fails at any step is refused once in its place, and goes no further', async () => {
  const { bring, done, written } = desk()
  const words = ['a', 'bad-parse', 'bad-read', 'bad-decide', 'bad-finish', 'bad-present', 'b']
  for (const word of words) bring(word)
  await turn()
  assert.deepEqual(
    written.map(({ word, text }) => [word, text.slice(9, 12), text.includes('x-admitted: yes')]),
    words.map((word) => [word, word.startsWith('bad') ? '500' : '200', true]),
  )
  assert.equal(done.includes('decide bad-read'), false)
  assert.equal(done.includes('present bad-decide'), false)
})

test('each of a thousand requests of one turn is answered once and in order, and they do not all wait for its end', async () => {
  const { bring, written } = desk()
  const words = Array.from({ length: 1_000 }, (_, i) => `word-${i}`)
  for (const word of words) bring(word)
  assert.ok(written.length > 0 && written.length < words.length, `${written.length} answered before the turn ends`)
  await turn()
  await turn()
  assert.deepEqual(
    written.map(({ word }) => word),
    words,
  )
})

test('what waits when the service closes is answered at once, as the last answer of its connection', async () => {
  let isClosing = false
  const { bring, clear, written } = desk(() => isClosing)
  bring('a')
  isClosing = true
  clear()
  assert.match(written[0]!.text, /^HTTP\/1\.1 200 OK\r\n[^]*\r\nconnection: close\r\n/)
  await turn()
  assert.equal(written.length, 1)
})
