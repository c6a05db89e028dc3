// Says how well a gate does on texts it has not seen: with each data set left out in turn, and in five folds.
import { logitOf, type Example, type LinearModel } from './fit.ts'
import { readJsonl, type Conversation } from './examples.ts'

export type Judged = { readonly example: Example; readonly logit: number }

/** How a model is made of examples. */
export type Fitter = (examples: readonly Example[]) => LinearModel

const FOLDS = 5
const USER_TURNS_JOINED = 4

/** The examples that count, judged by models that saw nothing of their data set (a set counts as one however it was used). */
export function leaveSourceOut(
  examples: readonly Example[],
  counts: (example: Example) => boolean,
  fit: Fitter,
): Judged[] {
  const judged = examples.filter(counts)
  return [...new Set(judged.map(({ source }) => rootOf(source)))].flatMap((source) => {
    const others = examples.filter((example) => rootOf(example.source) !== source)
    return scoredWith(
      fit(others),
      judged.filter((example) => rootOf(example.source) === source),
    )
  })
}

export function scoredWith(model: LinearModel, examples: readonly Example[]): Judged[] {
  return examples.map((example) => ({ example, logit: logitOf(model, example.text) }))
}

/** For each source and label the share above the lines where 1 % and 5 % of all negatives are flagged. */
export function bySource(rows: readonly Judged[]): Record<string, string> {
  const negatives = rows.filter(({ example }) => example.label === 0).map(({ logit }) => logit)
  const lines = [0.99, 0.95].map((share) => thresholdLosing(negatives, share))
  const groups = Map.groupBy(rows, ({ example }) => `${example.source} ${example.label}`)
  return Object.fromEntries(
    [...groups].sort().map(([name, group]) => {
      const shares = lines.map((line) => group.filter(({ logit }) => logit > line).length / group.length)
      return [name, shares.map((share) => share.toFixed(3)).join(' ')]
    }),
  )
}

/** The same in five folds over all sources; `logitOf` judges a further text by the fold that did not see `key`. */
export function withinSources(examples: readonly Example[], fit: Fitter) {
  const models = Array.from({ length: FOLDS }, (_, fold) => fit(examples.filter(({ text }) => foldOf(text) !== fold)))
  const judge = (text: string, key: string): number => logitOf(models[foldOf(key)]!, text)
  return {
    rows: examples.map((example): Judged => ({ example, logit: judge(example.text, example.text) })),
    logitOf: judge,
  }
}

/** Searches and conversations for which ads were judged, as the service would score them; one logit each. */
export function servedRows(folder: string, judge: (text: string, key: string) => number): number[] {
  const searches = readJsonl<Conversation>(folder, 'shop.queries.jsonl.gz').map(({ query }) => judge(query, query))
  const talks = readJsonl<Conversation>(folder, 'conv.queries.jsonl.gz').map(({ query, turns = [] }) => {
    const said = turns.filter(({ role }) => role === 'user').map(({ text }) => text)
    return Math.max(judge(said.at(-1) ?? '', query), judge(said.slice(-USER_TURNS_JOINED).join('\n'), query))
  })
  return [...searches, ...talks]
}

/** The highest threshold under which at most `share` of the logits lie. */
export function thresholdLosing(logits: readonly number[], share: number): number {
  const sorted = [...logits].sort((a, b) => a - b)
  return sorted[Math.floor(share * sorted.length)] as number
}

/** Area under the curve, and recall where 1 % and 5 % of the negatives are flagged. */
export function rankScores(rows: readonly Judged[]): { auc: number; recallAt1pct: number; recallAt5pct: number } {
  const sorted = [...rows].sort((a, b) => b.logit - a.logit)
  const positives = rows.filter(({ example }) => example.label === 1).length
  const negatives = rows.length - positives
  let hits = 0
  let falses = 0
  let area = 0
  const recall = [0, 0]
  for (const { example } of sorted) {
    if (example.label === 1) hits++
    else {
      falses++
      area += hits
    }
    if (falses / negatives <= 0.01) recall[0] = hits / positives
    if (falses / negatives <= 0.05) recall[1] = hits / positives
  }
  return { auc: area / (positives * negatives), recallAt1pct: recall[0] as number, recallAt5pct: recall[1] as number }
}

/** Platt's scaling: the slope and offset that make held-out logits into probabilities, by gradient steps on the log loss. */
export function calibrate(rows: readonly Judged[]): { slope: number; offset: number } {
  let slope = 1
  let offset = 0
  for (let step = 0; step < 3000; step++) {
    let slopeSlope = 0
    let offsetSlope = 0
    for (const { example, logit } of rows) {
      const error = 1 / (1 + Math.exp(-(slope * logit + offset))) - example.label
      slopeSlope += (error * logit) / rows.length
      offsetSlope += error / rows.length
    }
    slope -= 0.3 * slopeSlope
    offset -= 0.3 * offsetSlope
  }
  return { slope, offset }
}

function rootOf(source: string): string {
  return source.replace(/^(conv|benign|intent):/, '').replace(/-(contrast|nearmiss)$/, '')
}

function foldOf(key: string): number {
  let hash = 0x811c9dc5
  for (const char of key.toLowerCase().slice(0, 60)) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return (hash >>> 8) % FOLDS
}
