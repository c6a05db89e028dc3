// Reads a folder of evaluation data (inventory, questions, judgements) as gzipped JSON Lines and TREC judgements.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { ConversationText } from '../src/engine/match/build-query.ts'
import type { IndexableAd } from '../src/engine/match/read-ad.ts'

export interface EvalAd {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly keywords: string[]
  readonly category: string
}

export interface Question {
  readonly id: string
  readonly set: string
  readonly source: string
  readonly pool: string
  readonly query: string
  readonly turns?: { readonly role: 'user' | 'assistant'; readonly text: string }[]
}

export interface AbstainRow {
  readonly set: 'shop' | 'conv'
  readonly source: string
  readonly queryId: string
  readonly inventory: string
  readonly label: number
}

export interface IntentRow {
  readonly source: string
  readonly text: string
  readonly label: number
}

export interface GraveRow {
  /** BCP 47. */
  readonly language: string
  /** Absent where the text is harmless. */
  readonly topic?: string
  readonly text: string
}

/** A question with what an assistant answered. */
export interface AnswerRow extends GraveRow {
  readonly answer: string
}

export type Grades = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The questions that were written for this project; eval/README.md says how. */
export const OWN_EVAL_FOLDER = fileURLToPath(new URL('../eval', import.meta.url))

/** Of questions. */
export const EVAL_SETS: readonly string[] = ['shop', 'conv']

/** @param folder holds ads.jsonl.gz, {shop,conv}.queries.jsonl.gz, {shop,conv}.qrels.txt.gz, abstain.jsonl.gz, intent.jsonl.gz, perhaps languages.jsonl.gz, grave.jsonl.gz and answers.jsonl.gz */
export function readEvalFolder(folder: string) {
  const text = (name: string) => gunzipSync(readFileSync(`${folder}/${name}`)).toString('utf8')
  const lines = <T>(name: string) =>
    text(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T)
  const perhaps = <T>(name: string) => (existsSync(`${folder}/${name}`) ? lines<T>(name) : [])
  const questions = EVAL_SETS.flatMap((set) =>
    lines<Question>(`${set}.queries.jsonl.gz`).map((one) => ({ ...one, set })),
  )
  const grades = new Map<string, Map<string, number>>()
  for (const line of EVAL_SETS.flatMap((set) => text(`${set}.qrels.txt.gz`).split('\n'))) {
    const [question, , ad, grade] = line.split(/\s+/)
    if (grade === undefined) continue
    const known = grades.get(question!) ?? new Map<string, number>()
    grades.set(question!, known.set(ad!, Number(grade)))
  }
  return {
    ads: lines<EvalAd>('ads.jsonl.gz'),
    questions,
    grades: grades as Grades,
    abstain: lines<AbstainRow>('abstain.jsonl.gz'),
    intent: lines<IntentRow>('intent.jsonl.gz'),
    languages: perhaps<IntentRow & { readonly language: string }>('languages.jsonl.gz'),
    grave: perhaps<GraveRow>('grave.jsonl.gz'),
    answers: perhaps<AnswerRow>('answers.jsonl.gz'),
  }
}

export function indexableOf({ title, description, keywords, category }: EvalAd): IndexableAd {
  return { title, description, brand: '', keywords, categories: category === '' ? [] : [category] }
}

/** The way a client would ask: the last user turn is the query, the (at most 20) turns before it are the messages. */
export function conversationOf(question: Question): ConversationText {
  if (question.turns === undefined) return { query: question.query, messages: [] }
  const turns = question.turns.slice(-21)
  let last = turns.length - 1
  while (last > 0 && turns[last]!.role !== 'user') last--
  return { query: turns[last]!.text, messages: turns.slice(0, last).map(({ role, text }) => ({ role, content: text })) }
}

/** Every ad's id begins with its pool. */
export function poolOf(adId: string): string {
  return adId.slice(0, adId.indexOf('-'))
}

/** nDCG@10 with gain 2^grade − 1. */
export function ndcg(grades: ReadonlyMap<string, number> | undefined, ids: readonly string[]): number {
  const gain = (grade: number, i: number) => (2 ** grade - 1) / Math.log2(i + 2)
  const best = [...(grades?.values() ?? [])].filter((grade) => grade > 0).sort((a, b) => b - a)
  const ideal = best.slice(0, 10).reduce((sum, grade, i) => sum + gain(grade, i), 0)
  return ideal === 0 ? 0 : ids.slice(0, 10).reduce((sum, id, i) => sum + gain(grades?.get(id) ?? 0, i), 0) / ideal
}

/** Area under the ROC curve; equal scores count half. */
export function aucOf(rows: readonly { readonly score: number; readonly label: number }[]): number {
  const sorted = [...rows].sort((a, b) => a.score - b.score)
  let below = 0
  let wins = 0
  for (let i = 0; i < sorted.length;) {
    let j = i
    while (j < sorted.length && sorted[j]!.score === sorted[i]!.score) j++
    const tied = sorted.slice(i, j)
    const positives = tied.filter(({ label }) => label === 1).length
    const negatives = tied.length - positives
    wins += positives * (below + negatives / 2)
    below += negatives
    i = j
  }
  return wins / (below * (rows.length - below))
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function groupBy<T>(rows: Iterable<T>, keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}
