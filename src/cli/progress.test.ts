import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOf } from './progress.ts'

test('a bar of a share shows its percentage once, and a bar of bytes how many there are besides', () => {
  const share = formatOf({ label: 'Asking', unit: 'share', total: 1 })
  assert.equal(share, 'Asking {bar} {percentage} %  {duration_formatted}, {eta_formatted} to go')
  assert.match(formatOf({ label: 'Sending', unit: 'bytes', total: 9 }), /\{percentage\} %  \{value\}/)
  assert.equal(formatOf({ label: 'Sending', unit: 'bytes', total: undefined }), 'Sending {value}')
})
