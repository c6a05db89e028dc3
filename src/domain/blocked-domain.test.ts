import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockedDomain } from './blocked-domain.ts'

for (const [written, blocked] of [
  ['feather.example', 'feather.example'],
  [' Feather.EXAMPLE. ', 'feather.example'],
  ['www.feather.example', 'feather.example'],
  ['*.feather.example', 'feather.example'],
  ['https://feather.example:8443/shop?a=1', 'feather.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['example', 'example'],
  ['not a host', 'not a host'],
] as const) {
  test(`"${written}" in a block list blocks ${blocked}`, () => assert.equal(blockedDomain(written), blocked))
}
