// Scores the matching core, without the doors, on an evaluation folder: rank quality, confidence, speed.
//   node scripts/eval-match.ts --eval FOLDER [--full] [--speed] [--set name=value …]
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createQueryBuilder, type ConversationText } from '../src/engine/match/build-query.ts'
import { createMatchIndex, type MatchIndex } from '../src/engine/match/match-index.ts'
import { tuning } from '../src/engine/match/tuning.ts'
import { retune } from '../src/engine/match/weigh-terms.ts'
import { createTermReader } from '../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../src/engine/text/word-frequency.ts'

interface Ad {
  id: string
  title: string
  description: string
  keywords: string[]
  category: string
}
interface Question {
  id: string
  source: string
  pool: string
  query: string
  turns?: { role: 'user' | 'assistant'; text: string }[]
}

const flags = process.argv.slice(2)
const folder = flags.includes('--eval') ? flags[flags.indexOf('--eval') + 1]! : (process.env.ASIDE_EVAL ?? '')
for (const [i, flag] of flags.entries()) {
  if (flag !== '--set') continue
  const [name, value] = flags[i + 1]!.split('=')
  Object.assign(tuning, { [name!]: Number(value) })
}
retune()
main()

function main(): void {
  let started = performance.now()
  const terms = createTermReader(loadWordFrequencies())
  const loadMs = performance.now() - started
  const buildQuery = createQueryBuilder({ terms })
  const ads = lines<Ad>('ads.jsonl.gz')
  const pools = new Map<string, Ad[]>()
  for (const ad of ads) pools.set(poolOf(ad.id), [...(pools.get(poolOf(ad.id)) ?? []), ad])

  started = performance.now()
  const whole = indexOf(ads)
  const buildMs = performance.now() - started
  const own = new Map([...pools].map(([pool, list]) => [pool, indexOf(list)]))

  function indexOf(list: Ad[]): { index: MatchIndex; ads: Ad[] } {
    const index = createMatchIndex({ terms })
    for (const { title, description, keywords, category } of list) {
      index.add(
        { title, description, brand: '', keywords, categories: category === '' ? [] : [category] },
        { campaign: 0, formats: 1 },
      )
    }
    return { index, ads: list }
  }

  const admitted = new Uint8Array([1])
  const shape: string[] = []
  for (const set of ['shop', 'conv']) {
    const questions = lines<Question>(`${set}.queries.jsonl.gz`)
    const grades = readGrades(`${set}.qrels.txt.gz`)
    for (const full of flags.includes('--full') ? [false, true] : [false]) {
      const bySource = new Map<string, number[]>()
      for (const question of questions) {
        const { index, ads: stock } = full ? whole : own.get(question.pool)!
        const found = index.search(buildQuery(conversationOf(question)), { limit: 30, admitted, formats: 1 })
        const ids = Array.from(found.docs.subarray(0, found.count), (doc) => stock[doc]!.id)
        bySource.set(question.source, [...(bySource.get(question.source) ?? []), ndcg(grades.get(question.id)!, ids)])
      }
      const means = [...bySource].map(([source, values]) => [source, mean(values)] as const)
      shape.push(
        `${set}${full ? ' full' : ' own '} ${mean(means.map(([, v]) => v)).toFixed(4)}  ${means.map(([s, v]) => `${s} ${v.toFixed(3)}`).join('  ')}`,
      )
    }
  }
  console.log(shape.join('\n'))
  if (flags.includes('--speed')) {
    console.log(
      `frequencies ${loadMs.toFixed(1)} ms, index of ${ads.length} ads ${buildMs.toFixed(0)} ms`,
      whole.index.stats(),
    )
    for (const set of ['shop', 'conv']) speed(set, whole.index)
  }

  function speed(set: string, index: MatchIndex): void {
    const conversations = lines<Question>(`${set}.queries.jsonl.gz`).map(conversationOf)
    const times: number[] = []
    for (let round = 0; round < 6; round++) {
      for (const conversation of conversations) {
        const before = performance.now()
        index.search(buildQuery(conversation), { limit: 50, admitted, formats: 1 })
        if (round > 0) times.push((performance.now() - before) * 1000)
      }
    }
    times.sort((a, b) => a - b)
    console.log(
      `${set}: p50 ${times[times.length >> 1]!.toFixed(0)} µs, p99 ${times[Math.floor(times.length * 0.99)]!.toFixed(0)} µs`,
    )
  }
}

function conversationOf(question: Question): ConversationText {
  if (question.turns === undefined) return { query: question.query, messages: [] }
  const turns = question.turns.slice(-20)
  let last = turns.length - 1
  while (last > 0 && turns[last]!.role !== 'user') last--
  return { query: turns[last]!.text, messages: turns.slice(0, last).map(({ role, text }) => ({ role, content: text })) }
}

function ndcg(grades: Map<string, number>, ids: string[]): number {
  const gain = (grade: number, i: number) => (2 ** grade - 1) / Math.log2(i + 2)
  const best = [...grades.values()]
    .filter((grade) => grade > 0)
    .sort((a, b) => b - a)
    .slice(0, 10)
  const ideal = best.reduce((sum, grade, i) => sum + gain(grade, i), 0)
  return ideal === 0 ? 0 : ids.slice(0, 10).reduce((sum, id, i) => sum + gain(grades.get(id) ?? 0, i), 0) / ideal
}

function readGrades(name: string): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>()
  for (const line of text(name).split('\n')) {
    const [question, , ad, grade] = line.split(/\s+/)
    if (grade === undefined) continue
    if (!grades.has(question!)) grades.set(question!, new Map())
    grades.get(question!)!.set(ad!, Number(grade))
  }
  return grades
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function poolOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}

function lines<T>(name: string): T[] {
  return text(name)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}

function text(name: string): string {
  const bytes = readFileSync(`${folder}/${name}`)
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}
