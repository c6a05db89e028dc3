import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { createRepeatable } from './idempotency.ts'

test('an error is told as it is where the store is away as its claim ends, and a success is not', async () => {
  const away = () => Promise.reject(new Error('the store is away'))
  const claim = { ids: { next: () => '' }, keep: away, abandon: away, release: away }
  const app = Fastify()
  app.setErrorHandler((error: Error, _request, reply) => reply.code(503).send({ told: error.message }))
  app.addHook('onRequest', async (request) => {
    request.caller = { keyId: 'key_1' } as never
  })
  const repeatable = createRepeatable({ rememberAnswer: { begin: async () => claim } })
  app.post<{ Params: { status: string } }>('/:status', repeatable, async ({ params }, reply) => {
    if (params.status === '503') throw new Error('nothing was done')
    return reply.code(Number(params.status)).send({ told: params.status })
  })
  const toldFor = async (status: number) =>
    (await app.inject({ method: 'POST', url: `/${status}`, headers: { 'idempotency-key': 'one' } })).json().told
  assert.deepEqual(await Promise.all([503, 429, 404, 201].map(toldFor)), [
    'nothing was done',
    '429',
    '404',
    'the store is away',
  ])
})
