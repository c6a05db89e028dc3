// The results of an evaluation as tables for people.
import type { Confidence, Grave, GraveByLanguage, Intent } from './classify.ts'
import type { RankingScores } from './scores.ts'

export function printRanking(title: string, sets: Readonly<Record<string, RankingScores>>): void {
  const rows = Object.entries(sets).flatMap(([set, { bySource, macro }]) => [
    ...Object.entries(bySource).map(([source, scores]) => [
      set,
      source,
      String(scores.questions),
      ...[scores.ndcg, scores.recall, scores.mrr, scores.p1].map(share),
      Object.entries(scores.unanswered)
        .map(([reason, part]) => `${reason} ${share(part)}`)
        .join(', '),
    ]),
    [set, 'macro', '', ...[macro.ndcg, macro.recall, macro.mrr, macro.p1].map(share), ''],
  ])
  print(title, ['set', 'source', 'questions', 'nDCG@10', 'recall@30', 'MRR', 'P@1', 'without an ad'], rows)
}

export function printConfidence({ auc, aucBySet, answered }: Confidence): void {
  const rows = [...Object.entries(aucBySet), ['all', auc] as const].map(([set, value]) => [set, share(value)])
  print('Relevance of the best ad as confidence that something fits', ['set', 'AUC'], rows)
  const { fitting, lacking } = answered
  process.stdout.write(
    `Answered with an ad: ${share(fitting)} where it is in stock, ${share(lacking)} where it is not.\n\n`,
  )
}

export function printIntent(title: string, { auc, gated, groups }: Intent): void {
  const rows = groups.map((group) => [
    group.source,
    group.label === 1 ? 'welcome' : 'unwelcome',
    String(group.texts),
    share(group.gated),
    share(group.answered),
  ])
  print(title, ['source', 'an offer is', 'texts', 'stopped by the gate', 'answered'], rows)
  process.stdout.write(
    `AUC ${share(auc)}; the gate stops ${share(gated.unwelcome)} of unwelcome and ${share(gated.welcome)} of welcome.\n\n`,
  )
}

export function printGrave({ byLanguage, heardByTopic }: Grave): void {
  printByLanguage('Grave matters', byLanguage)
  const topics = Object.entries(heardByTopic).map(([topic, part]) => `${topic} ${share(part)}`)
  process.stdout.write(`Heard in English by topic: ${topics.join(', ')}.\n\n`)
}

export function printByLanguage(title: string, byLanguage: readonly GraveByLanguage[]): void {
  const rows = byLanguage.map(({ language, grave, heard, harmless, stopped }) => [
    language,
    String(grave),
    share(heard),
    String(harmless),
    share(stopped),
  ])
  print(title, ['language', 'grave', 'heard', 'harmless', 'stopped'], rows)
}

function share(value: number): string {
  return value.toFixed(3)
}

function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: readonly string[]) => cells.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')
  const rule = widths.map((width) => '─'.repeat(width))
  process.stdout.write([title, line(head), rule.join('  '), ...rows.map(line), ''].map((text) => `${text}\n`).join(''))
}
