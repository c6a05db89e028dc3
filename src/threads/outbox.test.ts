import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NO_FILL_CODES, type NoFillReason } from '../domain/decision.ts'
import { SLOT_FORMATS } from '../domain/publisher.ts'
import { createDecisionLog } from '../engine/decision-log.ts'
import { type DecisionEntry, readRecord } from '../engine/decision-record.ts'
import { ID_BYTES } from '../base/ids.ts'
import type { Exposure } from '../store/contract.ts'
import type { AnsweredSlot } from '../domain/served.ts'
import { createOutbox, readOutbox } from './outbox.ts'

interface Told {
  readonly publisherNumber: number
  readonly relevance: readonly number[]
  readonly ms: number
  readonly slots: readonly AnsweredSlot[]
}

const reason = fc.constantFrom(...(Object.keys(NO_FILL_CODES) as NoFillReason[]))
const told = fc.record<Told>({
  publisherNumber: fc.nat(1e9),
  relevance: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  ms: fc.double({ min: 0, max: 1e4, noNaN: true }),
  slots: fc.array(
    fc.record({
      format: fc.constantFrom(...SLOT_FORMATS),
      ads: fc.nat(6).map((length) => ({ length })),
      noFill: fc.option(
        reason.map((one) => ({ reason: one })),
        { nil: undefined },
      ),
    }),
    { maxLength: 6 },
  ) as never,
})

function entryOf(serial: number, { publisherNumber, relevance }: Told): DecisionEntry {
  const decision = new Uint8Array(ID_BYTES)
  new DataView(decision.buffer).setUint32(12, serial)
  return {
    ...{
      decision,
      atMs: serial,
      publisherNumber,
      test: false,
      country: 'DE',
      region: 'DE-BY',
      user: new Uint8Array(8),
    },
    signals: { language: 'de', commercialIntent: 0.5, sensitiveTopics: [] },
    timings: [],
    slots: [{ slotId: `slot ${serial}`, format: 'suffix', links: [] }],
    candidates: relevance.map((value, i) => ({
      ...{ adNumber: i, campaignNumber: 1, slot: 0, relevance: value, score: 1, rate: 0.01, evidence: 3 },
      bid: { model: 'cpc' as const, amountMicros: 500_000 },
      bidMicros: 500_000,
    })),
  }
}

function shownOf(serial: number, turn: number): Exposure {
  return {
    ...{ impressionId: `imp_${serial}_${turn}`, adNumber: serial, campaignNumber: 2, advertiserNumber: 3 },
    ...{
      publisherNumber: 4,
      turn,
      user: 'a'.repeat(serial % 17),
      session: '',
      conversation: 'ff',
      servedAtMs: 1e12 + turn,
    },
  }
}

test('everything noted is read back in its order, however it fell into messages', () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 40 }), fc.array(fc.nat(39)), (decisions, flushedAfter) => {
      const messages: Float64Array[] = []
      const outbox = createOutbox({
        send: (cells) => messages.push(cells),
        heard: new Int32Array(new SharedArrayBuffer(4)),
      })
      decisions.forEach((one, serial) => {
        outbox.noteDecision(entryOf(serial, one), one.relevance)
        for (const turn of one.relevance.keys()) outbox.noteShown(shownOf(serial, turn))
        outbox.noteAnswer({ slots: one.slots as never }, one.ms)
        if (flushedAfter.includes(serial)) outbox.flush()
      })
      outbox.flush()
      const log = createDecisionLog()
      const heard: unknown[] = []
      for (const cells of messages) {
        readOutbox(cells, {
          decided(record, own, relevance) {
            assert.deepEqual(readRecord(own, 0, 0).candidates, entryOf(record.atMs, decisions[record.atMs]!).candidates)
            log.noteCells(own)
            heard.push([record.publisherNumber, record.slots[0]!.slotId, [...relevance]])
          },
          shown: (exposure) => heard.push(exposure),
          asked: () => assert.fail('nobody asked'),
          answered: (slots, ms) => heard.push([ms, slots]),
        })
      }
      const said = decisions.flatMap(({ publisherNumber, relevance, ms, slots }, serial) => [
        [publisherNumber, `slot ${serial}`, relevance],
        ...relevance.map((_, turn) => shownOf(serial, turn)),
        [ms, slots.map(({ noFill, ...slot }) => ({ ...slot, ...(noFill && { noFill }) }))],
      ])
      assert.deepEqual(heard, said)
      const kept = Array.from(log.newest(100), ({ atMs }) => atMs)
      assert.deepEqual(kept, [...decisions.keys()].reverse())
    }),
    { numRuns: 60 },
  )
})

test('a turn of the event loop goes into one message', async () => {
  const messages: Float64Array[] = []
  const outbox = createOutbox({
    send: (cells) => messages.push(cells),
    heard: new Int32Array(new SharedArrayBuffer(4)),
  })
  for (let i = 0; i < 5; i++) outbox.noteAnswer({ slots: [] }, i)
  assert.equal(messages.length, 0)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(messages.length, 1)
  outbox.noteAnswer({ slots: [] }, 5)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(messages.length, 2)
})

test('a thread that is far ahead of whoever hears it waits', () => {
  const heard = new Int32Array(new SharedArrayBuffer(4))
  let sent = 0
  const outbox = createOutbox({ send: (cells) => (sent += cells.length), heard })
  const waitedMs = (cells: number): number => {
    const fromMs = performance.now()
    for (const until = sent + cells; sent < until;) {
      outbox.noteAnswer({ slots: [] }, 1)
      outbox.flush()
    }
    return performance.now() - fromMs
  }
  waitedMs(100)
  Atomics.store(heard, 0, sent - 4_194_304)
  assert.ok(waitedMs(3) >= 900, 'it waited for the hearer')
  Atomics.store(heard, 0, sent)
  assert.ok(waitedMs(3) < 900, 'it goes on once it was heard')
})
