import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createExposureRing, ringMemory } from './exposure-ring.ts'
import { createExposures, type Exposures, NOTHING_SHOWN, type ShownAd, type Subjects } from './exposures.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 1)
const LIMITS = { rows: 400_000, subjects: 400_000, awaited: 50_000 }
const CHUNK_ROWS = 65_536
const user = (name: string): Subjects => ({ user: name, session: '', conversation: '' })
const ad = (adNumber: number, servedAtMs = START): ShownAd => ({
  ...{ impressionId: `imp_${adNumber}`, adNumber, campaignNumber: adNumber, advertiserNumber: 7, publisherNumber: 1 },
  ...{ servedAtMs, turn: 1, seen: false },
})

/** The ads that somebody was shown, newest first. */
function adsOf(exposures: Exposures, name: string): number[] {
  const view = exposures.shownTo(user(name), START + HOUR)
  const found: number[] = []
  for (let at = view.newest('user'); at !== NOTHING_SHOWN; at = view.older('user', at)) {
    assert.equal(view.campaignOf(at), view.adOf(at))
    assert.equal(view.advertiserOf(at), 7)
    found.push(view.adOf(at))
  }
  return found
}

test('a decision is refused its ads where another thread showed the same person one meanwhile', () => {
  const one = createExposures(LIMITS)
  const other = createExposures(LIMITS, structuredClone(one.memory()))
  one.shownTo(user('a'), START)
  other.shownTo(user('a'), START)
  assert.equal(other.noteAll(user('a'), [ad(1), ad(2)]), true)
  assert.equal(one.noteAll(user('a'), [ad(3)]), false)
  assert.equal(one.rows(), 2, 'nothing was noted of it')
  assert.equal(one.shownTo(user('a'), START).count('user', 9), 2)
  assert.equal(one.noteAll(user('a'), [ad(3)]), true)
  assert.deepEqual(adsOf(other, 'a'), [3, 2, 1])

  // Who else was shown something is of no account; by which of the ways the person is known is.
  const known = { user: 'b', session: 's', conversation: '' }
  one.shownTo(known, START)
  other.noteShown(user('c'), ad(4))
  assert.equal(one.noteAll(known, []), true)
  other.noteShown({ user: '', session: 's', conversation: '' }, ad(5))
  assert.equal(one.noteAll(known, [ad(6)]), false)
  assert.throws(() => one.noteAll(user('c'), [ad(6)]), /not asked/)
})

/** A thread's part: all show something to the same few people, up to a cap, and to strangers of their own in between. */
const CAP = 20
const PEOPLE = 250
const STRANGERS = 15
const HAMMER = `(exposures, thread) => {
  const noted = []
  let adNumber = thread
  const show = (name, most) => {
    const somebody = { user: name, session: '', conversation: 'with ' + thread }
    while (exposures.shownTo(somebody, ${START}).count('user', most) < most) {
      adNumber += 3
      const shown = { impressionId: 'imp_' + adNumber, adNumber, campaignNumber: adNumber, advertiserNumber: 7,
        publisherNumber: 1 + thread, servedAtMs: ${START}, turn: 1, seen: false }
      if (!exposures.noteAll(somebody, [shown])) continue
      noted.push([name, adNumber])
      return true
    }
    return false
  }
  for (let person = 0; person < ${PEOPLE}; person++) {
    while (show('person ' + person, ${CAP})) {
      for (let i = 0; i < ${STRANGERS}; i++) show('stranger ' + thread + ' ' + adNumber, 1)
    }
  }
  return noted
}`
type Hammer = (exposures: Exposures, thread: number) => [name: string, adNumber: number][]
const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads'
  import { createExposures } from '${new URL('./exposures.ts', import.meta.url).href}'
  const { limits, memory, gate, thread } = workerData
  const exposures = createExposures(limits, memory)
  parentPort.postMessage('ready')
  Atomics.wait(gate, 0, 0)
  parentPort.postMessage((${HAMMER})(exposures, thread))`

test('three threads at the same people never pass a cap, and lose nothing, while tables and rows grow', async () => {
  const exposures = createExposures(LIMITS)
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const module = new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`)
  const workers = [1, 2].map(
    (thread) => new Worker(module, { workerData: { limits: LIMITS, memory: exposures.memory(), gate, thread } }),
  )
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const told = workers.map((worker) => once(worker, 'message') as Promise<[ReturnType<Hammer>]>)
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  const hammer = (0, eval)(HAMMER) as Hammer
  const noted = [hammer(exposures, 0), ...(await Promise.all(told)).map(([theirs]) => theirs)].flat()
  await Promise.all(workers.map((worker) => worker.terminate()))

  assert.equal(exposures.rows(), noted.length)
  assert.equal(noted.length, PEOPLE * CAP * (1 + STRANGERS))
  assert.ok(noted.length > CHUNK_ROWS)
  for (const [name, ads] of Map.groupBy(noted, ([name]) => name)) {
    assert.equal(ads.length, name.startsWith('person') ? CAP : 1)
    const found = adsOf(exposures, name).sort((a, b) => a - b)
    const given = ads.map(([, adNumber]) => adNumber).sort((a, b) => a - b)
    assert.deepEqual(found, given)
  }
})

