// What becomes of a service whose limit of open files is low, when more clients come than it has files for.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPlace, sleep, startProcess, until } from '../support/service.ts'

const OPEN_FILES = 320
const CLIENTS = 600

test(
  'clients beyond the limit of open files are sent away; whoever is there is served on, and the database is written',
  { skip: process.platform !== 'linux' && 'the system does not tell its limits' },
  async (t) => {
    const place = await openPlace()
    const service = await startProcess(place, {}, { openFilesMax: OPEN_FILES })
    const clients: Socket[] = []
    t.after(async () => {
      for (const client of clients) client.destroy()
      await service.terminate()
      place.remove()
    })
    assert.match(
      service.output(),
      /"openFilesMax":320,.*"msg":"few clients can be connected at a time: raise its limit/,
    )

    // This one stays connected, as a proxy does.
    await service.must('POST', '/api/v1/publishers', { name: 'Before' })
    const flood = async (): Promise<void> => {
      for (let i = 0; i < CLIENTS; i++) {
        clients.push(connect(place.port, '127.0.0.1').on('error', () => {}))
        if (i % 50 === 0) await sleep(5)
      }
    }
    let most = 0
    for (let round = 0; round < 3; round++) {
      await flood()
      await sleep(200)
      most = Math.max(most, readdirSync(`/proc/${service.pid}/fd`).length)
      await service.must('POST', '/api/v1/publishers', { name: `Meanwhile ${round}` })
      await service.must('POST', '/api/v1/backups', { path: join(place.dataDir, `${round}.db`) })
    }
    assert.ok(most < OPEN_FILES - 50, `${most} of ${OPEN_FILES} files are open`)
    assert.match(service.output(), /clients are sent away: connections hold all the files that they may/)
    assert.ok(service.output().split('clients are sent away').length - 1 <= 2, 'once a minute for each thread')

    for (const client of clients) client.destroy()
    await until('new clients are let in', 5_000, async () =>
      fetch(`${service.url}/healthz`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  },
)
