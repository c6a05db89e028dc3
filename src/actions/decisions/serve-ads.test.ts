import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createTestWorld, NOON_MS, requestFor } from '../../../test/support/world.ts'
import { createManualClock } from '../../base/clock.ts'
import { createIdSource } from '../../base/ids.ts'
import { createKeyedHash } from '../../base/keyed-hash.ts'
import { createLog } from '../../base/log.ts'
import { createRandomBytes, createSeededRandom } from '../../base/random.ts'
import { createKeyRing } from '../../base/signature.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { DISMISSED_MS } from '../../domain/feedback.ts'
import { namesSomebody, namesUser } from '../../domain/link.ts'
import { createLinkSigner } from '../../domain/link-token.ts'
import type { Policy } from '../../domain/publisher.ts'
import type { ServedDecision } from '../../domain/served.ts'
import { createBudgetGate } from '../../engine/budget-gate.ts'
import { createDecisionLog } from '../../engine/decision-log.ts'
import { createLearner } from '../../engine/learn/learner.ts'
import type { Store } from '../../store/contract.ts'
import { createDecisionCounts } from './count-decisions.ts'
import { createExposureLog, type ExposureNotes } from './keep-exposures.ts'
import { createKeepDecision } from './remember-decision.ts'
import { createServeSteps, type ServeAds } from './serve-ads.ts'

const SECRET = new Uint8Array(32).fill(3)
const LAPTOP = 'Which quiet laptop should I buy?'
const KETTLE = 'Which steel kettle should I buy?'
const PERSON = { userId: 'user-1', sessionId: 'session-1' }
const TALK = { conversationId: 'talk-1' }

/** A service without doors and store that also tells which texts were hashed. */
function service(
  policy: Partial<Policy> = {},
  meddle: (notes: ExposureNotes) => Partial<ExposureNotes> = () => ({}),
  frequencyCaps: Campaign['frequencyCaps'] = [{ scope: 'campaign', per: 'user', max: 1, windowSeconds: 3_600 }],
) {
  const maker = createTestWorld()
  const { world } = maker
  const { directory, facts } = world
  const publisher = maker.publisher({ intentGate: false, ...policy })
  const campaign = maker.campaign(maker.advertiser(), { frequencyCaps })
  const other = maker.campaign(maker.advertiser())
  maker.ad(campaign, { title: 'Feather quiet laptop', description: 'A quiet laptop for travel' })
  maker.ad(other, { title: 'Copper steel kettle', description: 'A steel kettle for tea' })
  const clock = createManualClock(NOON_MS)
  const store = {} as Store // nothing is flushed here
  const decisionLog = createDecisionLog({ decisionsMax: 50 })
  const budgets = createBudgetGate({ directory, facts })
  const exposures = createExposureLog({ store, facts, directory, clock })
  const hashed: string[] = []
  const state = { isRecording: true }
  const { bytesOf, hexOf } = createKeyedHash(SECRET)
  const told = (text: string) => {
    hashed.push(text)
    return text
  }
  const steps = createServeSteps(
    {
      world,
      budgets,
      keep: createKeepDecision({
        decisionLog,
        counts: createDecisionCounts({ store }),
        budgets,
        learner: createLearner({ advertiserNumberOf: () => undefined }),
      }),
      exposures: { ...exposures, ...meddle(exposures) },
      dismissals: facts.dismissals,
      signer: createLinkSigner({ ring: createKeyRing([{ id: 1, secret: SECRET }]) }),
      userHash: { bytesOf: (text) => bytesOf(told(text)), hexOf: (text) => hexOf(told(text)) },
      clock,
      ids: createIdSource({ clock, randomBytes: createRandomBytes() }),
      random: createSeededRandom(1),
      isInvalidTraffic: ({ userAgent = '' }) => userAgent.includes('bot'),
      isRecording: () => state.isRecording,
      log: createLog({ level: 'silent', name: 'test' }),
    },
    () => {},
  )
  const caller: Caller = {
    keyId: 'key_1',
    mode: 'live',
    scopes: new Set(['ads:request']),
    publisherId: publisher.id,
    rateLimit: 100,
    origins: [],
  }
  const arrival = () => ({ monotonicMs: clock.monotonicMs() })
  const ask = (...of: Parameters<ServeAds>) => steps.finish(steps.decide(steps.read(...of)))
  return {
    steps,
    hashed,
    state,
    clock,
    directory,
    dismissals: facts.dismissals,
    logged: () => [...decisionLog.newest(50)],
    read: (...of: Parameters<typeof requestFor>) => steps.read(caller, requestFor(...of), arrival()),
    ask: (...of: Parameters<typeof requestFor>) => ask(caller, requestFor(...of), arrival()),
    askAs: (who: Partial<Caller>, ...of: Parameters<typeof requestFor>) =>
      ask({ ...caller, ...who }, requestFor(...of), arrival()),
  }
}