test('what one thread adds beyond what another has seen of the memory is found by that one', () => {
  const one = createExposures(LIMITS)
  const other = createExposures(LIMITS, one.memory())
  assert.deepEqual(adsOf(other, 'early'), [])
  const last = 2 * CHUNK_ROWS + 1
  for (let n = 1; n <= last; n++) one.noteShown(user(n % 1_000 === 0 ? 'often' : `person ${n}`), ad(n))
  assert.equal(other.rows(), last)
  assert.deepEqual(adsOf(other, `person ${last}`), [last])
  assert.deepEqual(adsOf(other, 'person 1'), [1])
  assert.equal(adsOf(other, 'often').length, 131)
  other.noteShown(user('person 1'), ad(500_000))
  assert.deepEqual(adsOf(one, 'person 1'), [500_000, 1])
})

test('what is forgotten makes room for what comes', () => {
  const exposures = createExposures(LIMITS)
  let nowMs = START
  for (let month = 1; month <= 6; month++) {
    for (let n = 1; n <= CHUNK_ROWS; n++) exposures.noteShown(user(`person ${month} ${n}`), ad(n, nowMs++))
    exposures.forget(nowMs - 10)
  }
  assert.ok(exposures.rows() < CHUNK_ROWS + 10, `${exposures.rows()} rows are left`)
  assert.equal(exposures.shownTo(user(`person 5 1`), nowMs).count('user', 1), 0)
  assert.equal(exposures.shownTo(user(`person 6 ${CHUNK_ROWS}`), nowMs).count('user', 1), 1)
  const chunks = exposures.memory().ring.rows.byteLength / (CHUNK_ROWS * 26)
  assert.ok(chunks <= 4, `six chunks were filled one after the other in the room of ${chunks}`)

  // Nor does a restart stumble over room that nobody uses.
  const again = createExposures(LIMITS)
  again.restore((roomFor) => {
    for (const { name, bytes } of exposures.save()) roomFor(name, bytes.length).set(bytes)
  })
  for (let n = 1; n <= CHUNK_ROWS; n++) again.noteShown(user('somebody'), ad(n, nowMs++))
  assert.equal(again.rows(), exposures.rows() + CHUNK_ROWS)
  assert.equal(again.shownTo(user(`person 6 ${CHUNK_ROWS}`), nowMs).count('user', 1), 1)
})

test('a row that is forgotten while somebody stands on it is whole for a while, and leads no further', () => {
  const memory = ringMemory(2 * CHUNK_ROWS)
  const reader = createExposureRing(memory)
  const writer = createExposureRing(memory)
  let last = 0
  const add = (adNumber: number) => {
    last = writer.add({ adNumber, publisher: 1, servedAtMs: START, turn: 0, seen: false }, [last, 0, 0])
    return last
  }
  add(1)
  const second = add(2)
  reader.catchUp()
  assert.notEqual(reader.previous(second, 0), NOTHING_SHOWN)
  for (let n = 3; n < 2 * CHUNK_ROWS + 10; n++) add(n)
  assert.equal(reader.isLive(second), false)
  assert.deepEqual([reader.adOf(second), reader.previous(second, 0)], [2, NOTHING_SHOWN])
})

test('references that come round again lead to what they mean now', () => {
  const memory = ringMemory(2 * CHUNK_ROWS)
  new Uint32Array(memory.state).fill(2 ** 32 - CHUNK_ROWS - 5, 0, 2) // as if so many had come and gone
  const ring = createExposureRing(memory)
  const references: number[] = []
  for (let n = 1; n <= 4 * CHUNK_ROWS; n++) {
    const row = { adNumber: n, publisher: 1, servedAtMs: START, turn: 0, seen: false }
    references.push(ring.add(row, [references.at(-1) ?? 0, 0, 0]))
  }
  assert.equal(references.includes(NOTHING_SHOWN), false)
  assert.equal(references.at(-1), 3 * CHUNK_ROWS - 5)
  let walked = 0
  for (let at = references.at(-1)!; at !== NOTHING_SHOWN; at = ring.previous(at, 0)) {
    assert.equal(ring.adOf(at), 4 * CHUNK_ROWS - walked++)
  }
  assert.equal(walked, ring.rows())
  assert.ok(walked > CHUNK_ROWS && walked <= 2 * CHUNK_ROWS)
})

test('memory that a file is read into is shared as any other, and left empty where the file is no good', () => {
  const before = createExposures(LIMITS)
  for (let n = 1; n <= CHUNK_ROWS + 10; n++) before.noteShown(user(`person ${n % 50}`), ad(n))
  const pieces = before.save().map(({ name, bytes }) => ({ name, bytes: Uint8Array.from(bytes) }))

  const after = createExposures(LIMITS)
  const peer = createExposures(LIMITS, after.memory())
  const fill = (until: number) =>
    after.restore((roomFor) => {
      for (const { name, bytes } of pieces.slice(0, until)) roomFor(name, bytes.length).set(bytes)
      if (until < pieces.length - 1) throw new Error('the file ends here')
    })
  assert.throws(() => fill(pieces.length - 4), /ends here/)
  assert.throws(() => fill(3), /ends here/)
  assert.deepEqual([after.rows(), after.bytes(), adsOf(peer, 'person 1')], [0, 0, []])
  fill(pieces.length)
  for (const exposures of [after, peer]) assert.deepEqual(adsOf(exposures, 'person 3'), adsOf(before, 'person 3'))
  peer.noteShown(user('person 3'), ad(99))
  assert.equal(adsOf(after, 'person 3')[0], 99)
  assert.equal(before.rows() + 1, after.rows())

  const smaller = createExposures({ ...LIMITS, rows: 2 * CHUNK_ROWS })
  assert.throws(
    () => smaller.restore((roomFor) => pieces.forEach(({ name, bytes }) => roomFor(name, bytes.length).set(bytes))),
    /other limits/,
  )
  assert.equal(smaller.rows(), 0)
})
