// An installation whose clock runs fast says so wherever it could be taken for a real one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService({ ASIDE_CLOCK: 'x1440' })
})
after(() => service.stop())

test('every page says that the clock runs fast', async () => {
  for (const path of ['/', '/docs']) {
    assert.match((await service.call('GET', path)).text, /Time runs 1440 times as fast here; billing is a simulation/)
  }
})

test('figures of a fast clock, and those of test keys, are marked as test, and others are not', async () => {
  assert.equal((await service.call('GET', '/api/v1/reports')).body.test, true)
  const real = await startAdminService()
  try {
    assert.equal((await real.call('GET', '/api/v1/reports')).body.test, false)
    assert.equal((await real.call('GET', '/api/v1/reports?test=true')).body.test, true)
    assert.doesNotMatch((await real.call('GET', '/docs')).text, /times as fast/)
  } finally {
    await real.stop()
  }
})
