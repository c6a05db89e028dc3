// Scores the matching core, without the doors, on an evaluation folder: rank quality, confidence, threshold, speed.
//   node scripts/eval-match.ts [--eval FOLDER] [--full] [--by-score] [--abstain] [--speed] [--min RELEVANCE] [--vectors FILE] [--set name=value …]
import type { ConversationText } from '../src/engine/match/build-query.ts'
import { DEFAULT_MIN_RELEVANCE } from '../src/engine/match/relevance.ts'
import { tuning } from '../src/engine/match/tuning.ts'
import { createTermReader } from '../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../src/engine/text/word-frequency.ts'
import { loadNeeds } from '../src/engine/match/needs.ts'
import { loadWordVectors } from '../src/engine/match/word-vectors.ts'
import { retune } from '../src/engine/match/weigh-terms.ts'
import {
  aucOf,
  conversationOf,
  groupBy,
  mean,
  ndcg,
  OWN_EVAL_FOLDER,
  poolOf,
  readEvalFolder,
} from '../tools/eval-folder.ts'
import { candidatesOf, type EvalStock, stockOf } from '../tools/eval-stock.ts'

const flags = process.argv.slice(2)
const folder = flags.includes('--eval')
  ? flags[flags.indexOf('--eval') + 1]!
  : (process.env.ASIDE_EVAL ?? OWN_EVAL_FOLDER)
for (const [i, flag] of flags.entries()) {
  if (flag !== '--set') continue
  const [name, value] = flags[i + 1]!.split('=')
  Object.assign(tuning, { [name!]: Number(value) })
}
retune()

const least = flags.includes('--min') ? Number(flags[flags.indexOf('--min') + 1]) : DEFAULT_MIN_RELEVANCE

const { ads, questions, grades, abstain, intent } = readEvalFolder(folder)
const terms = createTermReader(loadWordFrequencies())
const words = flags.includes('--vectors') ? loadWordVectors(flags[flags.indexOf('--vectors') + 1]!) : loadWordVectors()
const deps = { terms, words, needs: loadNeeds() }
const admitted = new Uint8Array([1])
const stocks = new Map<string, EvalStock>()
const startedMs = performance.now()
const whole = stockOf(ads, deps)
const buildMs = performance.now() - startedMs
stocks.set('all', whole)
for (const [pool, own] of groupBy(ads, ({ id }) => poolOf(id))) stocks.set(pool, stockOf(own, deps))

for (const set of ['shop', 'conv']) {
  rank(set, 'own pool', (pool) => stocks.get(pool)!)
  if (flags.includes('--full')) rank(set, 'whole   ', () => whole)
}
if (flags.includes('--abstain')) scoreConfidence()
if (flags.includes('--speed')) {
  console.log(`start and index of ${ads.length} ads ${buildMs.toFixed(0)} ms`, JSON.stringify(whole.index.stats()))
  for (const set of ['shop', 'conv']) time(set)
}

// What the door would answer: the 30 most relevant above the threshold.
function ask(stock: EvalStock, conversation: ConversationText): { id: string; relevance: number }[] {
  const found = candidatesOf(stock, conversation)
  if (flags.includes('--by-score')) return found.slice(0, 30)
  return found
    .filter(({ relevance }) => relevance >= least)
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, 30)
}

function rank(set: string, label: string, stockFor: (pool: string) => EvalStock): void {
  const bySource = groupBy(
    questions.filter((question) => question.set === set),
    ({ source }) => source,
  )
  const means = [...bySource].map(([source, asked]) => {
    const scores = asked.map((question) => {
      const found = ask(stockFor(question.pool), conversationOf(question))
      return ndcg(
        grades.get(question.id),
        found.map(({ id }) => id),
      )
    })
    return { source, ndcg: mean(scores) }
  })
  const detail = means.map(({ source, ndcg: score }) => `${source} ${score.toFixed(3)}`).join('  ')
  console.log(`${set} ${label} nDCG@10 ${mean(means.map(({ ndcg: score }) => score)).toFixed(4)}  ${detail}`)
}

function scoreConfidence(): void {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const rows = abstain.map(({ source, queryId, inventory, label }) => {
    if (!stocks.has(inventory))
      stocks.set(
        inventory,
        stockOf(
          ads.filter(({ id }) => poolOf(id) !== inventory.slice('without:'.length)),
          deps,
        ),
      )
    const best = ask(stocks.get(inventory)!, conversationOf(byId.get(queryId)!))[0]
    return { source, label, score: best?.relevance ?? 0 }
  })
  const detail = [...groupBy(rows, ({ source }) => source)].map(
    ([source, some]) => `${source} ${aucOf(some).toFixed(3)}`,
  )
  console.log(`abstain AUC ${aucOf(rows).toFixed(3)}  ${detail.join('  ')}`)
  const answered = [...groupBy(intent, ({ source, label }) => `${source}:${label}`)].map(([name, some]) => {
    const share = mean(some.map(({ text }) => (ask(whole, { query: text, messages: [] }).length > 0 ? 1 : 0)))
    return `${name} ${share.toFixed(2)}`
  })
  console.log(`texts answered at ${least}: ${answered.join('  ')}`)
}

function time(set: string): void {
  const { index, matcher } = whole
  const conversations = questions.filter((question) => question.set === set).map(conversationOf)
  const search: number[] = []
  const relevance: number[] = []
  for (let round = 0; round < 8; round++) {
    for (const conversation of conversations) {
      const before = performance.now()
      const query = matcher.buildQuery(conversation)
      const results = index.search(query, { limit: 50, admitted, formats: 1 })
      const found = performance.now()
      for (let i = 0; i < results.count; i++) matcher.relevanceOf(query, results, i)
      if (round < 2) continue
      search.push((found - before) * 1000)
      relevance.push((performance.now() - before) * 1000)
    }
  }
  const told = (times: number[], share: number) =>
    times.sort((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(0)
  console.log(
    `${set}: build + search p50 ${told(search, 0.5)} p99 ${told(search, 0.99)} µs; with relevance of 50 p50 ${told(relevance, 0.5)} p99 ${told(relevance, 0.99)} µs`,
  )
}
