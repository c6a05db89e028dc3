// Bugs that delivery could well have, planted one at a time: caps, auction, time zones, and what leads to a sale.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bugsNotFound, type Mutant } from './plant-bugs.ts'

const CAPS = 'src/engine/caps.test.ts'
const CASES = 'test/cases/cases.test.ts'
const AUCTION = 'src/engine/auction.test.ts'
const FILL = 'src/engine/fill.test.ts'

const MUTANTS: readonly Mutant[] = [
  ['a cap lets one more through', 'src/engine/caps.ts', '++cap.count === cap.max', '++cap.count === cap.max + 1', CAPS],
  ['a cap holds a moment too long', 'src/engine/caps.ts', 'ageMs >= cap.windowMs', 'ageMs > cap.windowMs', CAPS],
  ['a cap per session counts everybody', 'src/engine/caps.ts', 'cap.per !== kind || ', '', CAPS],
  ['one answer passes a cap', 'src/engine/caps.ts', 'held >= cap.max', 'held > cap.max', CAPS],
  ['a gap between ads is one turn too long', 'src/engine/decide.ts', '< minTurnGap', '<= minTurnGap', CAPS],
  [
    'what nobody saw counts for ever',
    'src/engine/exposures/exposures.ts',
    'viewedMs - ring.servedAtMs(reference) >= GIVE_BACK_MS',
    'viewedMs < 0',
    'src/engine/exposures/exposures.test.ts',
  ],
  [
    'yesterday’s spend counts today',
    'src/engine/facts.ts',
    'return spent.day === dayOf(nowMs, campaign.timeZone) ? spent',
    'return spent.day > 0 ? spent',
    'src/engine/facts.test.ts',
  ],
  [
    'a day has 24 hours, also where clocks change',
    'src/domain/time-zone.ts',
    ': dayAt(ms, timeZone).endMs',
    ': ms + DAY_MS - ((ms + offsetMs(ms, timeZone)) % DAY_MS)',
    'src/domain/time-zone.test.ts',
  ],
  [
    'hours are those of UTC',
    'src/domain/campaign-rules.ts',
    'localTime(atMs, timeZone)',
    "localTime(atMs, 'UTC')",
    CASES,
  ],
  [
    'links that are out cost nothing',
    'src/engine/pacing/judge.ts',
    'const openMicros = account.openMicros * rate',
    'const openMicros = 0 * rate',
    'src/engine/budget-gate.test.ts',
  ],
  [
    'a winner pays its own bid',
    'src/engine/auction.ts',
    '{ micros: keepsPlace, rival }',
    '{ micros: winner.bidMicros, rival }',
    AUCTION,
  ],
  [
    'a winner pays less than the floor',
    'src/engine/auction.ts',
    'return keepsPlace > floor ?',
    'return keepsPlace > 0 ?',
    AUCTION,
  ],
  [
    'one’s own ad drives up the price',
    'src/engine/fill.ts',
    'other.advertiserNumber === winner.advertiserNumber || ',
    '',
    'test/docs-auction.test.ts',
  ],
  [
    'an ad held back by a cap sets the price',
    'src/engine/fill.ts',
    'if (filling.allowance.mayTake(other)) return other',
    'return other',
    FILL,
  ],
  [
    'a bid that meets the floor stays out',
    'src/engine/campaign-stops.ts',
    'bid.amountMicros < floorMicros',
    'bid.amountMicros <= floorMicros',
    CASES,
  ],
  [
    'an impression costs a thousand',
    'src/engine/decide-slot.ts',
    "model === 'cpm' ? perImpression(priceMicros) : priceMicros",
    'priceMicros',
    CASES,
  ],
  [
    'a click counts a day and an hour later',
    'src/domain/link.ts',
    'click: 24 * HOUR_MS',
    'click: 25 * HOUR_MS',
    'test/api/tracking.test.ts',
  ],
  [
    'a day that is spent is told as a spent campaign',
    'src/engine/facts.ts',
    'return { total: leftInAll(campaign, spent), daily: leftToday(campaign, spent)',
    'return { total: leftToday(campaign, spent), daily: leftInAll(campaign, spent)',
    'test/api/delivery.test.ts',
  ],
  [
    'tests are told as recent decisions',
    'src/actions/decisions/read-delivery.ts',
    '{ test: false }',
    '{}',
    'test/api/delivery.test.ts',
  ],
  [
    'a sale may name somebody else’s click',
    'src/actions/events/record-conversion.ts',
    ' || !mayReach(caller, advertiserId)',
    '',
    'test/api/conversions.test.ts',
  ],
]

test(`each of ${MUTANTS.length} planted bugs is found by the tests of delivery, which pass without them`, async () => {
  const copied = [
    'src',
    'test/support',
    'test/cases',
    'test/store',
    'test/api',
    'test/docs-auction.test.ts',
    'docs',
    'package.json',
  ]
  assert.deepEqual(await bugsNotFound(MUTANTS, { copied, linked: ['models'] }), [])
})