const adsOf = ({ slots }: ServedDecision) => slots.flatMap(({ ads }) => ads.map(({ rendered }) => rendered.adId))

for (const [what, user] of Object.entries({
  'who switched ads off': { adsEnabled: false },
  'who is a child': { ageGroup: 'child' },
  'who is a teen': { ageGroup: 'teen' },
  'under COPPA': { consent: { coppa: true } },
  'of a tier without ads': { tier: ' Premium' },
})) {
  test(`of somebody ${what} nothing is read, hashed or logged`, () => {
    const { read, ask, hashed, logged } = service({ adFreeTiers: ['staff', 'premium'] })
    const given = { user: { ...PERSON, ...user }, conversation: TALK, options: { explain: true } }
    const { reading } = read(LAPTOP, given)
    assert.deepEqual([reading.understood, reading.query], [undefined, undefined])
    const { slots, explain } = ask(LAPTOP, given)
    assert.deepEqual(slots[0]!.ads, [])
    assert.deepEqual(explain!.signals, { language: 'und', commercialIntent: 0, sensitiveTopics: [], terms: [] })
    assert.deepEqual([hashed, logged()], [[], []])
  })
}

test('where consent is asked for and missing, the refusal is logged without reading the conversation', () => {
  const { ask, logged } = service({ requireConsent: true })
  const { slots } = ask('I have a headache, which quiet laptop should I buy?', { user: PERSON })
  assert.equal(slots[0]!.noFill!.reason, 'consent_missing')
  const [{ signals, timings }] = logged() as [ReturnType<typeof logged>[0]]
  assert.deepEqual(signals, { language: 'und', commercialIntent: 0, sensitiveTopics: [] })
  assert.deepEqual(timings, [])
})

test('a conversation is read ahead as far as deciding will ask', () => {
  const { read } = service({ intentGate: true })
  for (const [query, isMatched] of [
    ['Tell me a joke about the sea', false],
    ['I want to die', false],
    [LAPTOP, true],
  ] as const) {
    const { reading } = read(query)
    assert.deepEqual([reading.understood !== undefined, reading.query !== undefined], [true, isMatched], query)
  }
})

test('people are logged by the hash of their number with that of the publisher', () => {
  const { ask, logged } = service()
  ask(LAPTOP, { user: PERSON, conversation: TALK })
  const expected = createHmac('sha256', SECRET).update('1 user-1').digest().subarray(0, 8)
  assert.deepEqual(Buffer.from(logged()[0]!.user), expected)
})

test('who may not be known again is logged, linked and remembered without a hash of the id', () => {
  const asked = { gdprApplies: true, personalization: true }
  for (const [consent, isKnown] of [
    [{}, true],
    [{ gpc: false, gdprApplies: false }, true],
    [asked, true],
    [{ gpc: true }, false],
    [{ ...asked, gpc: true }, false],
    [{ personalization: false }, false],
    [{ gdprApplies: true, tcString: 'CP', gpp: 'DB' }, false],
  ] as const) {
    const { ask, hashed, logged } = service()
    const given = { user: { ...PERSON, consent }, conversation: TALK }
    // The cap is one a person: it holds back the second ad of whoever is known alone.
    const shown = [ask(LAPTOP, given), ask(LAPTOP, given)].map((served) => adsOf(served).length)
    assert.deepEqual(shown, isKnown ? [1, 0] : [1, 1], JSON.stringify(consent))
    assert.equal(hashed.includes('1 user-1'), isKnown)
    assert.ok(hashed.includes('1 session-1'), 'a session is one for everybody')
    const users = [...logged(), ...logged().flatMap(({ slots }) => slots.flatMap(({ links }) => links))]
    for (const { user } of users)
      assert.equal(
        user.some((byte) => byte !== 0),
        isKnown,
      )
  }
})

