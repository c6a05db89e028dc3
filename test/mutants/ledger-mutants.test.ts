// Bugs that a ledger could well have, planted one at a time into a copy: the tests of the books must find each of them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What the tests of the books read. */
const COPIED = ['src/base', 'src/domain', 'src/store', 'test/store', 'package.json']
/** Random histories a mutant must be found in. */
const RUNS = '25'

/** A file of the store, the text that is there, and the bug in its place. */
const MUTANTS: readonly [bug: string, file: string, from: string, to: string][] = [
  [
    'a fact is judged twice',
    'ledger.ts',
    "if (isKnown(impression, fact.kind, fact.factKey)) return ignore(event, fact, impression, 'duplicate')",
    '',
  ],
  [
    'a charge is posted twice to the spend',
    'charging.ts',
    'addSpend.run(campaignNumber, priceMicros)',
    'addSpend.run(campaignNumber, 2 * priceMicros)',
  ],
  ['a reversal does not free the budget', 'reversals.ts', 'charging.refund({', 'void ({'],
  [
    'a reversal is not booked',
    'reversals.ts',
    'event.charged > 0 ? postReversal(event, link.campaignNumber, atMs) : undefined',
    'undefined',
  ],
  [
    'a reversal takes paid earnings from what is pending',
    'reversals.ts',
    'sequence > payouts.throughOf(publisherId)',
    'sequence > 0',
  ],
  ['a reversal is forgotten in the reports', 'reversals.ts', "rollups.count(key, 'spend_micros', -event.charged)", ''],
  [
    'the value of a sale that was taken back stays in the reports',
    'reversals.ts',
    "rollups.count(key, 'value_micros', -(event.value ?? 0))",
    'void key',
  ],
  ["the publisher's share is rounded up", 'charging.ts', "round: 'down'", "round: 'up'"],
  ['a budget ends one micro late', 'charging.ts', 'spent + price > totalMicros', 'spent + price > totalMicros + 1'],
  ['a budget ends one micro early', 'charging.ts', 'spent + price > totalMicros', 'spent + price >= totalMicros'],
  [
    "a day's budget is looked at before the charge",
    'charging.ts',
    'dayMicros + price > dailyMicros',
    'dayMicros > dailyMicros',
  ],
  [
    'every day is one of UTC',
    'charging.ts',
    'dayOf(event.receivedAtMs, terms.campaign.timeZone)',
    "dayOf(event.receivedAtMs, 'UTC')",
  ],
  [
    'a prepaid advertiser goes below zero',
    'charging.ts',
    "advertiser.billing === 'prepaid' && funds < price",
    "advertiser.billing === 'prepaid' && funds < 0",
  ],
  [
    'a transaction counts under each click',
    'ledger.ts',
    'transactionOf !== null && selectTransaction',
    'transactionOf === 0 && selectTransaction',
  ],
  ['a conversion needs no click', 'ledger.ts', 'if (led.length === 0)', 'if (led.length < 0)'],
  [
    'a click that was taken back leads to a sale',
    'ledger.ts',
    "AND v.fact_key = '' AND r.number IS NULL",
    "AND v.fact_key = ''",
  ],
  ['a view is worth 30 days', 'ledger.ts', '> VIEW_THROUGH_MS', '> 30 * VIEW_THROUGH_MS'],
  ['reversed earnings are paid out', 'payouts.ts', 'if (reversed === 0) amountMicros', 'amountMicros'],
  ['earnings are paid out before their time', 'payouts.ts', 'if (at_ms > beforeMs) break', ''],
  [
    'a withdrawal takes more than there is',
    'payouts.ts',
    'books.balanceOf(availableAccount(publisherId)) < amountMicros',
    'amountMicros < 0',
  ],
  [
    'a canceled withdrawal is lost',
    'payouts.ts',
    "status === 'paid' ? CASH_ACCOUNT : availableAccount(owner)",
    'CASH_ACCOUNT',
  ],
  ['the same payment counts twice', 'books.ts', 'if (known) {', 'if (false as boolean) {'],
  [
    'a statement leaves out its last entry',
    'statements.ts',
    'AND e.sequence > ? AND e.sequence <= ? GROUP BY p.kind',
    'AND e.sequence > ? AND e.sequence < ? GROUP BY p.kind',
  ],
  [
    'the chain leaves out a table',
    'chain.ts',
    'update(`${lines}\\n`)',
    "update(name === 'events' ? '' : `${lines}\\n`)",
  ],
]

const roots: string[] = []
after(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })))

test('the tests of the books pass where no bug is planted', async () => {
  const { code, output } = await runBooks(copyTree())
  assert.equal(code, 0, output)
})

test(`each of ${MUTANTS.length} planted bugs is found by the tests of the books`, async () => {
  const waiting = [...MUTANTS]
  const alive: string[] = []
  const worker = async (): Promise<void> => {
    const root = copyTree()
    for (let mutant; (mutant = waiting.shift());) {
      const [bug, file, from, to] = mutant
      const path = join(root, 'src/store/sqlite', file)
      const source = readFileSync(path, 'utf8')
      assert.equal(source.split(from).length >= 2, true, `${file} no longer holds the place of "${bug}": ${from}`)
      writeFileSync(path, source.replace(from, to))
      const { code, output } = await runBooks(root)
      writeFileSync(path, source)
      assert.doesNotMatch(output, /SyntaxError|ERR_MODULE_NOT_FOUND/, `"${bug}" is no program`)
      if (code === 0) alive.push(bug)
    }
  }
  await Promise.all([worker(), worker()])
  assert.deepEqual(alive, [])
})

function copyTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'aside-mutants-'))
  roots.push(root)
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return root
}

function runBooks(root: string): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, BOOKS_RUNS: RUNS, NODE_TEST_CONTEXT: undefined }
  const child = spawn(process.execPath, ['--test', '--test-reporter=tap', 'test/store/books.test.ts'], {
    cwd: root,
    env,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
