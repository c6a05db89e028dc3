// Fits the coefficients of src/engine/match/relevance.ts, and says how they do on sources they were not fitted on.
//   node tools/fit-relevance.ts FOLDER [WORD_VECTORS]
//   node tools/fit-relevance.ts FOLDER --embeddings URL --model NAME [--key KEY]
// Fit with a table of word vectors that was made without the folder's ads (tools/word-vectors/distil.py --without …): one that
// knows them makes meaning look surer than it is for advertisers who were never seen.
// Rows: the first 30 ads of every question in its own pool (fitting = graded 1 or more), and the best ad of every
// abstention pair. Every source counts the same.
import { parseArgs } from 'node:util'
import { createAskModel } from '../src/actions/embeddings/ask-model.ts'
import { createEmbedConversation } from '../src/actions/embeddings/embed-conversation.ts'
import { readCommonTexts } from '../src/actions/embeddings/read-common-texts.ts'
import { type AdEmbeddings, centreOf, createAdEmbeddings } from '../src/engine/match/embeddings.ts'
import { createMatchIndex, type MatchIndex } from '../src/engine/match/match-index.ts'
import { createMatcher, type Matcher } from '../src/engine/match/matcher.ts'
import { createTermReader } from '../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../src/engine/text/word-frequency.ts'
import { loadNeeds } from '../src/engine/match/needs.ts'
import { loadWordVectors } from '../src/engine/match/word-vectors.ts'
import {
  aucOf,
  conversationOf,
  type EvalAd,
  groupBy,
  indexableOf,
  poolOf,
  type Question,
  readEvalFolder,
} from './eval-folder.ts'

interface Row {
  readonly source: string
  readonly kind: 'ranked' | 'best'
  readonly label: number
  /** How much the question says; see `RelevanceSignals`. */
  readonly talk: number
  /** 1, score, coverage, missing, similarity. */
  readonly x: readonly number[]
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { embeddings: { type: 'string' }, model: { type: 'string' }, key: { type: 'string' } },
})
const { ads, questions, grades, abstain } = readEvalFolder(positionals[0]!)
const terms = createTermReader(loadWordFrequencies())
const words = loadWordVectors(positionals[1])
const needs = loadNeeds()
const stocks = new Map<string, { index: MatchIndex; matcher: Matcher; ads: readonly EvalAd[] }>()
const embedded = options.embeddings === undefined ? undefined : await askModel(options.embeddings)
const rows = [...rankedRows(), ...bestRows()].filter(({ x }) => !Number.isNaN(x[4]))

// How the signals weigh against each other orders the ads, and was chosen by hand for that, see docs/matching.md; what is fitted
// is how sure the sum of them makes, so two numbers.
if (embedded) tell('a model of embeddings', rows, [1, 0.366, 0.733, -0.122, 4])
else {
  tell('bare queries, as all questions are', rows, [1, 0.3, 0.6, -0.1, 1.2])
  const talk = rows.filter((row) => row.talk === 1)
  tell('talk', talk, [1, 0.3, 1.2, -0.1, 2.4])
  tell('words alone', rows, [1, 0.375, 1.9, -0.058, 0])
}

function tell(name: string, rows: readonly Row[], by: readonly number[]): void {
  const sources = [...new Set(rows.map(({ source }) => source))]
  const sums = rows.map((row) => ({
    ...row,
    x: [1, row.x.reduce((sum, value, i) => sum + (i > 0 ? by[i]! * value : 0), 0)],
  }))
  const unseen = sources.flatMap((left) => {
    const fitted = fit(sums.filter(({ source }) => source !== left))
    return sums.filter(({ source }) => source === left).map((row) => ({ ...row, score: chance(fitted, row.x) }))
  })
  const best = unseen.filter(({ kind }) => kind === 'best')
  console.log(`${name}: abstention, each source left out in turn: AUC ${aucOf(best).toFixed(3)}`)
  for (const [source, some] of groupBy(best, (row) => row.source)) console.log(`  ${source} ${aucOf(some).toFixed(3)}`)
  console.log('  relevance said, and share of fitting ads (ranked, left out)')
  const bins = groupBy(
    unseen.filter(({ kind }) => kind === 'ranked'),
    ({ score }) => score.toFixed(1),
  )
  for (const [bin, some] of [...bins].sort()) {
    const fitting = some.filter(({ label }) => label === 1).length / some.length
    console.log(`  ${bin}  ${fitting.toFixed(2)}  of ${some.length}`)
  }
  const [constant, slope] = fit(sums)
  const [, score, coverage, missing, similarity] = by.map((value) => value * slope!)
  console.log({ constant, score, coverage, missing, similarity })
}

