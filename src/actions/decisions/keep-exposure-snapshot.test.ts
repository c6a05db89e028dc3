import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  advertiserDraft,
  campaignDraft,
  eventOf,
  linkOf,
  NOON_MS,
  publisherDraft,
  seed,
} from '../../../test/store/entities.ts'
import { createManualClock, HOUR_MS } from '../../base/clock.ts'
import { ROOM_LEFT_BYTES } from '../../base/disk-room.ts'
import { createRandomBytes } from '../../base/random.ts'
import { createDirectory } from '../../engine/directory.ts'
import { NOTHING_SHOWN } from '../../engine/exposures/exposures.ts'
import { createFacts } from '../../engine/facts.ts'
import type { Store } from '../../store/contract.ts'
import { openStore } from '../../store/open.ts'
import { createExposureSnapshot } from './keep-exposure-snapshot.ts'
import { createExposureLog } from './keep-exposures.ts'

const root = mkdtempSync(join(tmpdir(), 'aside-exposures-'))
const stores: Store[] = []
after(async () => {
  for (const store of stores) await store.close()
  rmSync(root, { recursive: true })
})
const ROWS_MIN = 500
const PEOPLE = 40

async function openFolder(name: string): Promise<Store> {
  const store = await openStore({ dataDir: join(root, name) })
  await seed(store)
  stores.push(store)
  return store
}

/** What a process holds of exposures, begun anew over a store and a file. */
async function start(store: Store, path: string, freeBytes = Number.POSITIVE_INFINITY) {
  const directory = createDirectory()
  const frequencyCaps = [{ scope: 'campaign', per: 'user', max: 3, windowSeconds: 86_400 }] as const
  const number = { number: 1, revision: 1 }
  directory.publishers.put({ ...publisherDraft(), ...number })
  directory.advertisers.put({ ...advertiserDraft(), ...number })
  directory.campaigns.put({ ...campaignDraft({ frequencyCaps }), ...number })
  const facts = createFacts({ directory })
  const warnings: string[] = []
  const snapshot = createExposureSnapshot({
    path,
    store,
    exposures: facts.exposures,
    randomBytes: createRandomBytes(),
    monotonicMs: () => 0,
    freeBytes: async () => freeBytes,
    log: { warn: (details: { reason: string }) => warnings.push(details.reason) } as never,
    rowsMin: ROWS_MIN,
  })
  const clock = createManualClock(NOON_MS + HOUR_MS)
  const log = createExposureLog({ store, facts, directory, clock, snapshot })
  await log.load()
  return {
    warnings,
    log,
    snapshot,
    /** Shows ads with these serial numbers to one person after the other, and takes note of those that were seen. */
    async show(from: number, to: number) {
      for (let serial = from; serial < to; serial++) {
        const { impressionId } = eventOf('click', linkOf(serial))
        const subjects = { user: userOf(serial), session: '', conversation: '' }
        const ad = {
          impressionId,
          adNumber: 1 + (serial % 7),
          campaignNumber: 1,
          advertiserNumber: 1,
          publisherNumber: 1,
        }
        facts.exposures.shownTo(subjects, NOON_MS + serial)
        log.note(subjects, [{ ...ad, servedAtMs: NOON_MS + serial, turn: 1, seen: false }])
      }
      await log.flush()
    },
    async see(serial: number) {
      await store.ledger.append([eventOf('impression', linkOf(serial))])
      facts.exposures.noteSeen(eventOf('impression', linkOf(serial)).impressionId, 1, true)
    },
    /** All that is known of everybody, three hours later: what nobody saw is given back by then. */
    known() {
      return Array.from({ length: PEOPLE }, (_, person) => {
        const view = facts.exposures.shownTo(
          { user: userOf(person), session: '', conversation: '' },
          NOON_MS + 3 * HOUR_MS,
        )
        const found: number[] = []
        for (let at = view.newest('user'); at !== NOTHING_SHOWN; at = view.older('user', at)) {
          found.push(view.servedAtMs(at))
        }
        return found
      })
    },
    rows: () => facts.exposures.rows(),
  }
}

