// The worked example of docs/money.md, played on a real store: each row of its table is what the books say.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import { formatMicros, parseMicros } from '../../src/domain/money.ts'
import { PENDING_MS } from '../../src/domain/settlement.ts'
import type { Store } from '../../src/store/contract.ts'
import { openStore } from '../../src/store/open.ts'
import { eventOf, linkOf, NOON_MS, seed } from './entities.ts'

const PAGE = readFileSync(new URL('../../docs/money.md', import.meta.url), 'utf8')
const ACCOUNTS = [
  'advertiser:adv_1:funds',
  'publisher:pub_1:pending',
  'publisher:pub_1:available',
  'publisher:pub_1:in_transit',
  'platform:fees',
  'external:cash',
]
const LATER_MS = NOON_MS + PENDING_MS + DAY_MS

/** What the words of the first column do. */
const STEPS: readonly [words: RegExp, play: (store: Store, found: string) => Promise<unknown>][] = [
  [
    /^a payment of (\S+)$/,
    (store, amount) => {
      const amountMicros = parseMicros(amount, 'amount')
      return store.ledger.topUp({ postingId: 'w', advertiserId: 'adv_1', amountMicros, reference: 'w', atMs: NOON_MS })
    },
  ],
  [
    /^click (\d at \S+)$/,
    (store, found) => {
      const [serial, price] = found.split(' at ')
      const link = linkOf(Number(serial), { priceMicros: parseMicros(price, 'price') })
      return store.ledger.append([eventOf('click', link)])
    },
  ],
  [
    /^click (\d) is found invalid$/,
    (store, serial) => {
      const facts = [{ impressionId: eventOf('click', linkOf(Number(serial))).impressionId }]
      return store.ledger.reverse({ id: `rev_${serial}`, reason: 'click farm', facts, atMs: NOON_MS + DAY_MS })
    },
  ],
  [/^(seven) days pass$/, (store) => store.settlement.release('pub_1', LATER_MS - PENDING_MS, LATER_MS)],
  [
    /^a withdrawal of (\S+)$/,
    (store, amount) => {
      const body = { amountMicros: parseMicros(amount, 'amount'), method: { type: 'bank_transfer', account: '1' } }
      return store.settlement.withdraw({ id: 'wd_1', publisherId: 'pub_1', body, atMs: LATER_MS })
    },
  ],
  [
    /^(it) is paid$/,
    async (store) => {
      const step = { kind: 'withdrawal', id: 'wd_1', note: '', atMs: LATER_MS } as const
      await store.settlement.takeStep({ ...step, status: 'processing' })
      return store.settlement.takeStep({ ...step, status: 'paid' })
    },
  ],
]

test('the worked example of docs/money.md is what the books say, row by row', async () => {
  const rows = /\| What happens .*\n\|[-|]+\n((?:\|.*\n)+)/.exec(PAGE)![1]!.trim().split('\n')
  assert.equal(rows.length, 8)
  const dataDir = mkdtempSync(join(tmpdir(), 'aside-example-'))
  const store = await openStore({ dataDir })
  try {
    await seed(store)
    for (const row of rows) {
      const [words = '', ...expected] = row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      const step = STEPS.find(([pattern]) => pattern.test(words))
      assert.ok(step, `nobody knows how to play "${words}"`)
      await step[1](store, step[0].exec(words)![1]!)
      const balances = new Map((await store.ledger.balances()).map((row) => [row.account, row.balanceMicros]))
      assert.deepEqual(
        ACCOUNTS.map((account) => formatMicros(balances.get(account) ?? 0)),
        expected,
        words,
      )
    }
    assert.deepEqual((await store.ledger.verify()).faults, [])
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
})
