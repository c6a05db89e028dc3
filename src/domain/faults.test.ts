import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalid, ServiceError } from './errors.ts'
import { createFaults } from './faults.ts'

test('what stands at fault twice in a list is told once, and leaves room for other faults', () => {
  const faults = createFaults()
  for (let i = 0; i < 30; i++) faults.note('targeting.countries', 'has "x", which is no code', 'format')
  faults.note('targeting.countries', 'has "y", which is no code', 'format')
  faults.attempt(() => {
    throw invalid('name', 'must not be blank')
  })
  assert.throws(
    () => faults.demandNone(),
    ({ details: { issues } }: ServiceError) => issues?.map(({ pointer }) => pointer).join() === PLACES,
  )
})

const PLACES = '/targeting/countries,/targeting/countries,/name'

test('what is refused without a place, or for another reason, is refused at once: later nobody would know of it', () => {
  for (const error of [
    new ServiceError('validation_error', 'That cannot be.'),
    new ServiceError('not_found', 'No such thing.'),
  ]) {
    const refused = () =>
      createFaults().attempt(() => {
        throw error
      })
    assert.throws(refused, error)
  }
})
