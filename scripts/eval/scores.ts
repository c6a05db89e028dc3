// Scores of rankings against graded judgements, a source at a time, since sources differ a lot in difficulty.
import { groupBy, mean, ndcg } from '../../tools/eval-folder.ts'
import type { Answer } from './ask.ts'

export interface Ranked {
  readonly source: string
  /** Grade 0–3 by ad id. */
  readonly grades: ReadonlyMap<string, number>
  readonly answer: Answer
}

export interface SourceScores {
  readonly questions: number
  /** nDCG@10 with gain 2^grade − 1. */
  readonly ndcg: number
  /** Share of the relevant ads among the (at most 30) answered. */
  readonly recall: number
  /** One over the place of the first relevant ad. */
  readonly mrr: number
  /** Share of questions whose first ad has grade 1 or more. */
  readonly p1: number
  /** Share of questions that got no ad, by the reason given. */
  readonly unanswered: Readonly<Record<string, number>>
}

export interface RankingScores {
  readonly bySource: Readonly<Record<string, SourceScores>>
  /** Mean over sources. */
  readonly macro: { readonly ndcg: number; readonly recall: number; readonly mrr: number; readonly p1: number }
}

export function scoreRankings(ranked: readonly Ranked[]): RankingScores {
  const bySource = Object.fromEntries(
    [...groupBy(ranked, ({ source }) => source)].map(([source, some]) => [source, scoresOf(some)]),
  )
  const all = Object.values(bySource)
  const macroOf = (name: 'ndcg' | 'recall' | 'mrr' | 'p1') => mean(all.map((scores) => scores[name]))
  return {
    bySource,
    macro: { ndcg: macroOf('ndcg'), recall: macroOf('recall'), mrr: macroOf('mrr'), p1: macroOf('p1') },
  }
}

function scoresOf(ranked: readonly Ranked[]): SourceScores {
  const unanswered: Record<string, number> = {}
  for (const { answer } of ranked) {
    if (answer.adIds.length > 0) continue
    const reason = answer.noFill ?? 'unknown'
    unanswered[reason] = (unanswered[reason] ?? 0) + 1 / ranked.length
  }
  return {
    questions: ranked.length,
    ndcg: mean(ranked.map(({ grades, answer }) => ndcg(grades, answer.adIds))),
    recall: mean(ranked.map(({ grades, answer }) => recallOf(relevantOf(grades), answer.adIds))),
    mrr: mean(ranked.map(({ grades, answer }) => reciprocalRank(relevantOf(grades), answer.adIds))),
    p1: mean(ranked.map(({ grades, answer }) => ((grades.get(answer.adIds[0] ?? '') ?? 0) >= 1 ? 1 : 0))),
    unanswered,
  }
}

/** Ads of grade 2 or more; where a question has none, those of grade 1. */
function relevantOf(grades: ReadonlyMap<string, number>): ReadonlySet<string> {
  const from = (least: number) => new Set([...grades].filter(([, grade]) => grade >= least).map(([id]) => id))
  const fitting = from(2)
  return fitting.size > 0 ? fitting : from(1)
}

function recallOf(relevant: ReadonlySet<string>, ids: readonly string[]): number {
  if (relevant.size === 0) return 0
  return ids.filter((id) => relevant.has(id)).length / relevant.size
}

function reciprocalRank(relevant: ReadonlySet<string>, ids: readonly string[]): number {
  const place = ids.findIndex((id) => relevant.has(id))
  return place < 0 ? 0 : 1 / (place + 1)
}
