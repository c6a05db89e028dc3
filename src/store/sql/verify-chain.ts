// Walks the chain of hashes from its beginning and says where what is written no longer fits what was sealed.
import { readChainHead } from '../../domain/chain-head.ts'
import {
  CHAINED,
  type ChainedTable,
  type ChainLink,
  createChain,
  endHash,
  GENESIS,
  NOTHING,
  startHash,
  walkChain,
} from './chain.ts'
import type { Sql } from './database.ts'

type Note = (fault: string) => void

/** Every value of the books hashes to what its link says, and no row stands beyond the last link. */
export function checkChain(db: Sql, note: Note, onProgress: (share: number) => void): void {
  const head = createChain(db).head()
  let before: ChainLink = { number: 0, ...NOTHING, hash: GENESIS }
  for (const { link, lines } of walkChain(db, before)) {
    if (link.number !== before.number + 1) note(`Link ${before.number + 1} of the chain is missing.`)
    // Each link is held against the hash that the one before it states, so that one change breaks one link.
    const hash = startHash(before)
    for (const line of lines) hash.update(`${line}\n`)
    if (endHash(hash, link) !== link.hash) {
      const what = 'a value was changed, added or taken away'
      note(`Link ${link.number} of the chain does not fit what it covers (${spanOf(before, link)}): ${what}.`)
    }
    before = link
    if (link.number % 1_000 === 0) onProgress(link.number / head.number)
  }
  for (const name of Object.keys(CHAINED) as ChainedTable[]) {
    const { key, from } = CHAINED[name]
    const { last } = db.prepare(`SELECT coalesce(max(${key}), 0) AS last FROM ${from}`).get() as { last: number }
    if (last > head[name]) note(`Rows of ${name} from ${head[name] + 1} to ${last} stand outside the chain.`)
    if (last < head[name])
      note(`Rows of ${name} from ${last + 1} to ${head[name]}, which the chain covers, are missing.`)
  }
}

/** The ledger still holds the end that someone kept outside; without that a cut tail cannot be told from a short ledger. */
export function checkHead(db: Sql, head: string | undefined, note: Note): void {
  if (head === undefined) return
  const { number, hash } = readChainHead(head)
  if (number === 0) return
  const last = createChain(db).head()
  const row = db.prepare('SELECT hash FROM chain WHERE number = ?').get(number) as { hash: string } | undefined
  if (!row) note(`The chain ends at link ${last.number}, but it once reached link ${number}: its end was cut off.`)
  else if (row.hash !== hash)
    note(`Link ${number} of the chain is not the one that was exported: the books were rewritten.`)
}

export function headText({ number, hash }: Pick<ChainLink, 'number' | 'hash'>): string {
  return `${number}:${hash}`
}

function spanOf(before: ChainLink, link: ChainLink): string {
  const spans = (Object.keys(CHAINED) as ChainedTable[])
    .filter((name) => link[name] > before[name])
    .map((name) => `${name} ${before[name] + 1}–${link[name]}`)
  return spans.join(', ') || 'nothing'
}
