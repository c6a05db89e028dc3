import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ID_BYTES } from '../base/ids.ts'
import { createRandomBytes } from '../base/random.ts'
import type { EventOutcome } from '../domain/ledger-event.ts'
import { createNeighbours, type HeardEvent } from './neighbours.ts'

const SECRET = Buffer.alloc(32, 7)
const OUTCOME: EventOutcome = { status: 'accepted', chargedMicros: 500_000, landingUrl: 'https://feather.example/13' }
const CLICK: HeardEvent = {
  kind: 'click',
  factKey: '',
  receivedAtMs: 1_700_000_000_000,
  link: {
    ...{ decision: Uint8Array.from({ length: ID_BYTES }, (_, i) => 255 - i), ordinal: 2, adNumber: 7, adVersion: 3 },
    ...{ campaignNumber: 5, publisherNumber: 9, model: 'cpc', priceMicros: 500_000, format: 'suffix' },
    ...{ slotId: 'unten 😀', country: 'DE', user: Uint8Array.from([0, 1, 2, 3, 252, 253, 254, 255]), test: false },
  },
}
const SHOWN = {
  ...{ impressionId: 'imp_1', adNumber: 1, campaignNumber: 2, advertiserNumber: 3, publisherNumber: 4, turn: 5 },
  ...{ user: 'a'.repeat(16), session: '', conversation: 'b'.repeat(16), servedAtMs: 6 },
}

test('what one tells the others hear as it was, and the one itself does not', async () => {
  const { told, say } = channelOf(3)
  const [one, ...others] = told
  one!.neighbours.outbox.noteShown(SHOWN)
  for (let i = 0; i < 3; i++) one!.neighbours.outbox.noteAsked('key_1', 100)
  one!.neighbours.tellOutcome(CLICK as never, OUTCOME)
  one!.neighbours.flush()
  // A piece of what was received begins anywhere.
  for (const bytes of say)
    for (const { neighbours } of told) neighbours.take(Buffer.concat([Buffer.alloc(3), bytes]).subarray(3))
  const { landingUrl: _known, ...outcome } = OUTCOME
  for (const { heard } of others) assert.deepEqual(heard, [SHOWN, ['key_1', 100, 3], [CLICK, outcome]])
  assert.deepEqual(one!.heard, [])
})

test('what people say of an ad is told, and no order of whoever bought', () => {
  const { told, say } = channelOf(2)
  for (const [kind, factKey] of [
    ['feedback', 'report'],
    ['conversion', 'order-7'],
  ] as const)
    told[0]!.neighbours.tellOutcome({ ...CLICK, kind, factKey } as never, OUTCOME)
  told[0]!.neighbours.flush()
  told[1]!.neighbours.take(say[0]!)
  const heard = told[1]!.heard as [HeardEvent, EventOutcome][]
  assert.deepEqual(
    heard.map(([{ factKey }]) => factKey),
    ['report', ''],
  )
})

test('many messages of decision threads go in few', async () => {
  const { told, say } = channelOf(1)
  for (let i = 0; i < 100; i++) told[0]!.neighbours.tellDecided(new Float64Array([3, 1, 100, 1, 65]))
  assert.equal(say.length, 0)
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(say.length, 1)
  told[0]!.neighbours.tellDecided(new Float64Array(65_536))
  assert.equal(say.length, 2, 'a full one does not wait')
})

test('a message that was changed, cut, heard before or made by somebody else is not heard', () => {
  const { told, say } = channelOf(2)
  told[0]!.neighbours.tellOutcome(CLICK as never, OUTCOME)
  told[0]!.neighbours.flush()
  const [message] = say
  const other = told[1]!
  for (let at = 0; at < message!.length; at += 7) {
    const changed = Buffer.from(message!)
    changed[at]! ^= 1
    assert.equal(other.neighbours.take(changed), false, `byte ${at}`)
  }
  for (const length of [0, 5, 31, 32, message!.length - 1])
    assert.equal(other.neighbours.take(message!.subarray(0, length)), false)
  const stranger = channelOf(1, Buffer.alloc(32, 8))
  stranger.told[0]!.neighbours.tellOutcome(CLICK as never, OUTCOME)
  stranger.told[0]!.neighbours.flush()
  assert.equal(other.neighbours.take(stranger.say[0]!), false)
  assert.deepEqual(other.heard, [])
  assert.equal(other.neighbours.take(message!), true)
  assert.equal(other.neighbours.take(message!), false, 'nor one that was heard before')
})

function channelOf(count: number, secret: Uint8Array = SECRET) {
  const say: Uint8Array[] = []
  const told = Array.from({ length: count }, () => {
    const heard: unknown[] = []
    const neighbours = createNeighbours({
      publish: (message) => say.push(message),
      secret,
      randomBytes: createRandomBytes(),
      hear: {
        decided: () => assert.fail('nothing was decided'),
        shown: (exposure) => heard.push(exposure),
        asked: (...all) => heard.push(all),
        outcome: (event, outcome) => heard.push([event, outcome]),
      },
    })
    return { neighbours, heard }
  })
  return { told, say }
}