function userOf(serial: number): string {
  return (serial % PEOPLE).toString(16).padStart(16, '0')
}

test('what people were shown is read from a file after a stop, and what came later from the store', async () => {
  const store = await openFolder('goes-on')
  const path = join(root, 'goes-on.snapshot')
  const first = await start(store, path)
  await first.show(0, 1_000)
  for (const serial of [3, 43, 500]) await first.see(serial)
  await first.snapshot.keepLast()

  const second = await start(store, path)
  assert.deepEqual(second.known(), first.known())
  assert.deepEqual(second.warnings, [])
  // Then it is killed: what it noted stands in the store, and so does what was seen meanwhile.
  await second.show(1_000, 1_100)
  for (const serial of [7, 1_050]) await second.see(serial)
  const third = await start(store, path)
  assert.equal(third.rows(), 1_100)
  assert.deepEqual(third.known(), second.known())
  const plain = await start(store, join(root, 'no.snapshot'))
  assert.deepEqual(third.known(), plain.known(), 'just as if all of it had been read from the store')
  assert.ok(third.known().flat().length === 5, 'only what was seen counts by then')
})

test('a start knows a publisher that reports impressions by an ad that no cap asked for, too', async () => {
  const store = await openFolder('reports')
  const first = await start(store, join(root, 'none.snapshot'))
  await first.show(0, PEOPLE)
  await first.see(9_999)
  assert.equal(first.known().flat().length, 0, 'what nobody saw is given back')
  const second = await start(store, join(root, 'none.snapshot'))
  assert.deepEqual(second.known(), first.known())
})

test('what was seen shortly before a stop is known after it, also where the news was still on its way', async () => {
  const store = await openFolder('on-its-way')
  const path = join(root, 'on-its-way.snapshot')
  const first = await start(store, path)
  await first.show(0, ROWS_MIN)
  const events = [...Array(300).keys()].map((serial) => eventOf('impression', linkOf(serial)))
  await store.ledger.append(events) // and memory hears nothing of it
  await first.snapshot.keepLast()
  const second = await start(store, path)
  assert.equal(second.rows(), ROWS_MIN)
  assert.equal(second.known().flat().length, 300)
  assert.deepEqual(second.warnings, [])
})

test('a file that is damaged, or of another state of the store, is left alone', async () => {
  const store = await openFolder('left-alone')
  const path = join(root, 'left-alone.snapshot')
  const first = await start(store, path)
  await first.show(0, 1_000)
  await first.snapshot.keepLast()
  const good = readFileSync(path)

  const other = await start(await openFolder('another'), path)
  assert.deepEqual([other.rows(), other.warnings.length], [0, 1])
  const damaged = Buffer.from(good)
  damaged[5_000]! ^= 1
  writeFileSync(path, damaged)
  const again = await start(store, path)
  assert.deepEqual([again.rows(), again.warnings.length], [1_000, 1])
  writeFileSync(path, good)
  truncateSync(path, good.length - 1)
  assert.equal((await start(store, path)).rows(), 1_000)
})

test('few exposures are not worth a file', async () => {
  const store = await openFolder('few')
  const path = join(root, 'few.snapshot')
  const service = await start(store, path)
  await service.show(0, ROWS_MIN - 1)
  await service.snapshot.keepLast()
  assert.throws(() => readFileSync(path), { code: 'ENOENT' })
})

test('no file is begun, and none left half done, where the disk has hardly room for the database', async () => {
  const store = await openFolder('full')
  const path = join(root, 'full.snapshot')
  const service = await start(store, path, ROOM_LEFT_BYTES)
  await service.show(0, 1_000)
  writeFileSync(`${path}.tmp`, 'what a process that was killed had left')
  await assert.rejects(service.snapshot.keepLast(), /stay free/)
  for (const file of [path, `${path}.tmp`]) assert.throws(() => readFileSync(file), { code: 'ENOENT' })
})