test('people are told apart by session and conversation only where a cap or a rhythm asks for it', () => {
  const texts = ['1 user-1', '1 session-1', '1 talk-1']
  for (const [capped, policy, expected] of [
    [false, {}, ['1 user-1']],
    [true, {}, texts],
    [false, { minTurnGap: 2 }, texts],
    [false, { adsPerSession: 3 }, texts],
  ] as const) {
    const { ask, hashed } = service(policy, undefined, capped ? undefined : [])
    assert.equal(adsOf(ask(KETTLE, { user: PERSON, conversation: TALK })).length, 1)
    assert.deepEqual(new Set(hashed), new Set(expected))
  }
})

test('an ad that a person dismissed is not shown to that person for thirty days, and says why', () => {
  const { ask, logged, clock, dismissals } = service({}, undefined, [])
  const explained = { user: PERSON, options: { explain: true } }
  assert.deepEqual(adsOf(ask(LAPTOP, explained)), ['ad_1'])
  dismissals.note(logged()[0]!.user, { adNumber: 1, test: false, sinceMs: clock.nowMs() })
  const { slots, explain } = ask(LAPTOP, explained)
  assert.deepEqual([slots[0]!.ads, slots[0]!.noFill!.reason], [[], 'frequency_cap'])
  assert.deepEqual(
    explain!.candidates.map(({ campaignId, stoppedBy }) => [campaignId, stoppedBy]),
    [['cmp_1', 'dismissed']],
  )
  assert.equal(logged()[0]!.candidates[0]!.stoppedBy, 'dismissed')
  assert.deepEqual(adsOf(ask(KETTLE, { user: PERSON })), ['ad_2'], 'another ad')
  assert.deepEqual(adsOf(ask(LAPTOP, { user: { ...PERSON, userId: 'user-2' } })), ['ad_1'], 'somebody else')
  assert.deepEqual(adsOf(ask(LAPTOP, { user: PERSON, options: { test: true } })), ['ad_1'], 'tests are apart')
  clock.advance(DISMISSED_MS - 1)
  assert.deepEqual(adsOf(ask(LAPTOP, { user: PERSON })), [])
  clock.advance(1)
  assert.deepEqual(adsOf(ask(LAPTOP, { user: PERSON })), ['ad_1'])
})

test('where no user is named the session stands for one, and is told from any user', () => {
  const { ask, logged } = service()
  const { userId: _unnamed, ...inSession } = PERSON
  ask(LAPTOP, { user: inSession })
  const expected = createHmac('sha256', SECRET).update('1 session-1').digest().subarray(0, 8).fill(0, 0, 2)
  assert.deepEqual(Buffer.from(logged()[0]!.user), expected)
  assert.deepEqual([namesUser(logged()[0]!), namesSomebody(logged()[0]!)], [false, true])
})

test('requests that take each step together are answered like one after the other', () => {
  const { steps, read } = service()
  const explained = { options: { explain: true } }
  const reads = [
    read(LAPTOP, { user: PERSON, ...explained }),
    read(KETTLE, explained),
    read(LAPTOP, { user: { ...PERSON, adsEnabled: false } }),
    read(LAPTOP, { user: PERSON, ...explained }),
  ]
  const served = reads.map(steps.decide).map(steps.finish)
  // The last one is capped by what the first one holds.
  assert.deepEqual(served.map(adsOf), [['ad_1'], ['ad_2'], [], []])
  assert.equal(served[3]!.slots[0]!.noFill!.reason, 'frequency_cap')
  const told = served.map(({ explain }) =>
    explain?.candidates.map(({ campaignId, priceMicros, stoppedBy }) => [
      campaignId,
      priceMicros !== undefined,
      stoppedBy,
    ]),
  )
  assert.deepEqual(told[0]![0], ['cmp_1', true, undefined])
  assert.deepEqual(told[1]![0], ['cmp_2', true, undefined])
  assert.ok(
    told[3]!.every(([, isPriced]) => !isPriced),
    JSON.stringify(told[3]),
  )
  assert.equal(new Set(served.map(({ requestId }) => requestId)).size, 4)
})

test('a conversation that cannot be read costs its own request the ads, and no other', () => {
  const { steps, read } = service()
  const broken = read(LAPTOP)
  const reads = [
    read(KETTLE),
    { ...broken, reading: { ...broken.reading, query: { count: 1 } as never } },
    read(KETTLE),
  ]
  const served = reads.map(steps.decide).map(steps.finish)
  assert.deepEqual(served.map(adsOf), [['ad_2'], [], ['ad_2']])
  assert.equal(served[1]!.slots[0]!.noFill!.reason, 'internal')
})

