import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { type OperationsDeps, registerOperations } from './operations.ts'

test('the API pages and the description are made once, however often strangers ask for them', async () => {
  const made: string[] = []
  const description = {
    operations: () => (made.push('page'), []),
    document: () => (made.push('document'), { paths: {} }),
  }
  const app = fastify()
  const config = { baseUrl: 'http://aside.example', rateLimit: true, clockSpeed: 1 }
  registerOperations(app, { config, description } as unknown as OperationsDeps & { description: typeof description })
  for (const path of ['/docs', '/openapi.json']) {
    const [first, second] = [await app.inject(path), await app.inject(path)]
    assert.equal(first.statusCode, 200)
    assert.equal(second.payload, first.payload)
    assert.equal(second.headers['content-type'], first.headers['content-type'])
  }
  assert.deepEqual(made, ['page', 'document'])
})
