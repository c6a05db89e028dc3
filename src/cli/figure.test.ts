import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figure } from './figure.ts'

test('a figure has three digits that count, and no powers of ten however large or small it is', () => {
  const written = [0, 0.000_000_123_4, 0.01234, 1, 12.345, 2112.4, 1_234_567_890].map(figure)
  assert.deepEqual(written, ['0', '0.000000123', '0.0123', '1', '12.3', '2112', '1234567890'])
})