test('a decision whose person was shown something meanwhile is made anew, and without an end to it nothing is shown', () => {
  const given = { user: PERSON }
  for (const [conflicts, served] of [
    [2, 1],
    [1_000, 0],
  ] as const) {
    let asked = 0
    const { ask, logged } = service({}, ({ note }) => ({
      note: (subjects, shown) => (asked++ < conflicts ? false : note(subjects, shown)),
    }))
    const answer = ask(LAPTOP, given)
    assert.equal(adsOf(answer).length, served)
    assert.equal(logged().length, 1, 'it is one decision')
    if (served === 0) assert.equal(answer.slots[0]!.noFill!.reason, 'frequency_cap')
    else assert.equal(asked, conflicts + 1)
  }
})

test('a test key makes a test, and so does the option with any key', () => {
  const { askAs } = service()
  const isTest = (mode: Caller['mode'], test: boolean) => askAs({ mode }, KETTLE, { options: { test } }).test
  assert.deepEqual([isTest('live', false), isTest('live', true), isTest('test', false)], [false, true, true])
})

test('what a test shows a person counts for none of their caps', () => {
  const { ask } = service()
  for (const options of [{ test: true }, { test: true }, { test: false }]) {
    assert.deepEqual(adsOf(ask(LAPTOP, { user: PERSON, options })), ['ad_1'])
  }
  assert.deepEqual(adsOf(ask(LAPTOP, { user: PERSON })), [])
})

test('an entity link for which the response names nothing that fits says so', () => {
  const { ask } = service()
  const noFillOf = (response: string) => {
    const { slots } = ask(LAPTOP, { conversation: { response }, slot: { format: 'entity_link' } })
    return slots[0]!.noFill
  }
  assert.equal(noFillOf('The Feather quiet laptop is one.'), undefined)
  assert.equal(noFillOf('There are many.')?.detail, 'the response names nothing that fits')
})

test('a bot that asks is invalid traffic, unless it is refused anyway', () => {
  const { ask } = service()
  const device = { userAgent: 'a bot' }
  const noFillOf = (user: object) => ask(LAPTOP, { user }).slots[0]!.noFill
  assert.equal(noFillOf({ device })?.reason, 'invalid_traffic')
  assert.match(noFillOf({ device })?.detail ?? '', /userContext\.device/)
  assert.equal(noFillOf({ device, adsEnabled: false })?.reason, 'user_opt_out')
})

test('a link carries where its person is', () => {
  const { slots } = service().ask(LAPTOP, { user: { country: 'DE' } })
  const signer = createLinkSigner({ ring: createKeyRing([{ id: 1, secret: SECRET }]) })
  assert.equal(signer.verify(slots[0]!.ads[0]!.token)!.country, 'DE')
})

test('a publisher that is archived is served no more', () => {
  const { ask, directory } = service()
  directory.publishers.put({ ...directory.publishers.byNumber(1)!, archivedAtMs: NOON_MS })
  assert.throws(() => ask(KETTLE), { code: 'scope_insufficient' })
})

test('slots that the deadline overtook stay empty and say so; until then they are served', () => {
  const { steps, read, clock } = service()
  const waiting = read(KETTLE, { slots: [{}, {}], options: { timeoutMs: 200 } })
  clock.advance(200)
  assert.deepEqual(adsOf(steps.finish(steps.decide(waiting))), ['ad_2'])
  clock.advance(1)
  const { slots } = steps.finish(steps.decide(waiting))
  assert.deepEqual(
    slots.map(({ ads, noFill }) => [ads.length, noFill?.reason]),
    [
      [0, 'timeout'],
      [0, 'timeout'],
    ],
  )
})

test('where it cannot be noted who was shown what, nothing is shown', () => {
  const { ask } = service({}, () => ({
    note() {
      throw new RangeError('no room is left')
    },
  }))
  const { slots } = ask(LAPTOP, { user: PERSON })
  assert.deepEqual([slots[0]!.ads, slots[0]!.noFill!.reason], [[], 'internal'])
})

test('once the store writes no more, no ads are shown, and who refused them is still told so', () => {
  const { ask, state } = service()
  assert.equal(adsOf(ask(LAPTOP)).length, 1)
  state.isRecording = false
  const { slots, explain } = ask(KETTLE, { user: PERSON, options: { explain: true } })
  assert.deepEqual([slots[0]!.ads, slots[0]!.noFill!.reason], [[], 'unavailable'])
  assert.deepEqual(explain!.signals.terms, [])
  assert.equal(ask(KETTLE, { user: { adsEnabled: false } }).slots[0]!.noFill!.reason, 'user_opt_out')
})