/** What a model makes of all ads and questions, asked as the service asks. */
async function askModel(url: string) {
  const ask = createAskModel({ url, model: options.model ?? '', key: options.key, timeoutMs: 120_000 })
  const inBatches = async (texts: readonly string[]) => {
    const vectors: Float32Array[] = []
    for (let from = 0; from < texts.length; from += 64) vectors.push(...(await ask(texts.slice(from, from + 64))))
    return vectors
  }
  const centre = centreOf(await inBatches(await readCommonTexts()))
  const vectors = await inBatches(
    ads.map(({ title, description, keywords, category }) =>
      [title, description, keywords.join(', '), category].filter((part) => part !== '').join('\n'),
    ),
  )
  const embed = createEmbedConversation({ ask, monotonicMs: () => performance.now(), onOutcome: () => undefined })
  const ofQuestion = new Map<string, Float32Array | undefined>()
  for (const question of questions) ofQuestion.set(question.id, await embed(conversationOf(question), 120_000))
  return { centre, ofAd: new Map(ads.map(({ id }, i) => [id, vectors[i]])), ofQuestion }
}

function* rankedRows(): Generator<Row> {
  for (const question of questions) {
    const stock = stockOf(question.pool, (ad) => poolOf(ad.id) === question.pool)
    for (const { id, talk, x } of ask(stock, question, 30)) {
      yield {
        source: `${question.set}:${question.source}`,
        kind: 'ranked',
        label: (grades.get(question.id)?.get(id) ?? 0) >= 1 ? 1 : 0,
        talk,
        x,
      }
    }
  }
}

function* bestRows(): Generator<Row> {
  const byId = new Map(questions.map((question) => [question.id, question]))
  for (const { source, queryId, inventory, label } of abstain) {
    const without = inventory.startsWith('without:') ? inventory.slice('without:'.length) : ''
    const found = ask(
      stockOf(inventory, (ad) => poolOf(ad.id) !== without),
      byId.get(queryId)!,
      60,
    )
    const worth = ({ x }: (typeof found)[number]) => x[1]! + (embedded ? 11 : 5) * (x[4]! || 0)
    const first = found.toSorted((a, b) => worth(b) - worth(a))[0]
    if (first !== undefined) yield { source, kind: 'best', label, talk: first.talk, x: first.x }
  }
}

function stockOf(name: string, holds: (ad: EvalAd) => boolean) {
  const known = stocks.get(name)
  if (known !== undefined) return known
  const index = createMatchIndex({ terms, words, needs })
  const list = ads.filter(holds)
  for (const ad of list) index.add(indexableOf(ad), { campaign: 0, formats: 1 })
  let embeddings: AdEmbeddings | undefined
  if (embedded) {
    embeddings = createAdEmbeddings({ adNumberOf: (doc) => doc, adVersionOf: () => 1 })
    embeddings.setCentre(embedded.centre)
    for (const [doc, ad] of list.entries()) embeddings.set(doc, doc, 1, embedded.ofAd.get(ad.id))
  }
  const stock = { index, matcher: createMatcher({ terms, index, embeddings }), ads: list }
  stocks.set(name, stock)
  return stock
}

function ask({ index, matcher, ads: list }: ReturnType<typeof stockOf>, question: Question, limit: number) {
  const query = matcher.buildQuery(conversationOf(question))
  query.embedding = embedded?.ofQuestion.get(question.id)
  const results = index.search(query, { limit, admitted: new Uint8Array([1]), formats: 1 })
  return Array.from({ length: results.count }, (_, i) => {
    const signals = matcher.explainMatch(query, results, i).signals
    return {
      id: list[results.docs[i]!]!.id,
      talk: signals.talk,
      x: [1, signals.score, signals.coverage, signals.missing, signals.similarity],
    }
  })
}

// Logistic regression by Newton's method, with a touch of ridge so that it always has an answer.
function fit(train: readonly Row[]): number[] {
  const groups = groupBy(train, ({ source, kind }) => `${source} ${kind}`)
  const weightOf = new Map([...groups].map(([name, some]) => [name, 1000 / some.length]))
  const size = train[0]!.x.length
  let w = new Array<number>(size).fill(0)
  for (let round = 0; round < 30; round++) {
    const gradient = w.map((value) => -1e-3 * value)
    const hessian = w.map((_, i) => w.map((__, j) => (i === j ? 1e-3 : 0)))
    for (const row of train) {
      const p = chance(w, row.x)
      const weight = weightOf.get(`${row.source} ${row.kind}`)!
      for (let i = 0; i < size; i++) {
        gradient[i]! += weight * (row.label - p) * row.x[i]!
        for (let j = 0; j < size; j++) hessian[i]![j]! += weight * p * (1 - p) * row.x[i]! * row.x[j]!
      }
    }
    const step = solve(hessian, gradient)
    w = w.map((value, i) => value + step[i]!)
  }
  return w
}

function chance(w: readonly number[], x: readonly number[]): number {
  return 1 / (1 + Math.exp(-w.reduce((sum, value, i) => sum + value * x[i]!, 0)))
}

// Gauss–Jordan elimination; the matrix is positive definite, so no pivot is 0.
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i]!.map((value) => value / rows[i]![i]!)
    rows.forEach((row, j) => {
      rows[j] = j === i ? pivot : row.map((value, k) => value - row[i]! * pivot[k]!)
    })
  }
  return rows.map((row) => row.at(-1)!)
}
