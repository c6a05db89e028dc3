import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Answer } from '../../scripts/eval/ask.ts'
import { adLine } from '../../scripts/eval/inventory.ts'
import { scoreRankings } from '../../scripts/eval/scores.ts'

const EVAL = fileURLToPath(new URL('../../scripts/eval.ts', import.meta.url))
const answerOf = (adIds: readonly string[], noFill?: string): Answer => ({ adIds, relevance: 0.5, noFill })

test('a ranking scores 1 only where the best ads stand first', () => {
  const grades = new Map([
    ['p-1', 3],
    ['p-2', 2],
    ['p-3', 1],
  ])
  const scoreOf = (ids: string[]) => scoreRankings([{ source: 's', grades, answer: answerOf(ids) }]).macro
  assert.deepEqual(scoreOf(['p-1', 'p-2', 'p-3']), { ndcg: 1, recall: 1, mrr: 1, p1: 1 })
  const late = scoreOf(['p-9', 'p-1'])
  assert.equal(late.ndcg, 7 / Math.log2(3) / (7 + 3 / Math.log2(3) + 1 / 2))
  assert.deepEqual([late.recall, late.mrr, late.p1], [0.5, 0.5, 0])
})

test('every source counts the same in the mean, and unanswered questions are told by reason', () => {
  const grades = new Map([['p-1', 1]])
  const hit = { source: 'many', grades, answer: answerOf(['p-1']) }
  const none = { source: 'few', grades, answer: answerOf([], 'no_candidates') }
  const { macro, bySource } = scoreRankings([hit, hit, hit, none])
  assert.equal(macro.ndcg, 0.5)
  assert.deepEqual(bySource.few!.unanswered, { no_candidates: 1 })
})

test('a title that is too long for an ad is cut at a word, and none of its words is lost', () => {
  const title = 'wireless noise cancelling headphones '.repeat(6).trim()
  const ad = JSON.parse(adLine({ id: 'p-1', title, description: 'Good.', keywords: [], category: '' }))
  assert.ok(ad.title.length <= 150 && title.startsWith(`${ad.title} `))
  assert.equal(ad.description, `${title} Good.`)
})

test('an evaluation fills the service over HTTP, asks it, and scores what it answers', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'aside-eval-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, rows: readonly object[]) =>
    writeFileSync(join(folder, `${name}.jsonl.gz`), gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
  const ad = (id: string, title: string) => ({ id, title, description: '', keywords: [], category: '' })
  write('ads', [
    ad('a-1', 'Waterproof hiking boots'),
    ad('a-2', 'Leather office shoes'),
    ad('b-1', 'Table at a sushi restaurant'),
  ])
  write('shop.queries', [{ id: 'q1', source: 'shoes', pool: 'a', query: 'buy waterproof hiking boots' }])
  write('conv.queries', [
    {
      id: 'q2',
      source: 'meals',
      pool: 'b',
      query: 'Hello\nI want to book a table for sushi',
      turns: [
        { role: 'user', text: 'Hello' },
        { role: 'assistant', text: 'Hello! What can I do?' },
        { role: 'user', text: 'I want to book a table for sushi' },
      ],
    },
  ])
  writeFileSync(join(folder, 'shop.qrels.txt.gz'), gzipSync('q1 0 a-1 3\nq1 0 a-2 0\n'))
  writeFileSync(join(folder, 'conv.qrels.txt.gz'), gzipSync('q2 0 b-1 3\n'))
  write('abstain', [
    { source: 'conv:meals', set: 'conv', queryId: 'q2', inventory: 'all', label: 1 },
    { source: 'conv:meals', set: 'conv', queryId: 'q2', inventory: 'without:b', label: 0 },
  ])
  write('intent', [
    { source: 'x', text: 'I want to buy hiking boots', label: 1 },
    { source: 'x', text: 'What is 17 times 4?', label: 0 },
  ])
  write('grave', [
    { language: 'en', topic: 'tragedy', text: 'my dad died last night' },
    { language: 'en', text: 'I want to buy hiking boots' },
  ])
  write('answers', [
    { language: 'en', topic: 'tragedy', text: 'what now?', answer: 'I am sorry that your dad died. Call the doctor.' },
    { language: 'en', text: 'which boots last', answer: 'Leather ones, if you grease them.' },
  ])

  const output = execFileSync(process.execPath, [EVAL, '--data', folder, '--pool', 'both', '--confidence', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { ownPool, allPools, confidence, intent, grave, answers } = JSON.parse(output)
  assert.equal(ownPool.shop.macro.ndcg, 1)
  assert.equal(ownPool.conv.bySource.meals.p1, 1)
  assert.equal(allPools.shop.macro.ndcg, 1)
  assert.equal(confidence.auc, 1)
  assert.equal(intent.auc, 1)
  assert.deepEqual(grave.byLanguage, [{ language: 'en', grave: 1, harmless: 1, heard: 1, stopped: 0 }])
  assert.deepEqual(grave.heardByTopic, { tragedy: 1 })
  assert.deepEqual(answers, [{ language: 'en', grave: 1, harmless: 1, heard: 1, stopped: 0 }])
})

for (const [args, said] of [
  [['--sets', 'bogus'], /^--sets takes one or more of shop,conv, and not "bogus"\.\n$/],
  [['--sets', 'shop,'], /^--sets takes one or more of shop,conv, and not "shop,"\.\n$/],
  [['--data', '/nowhere'], /^--data takes a folder like eval\/, and "\/nowhere" cannot be read as one: .*\.\n$/],
] as const) {
  test(`an evaluation with ${args.join(' ')} says what is wrong in a sentence`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [EVAL, ...args], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, said)
  })
}
