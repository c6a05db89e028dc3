// What a store promises of reversals, corrections, statements, withdrawals and the chain.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { DAY_MS } from '../../../src/base/clock.ts'
import { debtOf, type FactName, type StatementKind } from '../../../src/domain/settlement.ts'
import type { Store } from '../../../src/store/contract.ts'
import type { Cases } from '../contract-suite.ts'
import { eventOf, linkOf, NOON_MS, publisherDraft, seed, UNIT } from '../entities.ts'
import { assertBooksClose, balancesOf, withCode, withStore } from './with-store.ts'

const PRICE = UNIT / 2
const SHARE = 350_000
const METHOD = { type: 'bank_transfer', account: 'DE00 1234' }

const clickOf = (serial: number): FactName => ({ ...nameOf(serial), kind: 'click' })
const nameOf = (serial: number): FactName => ({ impressionId: eventOf('click', linkOf(serial)).impressionId })
const clicks = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => eventOf('click', linkOf(from + i)))
const reversal = (id: string, facts: readonly FactName[]) => ({
  id,
  reason: 'click farm',
  facts,
  atMs: NOON_MS + DAY_MS,
})

export const settlementCases: Cases = {
  'a thousand clicks found invalid are refunded to the micro with new entries alone, and once': withStore(
    async (store) => {
      await seed(store, { campaign: { budget: { totalMicros: 600 * UNIT } } })
      await store.ledger.append(clicks(1, 1_000))
      const before = await store.ledger.entries({ after: 0, limit: 10_000 })
      const facts = Array.from({ length: 1_000 }, (_, i) => clickOf(i + 1))
      const first = await store.ledger.reverse(reversal('rev_1', facts))
      // A click implied its impression, which goes with it.
      const undone = { recorded: true, reversed: 2_000, already: 0, unknown: 0, refundedMicros: 1_000 * PRICE }
      assert.deepEqual(first, { ...undone, publisherMicros: 1_000 * SHARE })
      assert.deepEqual(new Set(Object.values(await balancesOf(store))), new Set([0]))
      assert.equal((await store.ledger.spend()).campaigns[0]!.totalMicros, 0)
      const after = await store.ledger.entries({ after: 0, limit: 10_000 })
      assert.deepEqual(after.slice(0, before.length), before)
      assert.equal(after.length, 2 * before.length)

      const head = await store.ledger.head()
      const second = await store.ledger.reverse(reversal('rev_2', facts))
      const none = { reversed: 0, already: 2_000, unknown: 0, refundedMicros: 0, publisherMicros: 0 }
      assert.deepEqual(second, { recorded: false, ...none })
      assert.deepEqual(await store.ledger.reverse(reversal('rev_1', facts)), { recorded: true, ...none }, 'sent again')
      assert.equal(await store.ledger.head(), head, 'nothing was written')
      const [row] = await store.reports.read({ from: '2026-03-10', to: '2026-03-10', groupBy: [], test: false })
      assert.deepEqual([row!.clicks, row!.spendMicros, row!.ignored], [0, 0, { reversed: 2_000 }])
      await assertBooksClose(store)
    },
  ),

  'a refund beyond the nine billion that an account holds is refused whole': withStore(async (store) => {
    await seed(store)
    await store.ledger.append(clicks(1, 2))
    const payment = { advertiserId: 'adv_1', reference: '', atMs: NOON_MS }
    await store.ledger.topUp({ ...payment, postingId: 'pay_1', amountMicros: 9_000_000_000 * UNIT })
    const credit = (postingId: string, amountMicros: number) =>
      store.ledger.adjust({ ...payment, postingId, amountMicros })
    await credit('rest', Number.MAX_SAFE_INTEGER - PRICE - (await store.ledger.balance('advertiser:adv_1:funds')))
    const refund = () => store.ledger.reverse(reversal('rev_1', [clickOf(1), clickOf(2)]))
    await assert.rejects(refund, withCode('conflict'))
    assert.equal(await store.ledger.balance('advertiser:adv_1:funds'), Number.MAX_SAFE_INTEGER - PRICE)
    await credit('less', -PRICE)
    assert.equal((await refund()).refundedMicros, 2 * PRICE)
    await assertBooksClose(store)
  }),

  'an event that is taken back takes along the impression that it implied, and none that another one told of':
    withStore(async (store) => {
      await seed(store)
      const of = (kind: 'viewable' | 'click', serial: number) => eventOf(kind, linkOf(serial, { model: 'cpm' }))
      await store.ledger.append([
        of('viewable', 1),
        of('click', 1),
        of('viewable', 2),
        of('click', 3),
        of('viewable', 3),
      ])
      const refundOf = async (serial: number, kind: 'viewable' | 'click') => {
        const fact = { impressionId: of(kind, serial).impressionId, kind }
        return (await store.ledger.reverse(reversal(`rev_${kind}_${serial}`, [fact]))).refundedMicros
      }
      assert.deepEqual([await refundOf(1, 'click'), await refundOf(1, 'viewable')], [0, PRICE])
      assert.equal(await refundOf(2, 'viewable'), PRICE)
      assert.deepEqual([await refundOf(3, 'viewable'), await refundOf(3, 'click')], [0, PRICE])
      await assertBooksClose(store)
    }),

  'a reversal keeps what was asked for and who asked, and tells what it came to': withStore(async (store) => {
    await seed(store)
    await store.ledger.append(clicks(1, 4))
    const by = { changeId: 'chg_1', keyId: 'key_1', atMs: NOON_MS }
    const filter = { publisherId: 'pub_1', kinds: ['click'] as const, fromMs: NOON_MS }
    const asked = { filter }
    for (const serial of [1, 2]) await store.ledger.reverse({ ...reversal('rev_1', [clickOf(serial)]), asked }, by)
    await store.ledger.reverse({ ...reversal('rev_2', [clickOf(2), clickOf(3)]), asked: { named: 2 } })
    await store.ledger.reverse(reversal('rev_3', [clickOf(2)]))
    const found = await store.settlement.listDocuments({ kind: 'reversal', limit: 10 })
    assert.deepEqual(
      found.map(({ id, body }) => [id, body]),
      [
        ['rev_2', { reason: 'click farm', named: 2 }],
        ['rev_1', { reason: 'click farm', keyId: 'key_1', filter }],
      ],
    )
    const one = { reversed: 2, refundedMicros: PRICE, publisherMicros: SHARE }
    const two = { reversed: 4, refundedMicros: 2 * PRICE, publisherMicros: 2 * SHARE }
    const none = { reversed: 0, refundedMicros: 0, publisherMicros: 0 }
    const numbers = found.map(({ number }) => number)
    assert.deepEqual(await store.settlement.reversalSums([...numbers, 99]), [one, two, none])
    assert.deepEqual(await store.settlement.reversalSums([]), [])
    await assertBooksClose(store)
  }),

  'a reversal frees the budgets for other clicks, and never for the same one': withStore(async (store) => {
    await seed(store, { campaign: { budget: { totalMicros: PRICE, dailyMicros: PRICE } } })
    const [, over] = await store.ledger.append(clicks(1, 2))
    assert.equal(over!.reason, 'over_budget')
    assert.deepEqual((await store.ledger.reverse(reversal('rev_1', [nameOf(1), nameOf(2), nameOf(3)]))).unknown, 1)
    const again = await store.ledger.append([...clicks(1, 1), ...clicks(3, 4)])
    assert.deepEqual(
      again.map(({ status, reason }) => reason ?? status),
      ['duplicate', 'accepted', 'over_budget'],
    )
    await assertBooksClose(store)
  }),

  'valid events are found by what they share': withStore(async (store) => {
    await seed(store)
    await store.ledger.append([
      ...clicks(1, 3),
      eventOf('click', linkOf(4, { country: 'FR' }), { receivedAtMs: NOON_MS + DAY_MS }),
    ])
    const count = async (filter: object) =>
      (await store.ledger.findFacts({ kinds: ['click'], ...filter }, 0, 100)).facts.length
    assert.equal(await count({}), 4)
    assert.equal(await count({ country: 'FR' }), 1)
    assert.equal(await count({ toMs: NOON_MS + DAY_MS }), 3)
    assert.equal(await count({ publisherId: 'pub_1', campaignId: 'cmp_1', advertiserId: 'adv_1', adId: 'ad_1' }), 4)
    assert.equal(await count({ publisherId: 'pub_9' }), 0)
    const impressionIds = [clickOf(1), clickOf(2)].map(({ impressionId }) => impressionId)
    assert.equal(await count({ impressionIds }), 2)
    await store.ledger.reverse(reversal('rev_1', [clickOf(1)]))
    assert.equal(await count({ impressionIds }), 1)
    assert.equal(await count({ impressionIds: [] }), 0)
    const page = await store.ledger.findFacts({ kinds: ['click'] }, 0, 2)
    const rest = await store.ledger.findFacts({ kinds: ['click'] }, page.next!, 2)
    assert.deepEqual([page.facts.length, rest.facts.length, rest.next], [2, 1, undefined])
  }),

  'a reference posts once for its owner, and a correction never takes a prepaid advertiser below zero': withStore(
    async (store) => {
      await seed(store, { advertiser: { billing: 'prepaid' } })
      const pay = (postingId: string, amountMicros: number, reference: string) =>
        store.ledger.topUp({ postingId, advertiserId: 'adv_1', amountMicros, reference, atMs: NOON_MS })
      assert.deepEqual(await pay('a', UNIT, 'wire 17'), { balanceMicros: UNIT, repeated: false })
      assert.deepEqual(await pay('b', UNIT, 'wire 17'), { balanceMicros: UNIT, repeated: true })
      await assert.rejects(pay('c', 2 * UNIT, 'wire 17'), withCode('conflict'))
      assert.equal((await pay('d', UNIT, '')).balanceMicros, 2 * UNIT)
      assert.equal((await pay('e', UNIT, '')).balanceMicros, 3 * UNIT)
      const adjust = (postingId: string, amountMicros: number, of: object = { advertiserId: 'adv_1' }) =>
        store.ledger.adjust({ postingId, amountMicros, reference: postingId, atMs: NOON_MS, ...of })
      assert.equal((await adjust('credit', 5)).balanceMicros, 3 * UNIT + 5)
      await assert.rejects(adjust('too much', -3 * UNIT - 6), withCode('conflict'))
      assert.deepEqual(await adjust('all', -3 * UNIT - 5), { balanceMicros: 0, repeated: false })
      assert.deepEqual(await adjust('all', -3 * UNIT - 5), { balanceMicros: 0, repeated: true })
      assert.equal((await adjust('gift', 7, { publisherId: 'pub_1' })).balanceMicros, 7)
      await assert.rejects(adjust('nobody', 7, { publisherId: 'pub_9' }), withCode('not_found'))
      await assertBooksClose(store)
    },
  ),

  'earnings wait, become available, and leave in withdrawals': withStore(async (store, { reopen }) => {
    await seed(store)
    await store.ledger.append([...clicks(1, 2), eventOf('click', linkOf(3), { receivedAtMs: NOON_MS + DAY_MS })])
    await store.ledger.reverse(reversal('rev_1', [clickOf(2)]))
    while (await store.settlement.release('pub_1', NOON_MS + 60_000, NOON_MS + 8 * DAY_MS));
    const held = { inTransitMicros: 0, paidMicros: 0 }
    const balance = () => store.settlement.balance('pub_1')
    assert.deepEqual(await balance(), { ...held, pendingMicros: SHARE, availableMicros: SHARE })

    const withdraw = (id: string, amountMicros: number) =>
      store.settlement.withdraw({ id, publisherId: 'pub_1', body: { amountMicros, method: METHOD }, atMs: NOON_MS })
    await assert.rejects(withdraw('wd_0', SHARE + 1), withCode('conflict'))
    assert.deepEqual((await withdraw('wd_1', 50_000)).steps, [])
    await withdraw('wd_2', 100_000)
    const step = (id: string, status: 'processing' | 'paid' | 'canceled', from?: 'submitted') =>
      store.settlement.takeStep({ kind: 'withdrawal', id, status, note: '', atMs: NOON_MS, ...(from && { from }) })
    await step('wd_1', 'processing')
    await step('wd_1', 'paid')
    await assert.rejects(step('wd_1', 'canceled'), withCode('conflict'))
    await assert.rejects(step('wd_9', 'paid'), withCode('not_found'))
    await step('wd_2', 'processing')
    await assert.rejects(step('wd_2', 'canceled', 'submitted'), withCode('conflict'))
    await step('wd_2', 'canceled')
    const left = { pendingMicros: SHARE, availableMicros: SHARE - 50_000, inTransitMicros: 0, paidMicros: 50_000 }
    assert.deepEqual(await balance(), left)

    // What was paid and is found invalid afterwards stands as a debt; what is still pending goes from there.
    await store.ledger.reverse(reversal('rev_2', [clickOf(1)]))
    assert.deepEqual(await balance(), { ...left, availableMicros: -50_000 })
    const again = await reopen()
    await again.ledger.reverse(reversal('rev_3', [clickOf(3)]))
    assert.equal((await again.settlement.balance('pub_1')).pendingMicros, 0)
    await assertBooksClose(again)
  }),

  'statements hold every entry once: each begins where the one before it ended': withStore(async (store) => {
    await seed(store)
    const open = (kind: StatementKind, id: string, atMs: number, untilMs?: number) =>
      store.settlement.openStatement({
        kind,
        id,
        owner: kind === 'statement' ? 'pub_1' : 'adv_1',
        atMs,
        ...(untilMs !== undefined && { untilMs }),
      })
    await assert.rejects(open('statement', 'st_0', NOON_MS), withCode('conflict'))
    await store.ledger.append([...clicks(1, 2), eventOf('click', linkOf(3), { receivedAtMs: NOON_MS + DAY_MS })])
    const first = await open('statement', 'st_1', NOON_MS + 2 * DAY_MS, NOON_MS + DAY_MS)
    assert.deepEqual(
      [first.body.openingMicros, first.body.sums, first.body.closingMicros],
      [0, { charge: 2 * SHARE }, 2 * SHARE],
    )
    await store.ledger.reverse(reversal('rev_1', [clickOf(1)]))
    const second = await open('statement', 'st_2', NOON_MS + 2 * DAY_MS)
    assert.deepEqual(second.body.sums, { charge: SHARE, reversal: -SHARE })
    assert.equal(second.body.closingMicros, 2 * SHARE)
    assert.deepEqual(second.body.lines, [
      { key: '2026-03-11', model: 'cpc', events: 1, chargedMicros: SHARE, reversedMicros: -SHARE },
    ])
    const invoice = await open('invoice', 'inv_1', NOON_MS + 2 * DAY_MS)
    assert.deepEqual(invoice.body.lines, [
      { key: 'cmp_1', model: 'cpc', events: 3, chargedMicros: -3 * PRICE, reversedMicros: PRICE },
    ])
    const due = (kind: StatementKind, toMs: number) => store.settlement.dueStatements(kind, toMs, 10)
    assert.deepEqual(await due('statement', second.body.toMs), ['st_1', 'st_2'])
    assert.deepEqual(await store.settlement.dueStatements('statement', second.body.toMs, 1), ['st_1'])
    assert.deepEqual(await due('statement', second.body.toMs - 1), ['st_1'])
    await store.settlement.takeStep({ kind: 'statement', id: 'st_1', status: 'confirmed', note: 'ok', atMs: NOON_MS })
    assert.deepEqual(await due('statement', second.body.toMs), ['st_2'])
    assert.deepEqual(await due('invoice', invoice.body.toMs), ['inv_1'])
    const list = await store.settlement.listDocuments({ kind: 'statement', owner: 'pub_1', limit: 10 })
    assert.deepEqual(
      list.map(({ id, steps }) => [id, steps.at(-1)?.status]),
      [
        ['st_2', undefined],
        ['st_1', 'confirmed'],
      ],
    )
    const idsOf = async (query: Parameters<Store['settlement']['listDocuments']>[0]) =>
      (await store.settlement.listDocuments(query)).map(({ id }) => id)
    const asked = { kind: 'statement', status: 'open', limit: 10 } as const
    assert.deepEqual(await idsOf(asked), ['st_2'])
    assert.deepEqual(await idsOf({ ...asked, status: 'confirmed' }), ['st_1'])
    assert.deepEqual(await idsOf({ ...asked, owner: 'pub_1' }), ['st_2'])
    assert.deepEqual(await idsOf({ ...asked, owner: 'pub_2' }), [])
    assert.deepEqual(await idsOf({ ...asked, kind: 'invoice' }), ['inv_1'])
    await store.settlement.takeStep({ kind: 'statement', id: 'st_2', status: 'confirmed', note: '', atMs: NOON_MS })
    assert.deepEqual(await idsOf(asked), [])
    const confirmed = { ...asked, status: 'confirmed' } as const
    assert.deepEqual(await idsOf({ ...confirmed, limit: 1 }), ['st_2'])
    assert.deepEqual(await idsOf({ ...confirmed, owner: 'pub_1', before: list[0]!.number }), ['st_1'])
    assert.equal(await store.settlement.findDocument('invoice', 'st_1'), undefined)
    await assertBooksClose(store)
  }),

  'what is booked after an invoice pays it, the oldest first, and those that are not paid are found': withStore(
    async (store, { reopen }) => {
      await seed(store)
      const cent = UNIT / 100
      const invoice = async (id: string, atMs: number) => {
        const { owner, body } = await store.settlement.openStatement({ kind: 'invoice', id, owner: 'adv_1', atMs })
        return debtOf(owner, body)
      }
      const book = { advertiserId: 'adv_1', reference: '' }
      await store.ledger.append(clicks(1, 4))
      const debts = [await invoice('inv_1', NOON_MS + DAY_MS)]
      const later = { decidedAtMs: NOON_MS + 2 * DAY_MS }
      const click = eventOf('click', linkOf(5, later), { receivedAtMs: NOON_MS + 2 * DAY_MS })
      await store.ledger.append([click])
      debts.push(await invoice('inv_2', NOON_MS + 3 * DAY_MS))
      const payments = (of = store) => of.settlement.invoicePayments(debts, cent)
      const unpaid = async (of: Store, over: object = {}) =>
        (await of.settlement.listDocuments({ kind: 'invoice', unpaidFromMicros: cent, limit: 10, ...over })).map(
          ({ id }) => id,
        )
      assert.deepEqual(await payments(), [{ unpaidMicros: 4 * PRICE }, { unpaidMicros: 5 * PRICE }])
      assert.deepEqual(await unpaid(store), ['inv_2', 'inv_1'])
      assert.deepEqual(await unpaid(store, { limit: 1 }), ['inv_2'])
      const [newest] = await store.settlement.listDocuments({ kind: 'invoice', limit: 1 })
      assert.deepEqual(await unpaid(store, { before: newest!.number }), ['inv_1'])

      await store.ledger.reverse(reversal('rev_1', [clickOf(1)]))
      const amountMicros = 3 * PRICE - 5_000 // what is less than a cent is left on the account
      await store.ledger.topUp({ ...book, postingId: 'pay_1', amountMicros, atMs: NOON_MS + 4 * DAY_MS })
      const paidAtMs = NOON_MS + 4 * DAY_MS
      assert.deepEqual(await payments(), [{ unpaidMicros: 0, paidAtMs }, { unpaidMicros: PRICE }])
      assert.deepEqual(await unpaid(store), ['inv_2'])
      assert.deepEqual(await unpaid(store, { owner: 'adv_2' }), [])
      await store.settlement.takeStep({ kind: 'invoice', id: 'inv_1', status: 'confirmed', note: '', atMs: paidAtMs })
      const correction = { ...book, postingId: 'adj_1', amountMicros: -PRICE, atMs: NOON_MS + 5 * DAY_MS }
      await store.ledger.adjust(correction)
      const again = await reopen()
      assert.deepEqual(await payments(again), [{ unpaidMicros: PRICE }, { unpaidMicros: 2 * PRICE }])
      assert.deepEqual(await unpaid(again, { owner: 'adv_1', status: 'open' }), ['inv_2'])
      assert.deepEqual(await unpaid(again, { status: 'confirmed' }), ['inv_1'])
      await assertBooksClose(again)
    },
  ),

  'papers are numbered by their kind without a gap, and keep what was said of both sides': withStore(
    async (store, { reopen }) => {
      await seed(store)
      await store.inventory.insert('publisher', publisherDraft({ id: 'pub_2', name: 'Other' }))
      let serial = 0
      const open = async (of: Store, kind: StatementKind, owner: string, paper: object = {}) => {
        const whose = kind === 'invoice' ? { advertiserId: owner } : { publisherId: owner }
        const posting = { postingId: `p_${++serial}`, amountMicros: 5, reference: '', atMs: NOON_MS }
        await of.ledger.adjust({ ...posting, ...whose })
        const made = { kind, id: `${kind}_${serial}`, owner, atMs: NOON_MS + serial, paper }
        return (await of.settlement.openStatement(made)).body.paper
      }
      const paper = { recipient: { name: 'Other', address: 'One\nTwo' }, note: 'Net.' }
      assert.deepEqual(await open(store, 'statement', 'pub_1'), { serial: 1 })
      assert.deepEqual(await open(store, 'invoice', 'adv_1', { dueDate: '2026-04-01' }), {
        serial: 1,
        dueDate: '2026-04-01',
      })
      assert.deepEqual(await open(store, 'statement', 'pub_2', paper), { serial: 2, ...paper })
      const refused = { kind: 'statement', id: 'st_x', owner: 'pub_2', atMs: NOON_MS } as const
      await assert.rejects(store.settlement.openStatement(refused), withCode('conflict'))
      const again = await reopen()
      assert.deepEqual(await open(again, 'statement', 'pub_1'), { serial: 3 })
      assert.deepEqual(await open(again, 'invoice', 'adv_1'), { serial: 2 })
      const found = await again.settlement.findDocument('statement', 'statement_3')
      assert.deepEqual(found!.body.paper, { serial: 2, ...paper })
      await assertBooksClose(again)
    },
  ),

  'a statement opens with the sum of all that was booked for its owner before it': withStore(async (store) => {
    await seed(store)
    const own = { statement: /^publisher:pub_1:/, invoice: /^advertiser:adv_1:/ }
    for (let month = 1; month <= 4; month++) {
      const atMs = NOON_MS + month * DAY_MS
      const click = eventOf('click', linkOf(month, { decidedAtMs: atMs }), { receivedAtMs: atMs })
      await store.ledger.append([click])
      if (month === 2) await store.ledger.reverse(reversal('rev_1', [{ ...click, factKey: '' }]))
      if (month === 3) {
        while (await store.settlement.release('pub_1', atMs, atMs));
        const body = { amountMicros: SHARE, method: METHOD }
        await store.settlement.withdraw({ id: 'wd_1', publisherId: 'pub_1', body, atMs })
        await store.ledger.topUp({ postingId: 'p', advertiserId: 'adv_1', amountMicros: UNIT, reference: '', atMs })
      }
      for (const kind of ['statement', 'invoice'] as const) {
        const owner = kind === 'statement' ? 'pub_1' : 'adv_1'
        const { body } = await store.settlement.openStatement({ kind, id: `${kind}_${month}`, owner, atMs })
        const entries = (await store.ledger.entries({ after: 0, limit: 10_000 })).filter((e) =>
          own[kind].test(e.account),
        )
        const before = entries.filter(({ sequence }) => sequence <= body.fromEntry)
        assert.ok(month === 1 || before.length > 0)
        const sum = before.reduce((total, { amountMicros }) => total + amountMicros, 0)
        assert.equal(body.openingMicros, sum, `${kind} ${month}`)
      }
    }
    await assertBooksClose(store)
  }),

  'a statement made after the clock was put back ends no earlier than it begins': withStore(async (store) => {
    await seed(store)
    const bodies = []
    for (const [i, atMs] of [NOON_MS + DAY_MS, NOON_MS].entries()) {
      await store.ledger.adjust({
        postingId: `c_${i}`,
        publisherId: 'pub_1',
        amountMicros: 5,
        reference: `c ${i}`,
        atMs,
      })
      const statement = { kind: 'statement', id: `st_${i}`, owner: 'pub_1', atMs } as const
      bodies.push((await store.settlement.openStatement(statement)).body)
    }
    const [first, second] = bodies
    assert.deepEqual([second!.fromMs, second!.toMs, second!.closingMicros], [first!.toMs, first!.toMs, 10])
    await assertBooksClose(store)
  }),

  'every link of the chain can be computed again from what is exported': withStore(async (store, { reopen }) => {
    await seed(store)
    for (const click of clicks(1, 3)) await store.ledger.append([click])
    await store.ledger.reverse(reversal('rev_1', [clickOf(2)]))
    const again = await reopen()
    await again.ledger.append(clicks(4, 4))
    const { lines, next } = await again.ledger.exportLines(0)
    assert.equal(next, undefined)
    let before = '0'.repeat(64)
    let hash = createHash('sha256').update(`${before}\n`)
    let links = 0
    for (const line of lines) {
      const record = JSON.parse(line) as Record<string, any>
      if (record.type !== 'link') hash.update(`${line}\n`)
      else {
        const { number, impressions, events, postings, documents, steps, reversals } = record
        hash.update([number, impressions, events, postings, documents, steps, reversals].join(' '))
        before = hash.digest('hex')
        assert.equal(record.hash, before)
        hash = createHash('sha256').update(`${before}\n`)
        links = record.number
      }
    }
    assert.equal(await again.ledger.head(), `${links}:${before}`)
    assert.deepEqual((await again.ledger.verify(undefined, `2:${'0'.repeat(64)}`)).ok, false)
    const { ok, head } = await again.ledger.verify(undefined, `${links}:${before}`)
    assert.deepEqual([ok, head], [true, `${links}:${before}`])
  }),
}
