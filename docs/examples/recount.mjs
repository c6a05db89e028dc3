// An outsider's recount of an exported ledger: node recount.mjs < ledger.ndjson
// Computes every hash of the chain, every balance, statement, invoice and payout, and each campaign's charges again.
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'

const faults = []
const expect = (is, should, what) => is === should || faults.push(`${what} is ${is}; it should be ${should}.`)
const sum = (map, key, by) => map.set(key, (map.get(key) ?? 0n) + BigInt(by))
const [impressions, events, charges, postings, documents] = [new Map(), new Map(), new Map(), new Map(), new Map()]
const [balances, campaigns, campaignIds, entries] = [new Map(), new Map(), new Map(), []]
let previous = '0'.repeat(64)
let links = 0
let hash = createHash('sha256').update(`${previous}\n`)

for await (const line of createInterface({ input: process.stdin })) {
  const record = JSON.parse(line)
  if (record.type === 'link') {
    const { number, impressions, events, postings, documents, steps, reversals } = record
    hash.update([number, impressions, events, postings, documents, steps, reversals].join(' '))
    previous = hash.digest('hex')
    expect(record.hash, previous, `the hash of link ${record.number}`)
    hash = createHash('sha256').update(`${previous}\n`)
    links = record.number
  } else if (record.type === 'name' && record.kind === 'campaign') campaignIds.set(record.number, record.id)
  else if (record.type !== 'ledger' && record.type !== 'name') hash.update(`${line}\n`)
  if (record.type === 'impression') impressions.set(record.number, record)
  if (record.type === 'event') events.set(record.sequence, record)
  if (record.type === 'document') documents.set(record.number, { ...record, body: JSON.parse(record.body) })
  if (record.type === 'step') documents.get(record.document)[record.status] = true
  if (record.type !== 'posting') continue
  postings.set(record.number, record)
  for (const [sequence, account, micros] of record.entries) {
    sum(balances, account, micros)
    entries.push({ sequence, account, micros, kind: record.kind })
  }
  expect(
    record.entries.reduce((total, [, , micros]) => total + BigInt(micros), 0n),
    0n,
    `the sum of posting ${record.id}`,
  )
  if (record.kind !== 'charge' && record.kind !== 'reversal') continue
  const event = events.get(record.event ?? postings.get(record.reverses)?.event)
  const { campaign, priceMicros } = impressions.get(event.impression)
  const funds = record.entries.find(([, account]) => account.startsWith('advertiser:'))
  expect(funds[2], record.kind === 'charge' ? -priceMicros : priceMicros, `the amount of ${record.id}`)
  expect(charges.has(record.id), false, `a second ${record.id}`)
  charges.set(record.id, record)
  sum(campaigns, campaign, -funds[2])
}

for (const { kind, id, owner, body, paid } of documents.values()) {
  if (kind === 'withdrawal')
    expect(
      [...postings.values()].some((p) => p.id === `payout:${id}`),
      paid === true,
      `payout of ${id}`,
    )
  if (kind !== 'statement' && kind !== 'invoice') continue
  const names = kind === 'invoice' ? ['funds'] : ['pending', 'available', 'in_transit']
  const accounts = names.map((name) => `${kind === 'invoice' ? 'advertiser' : 'publisher'}:${owner}:${name}`)
  const upTo = (last) => entries.filter((e) => e.sequence <= last && accounts.includes(e.account))
  const total = (list) => list.reduce((all, { micros }) => all + micros, 0)
  expect(body.openingMicros, total(upTo(body.fromEntry)), `the opening of ${id}`)
  expect(body.closingMicros, total(upTo(body.throughEntry)), `the closing of ${id}`)
  const earned = upTo(body.throughEntry).filter((e) => e.sequence > body.fromEntry && e.kind === 'charge')
  expect(body.sums.charge ?? 0, total(earned), `the charges of ${id}`)
}

const spent = Object.fromEntries([...campaigns].map(([number, micros]) => [campaignIds.get(number), String(micros)]))
const held = Object.fromEntries([...balances].map(([account, micros]) => [account, String(micros)]).sort())
console.log(
  JSON.stringify(
    { ok: faults.length === 0, head: `${links}:${previous}`, campaigns: spent, balances: held, faults },
    null,
    2,
  ),
)
process.exitCode = faults.length === 0 ? 0 : 1
