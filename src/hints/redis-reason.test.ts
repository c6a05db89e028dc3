import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SimpleError } from '@redis/client'
import { createReasonTeller } from './redis-reason.ts'

test('the password is told neither as it stands in the address nor as it was sent, nor half of it', () => {
  const tell = createReasonTeller('redis://shop:open%20sesame@cache:6379')
  assert.equal(tell(new Error('no open sesame at shop:open%20sesame@cache')), 'no *** at shop:***@cache')
  const half = new SimpleError(`ERR unknown command 'AUTH', with args beginning with: 'shop' 'open ses`)
  assert.equal(tell(half), `it says: ERR unknown command 'AUTH'`)
})

test('refusals of a user are told in words of ours, others in the words of the server', () => {
  const tell = createReasonTeller('redis://cache')
  assert.equal(tell(new SimpleError('NOAUTH Authentication required.')), 'it asks for a password')
  assert.equal(tell(new SimpleError('ERR max number of clients reached')), 'it says: ERR max number of clients reached')
})

test('of a name with several addresses, one is told', () => {
  const tell = createReasonTeller('redis://localhost')
  const both = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:6379`))
  assert.equal(tell(new AggregateError(both)), 'connect ECONNREFUSED ::1:6379')
})
