import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPeerTrust } from './trusted-peers.ts'

test('a proxy is trusted by its address, its network or the name of that, however the system writes it', () => {
  const trusts = createPeerTrust(['10.0.0.0/8', '192.168.1.7', 'fd00::/8', 'loopback'])
  const trusted = ['10.1.2.3', '::ffff:10.1.2.3', '192.168.1.7', 'fd12::1', '127.0.0.1', '::ffff:127.0.0.1', '::1']
  for (const address of trusted) assert.equal(trusts(address), true, address)
  for (const address of [
    '11.0.0.1',
    '::ffff:11.0.0.1',
    '192.168.1.8',
    'fe80::1',
    '2001:db8::1',
    '',
    'nobody',
    undefined,
  ])
    assert.equal(trusts(address), false, address)
})

test('with a number of hops whoever connects is a proxy; with none, or nothing, nobody is', () => {
  assert.equal(createPeerTrust(['1'])('203.0.113.9'), true)
  assert.equal(createPeerTrust(['0'])('203.0.113.9'), false)
  assert.equal(createPeerTrust([])('127.0.0.1'), false)
})
