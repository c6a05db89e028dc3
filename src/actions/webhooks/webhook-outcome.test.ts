import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofAnswer, ofFault } from './webhook-outcome.ts'

const ASKED = { host: 'shop.example', timeoutMs: 5_000, isLate: false }

test('a certificate that is not accepted is told apart from a receiver that speaks no TLS', () => {
  const told = (code: string, message: string) => {
    const outcome = ofFault(Object.assign(new Error(message), { code }), ASKED)
    return outcome.heard ? [] : [outcome.reason, outcome.detail]
  }
  const certificate = 'The certificate is not accepted: certificate has expired'
  assert.deepEqual(told('CERT_HAS_EXPIRED', 'certificate has expired'), ['tls_failed', certificate])
  const unsigned = 'unable to verify the first certificate; if the root CA is installed locally, try running Node.js …'
  assert.match(told('UNABLE_TO_VERIFY_LEAF_SIGNATURE', unsigned)[1]!, /first certificate$/)
  assert.deepEqual(told('EPROTO', 'ssl3_get_record:…'), ['tls_failed', 'No TLS connection came about (EPROTO)'])
  assert.deepEqual(told('EHOSTUNREACH', ''), ['unreachable', 'shop.example could not be reached (EHOSTUNREACH)'])
})

test('2xx alone is heard, and a redirect is said not to be followed', () => {
  assert.deepEqual(
    [199, 200, 299, 300].map((status) => ofAnswer(status).heard),
    [false, true, true, false],
  )
  assert.match(JSON.stringify(ofAnswer(307)), /answered 307; redirects are not followed/)
})
