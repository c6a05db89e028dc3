// How far relevance tells a fitting inventory from one that lacks what fits, commercial intent a wish from talk, and the topics what is grave.
import { type AbstainRow, aucOf, type GraveRow, groupBy, type IntentRow, mean } from '../../tools/eval-folder.ts'
import type { Answer } from './ask.ts'

export interface Confidence {
  /** Area under the ROC curve: the chance that relevance is higher where the judged ads are in stock. */
  readonly auc: number
  readonly aucBySet: Readonly<Record<string, number>>
  /** Share of questions answered with any ad, with and without the judged ads in stock. */
  readonly answered: { readonly fitting: number; readonly lacking: number }
}

export function confidenceOn(scored: readonly { row: AbstainRow; answer: Answer }[]): Confidence {
  const rows = scored.map(({ row, answer }) => ({ set: row.source, label: row.label, score: answer.relevance }))
  const answered = (label: number) =>
    mean(scored.filter(({ row }) => row.label === label).map(({ answer }) => (answer.adIds.length > 0 ? 1 : 0)))
  return {
    auc: aucOf(rows),
    aucBySet: Object.fromEntries([...groupBy(rows, ({ set }) => set)].map(([set, some]) => [set, aucOf(some)])),
    answered: { fitting: answered(1), lacking: answered(0) },
  }
}

export interface Intent {
  readonly auc: number
  /** Of each source and label: how many texts, the share that the gate stops, and the share that gets an ad. */
  readonly groups: readonly { source: string; label: number; texts: number; gated: number; answered: number }[]
  /** Shares over all texts of a label: 1 = an offer would be welcome. */
  readonly gated: { readonly welcome: number; readonly unwelcome: number }
}

export function intentOn(scored: readonly { row: IntentRow; answer: Answer }[]): Intent {
  const isGated = ({ answer }: { answer: Answer }) => (answer.noFill === 'low_commercial_intent' ? 1 : 0)
  const gated = (label: number) => mean(scored.filter(({ row }) => row.label === label).map(isGated))
  return {
    auc: aucOf(scored.map(({ row, answer }) => ({ label: row.label, score: answer.commercialIntent ?? 0 }))),
    gated: { welcome: gated(1), unwelcome: gated(0) },
    groups: [...groupBy(scored, ({ row }) => `${row.source}\t${row.label}`)].map(([name, some]) => ({
      source: name.split('\t')[0]!,
      label: Number(name.split('\t')[1]),
      texts: some.length,
      gated: mean(some.map(isGated)),
      answered: mean(some.map(({ answer }) => (answer.adIds.length > 0 ? 1 : 0))),
    })),
  }
}

/** Of one language: how many texts there are of both kinds, and the share of each that is stopped as sensitive. */
export interface GraveByLanguage {
  readonly language: string
  readonly grave: number
  readonly harmless: number
  readonly heard: number
  readonly stopped: number
}

export interface Grave {
  readonly byLanguage: readonly GraveByLanguage[]
  /** Share of the grave texts in English that is heard, by topic. */
  readonly heardByTopic: Readonly<Record<string, number>>
}

type Scored = readonly { readonly row: GraveRow; readonly answer: Answer }[]

export function graveOn(scored: Scored): Grave {
  const english = scored.filter(({ row }) => row.language === 'en' && row.topic !== undefined)
  return {
    byLanguage: graveByLanguage(scored),
    heardByTopic: Object.fromEntries(
      [...groupBy(english, ({ row }) => row.topic!)].map(([topic, some]) => [topic, stoppedOf(some)]),
    ),
  }
}

export function graveByLanguage(scored: Scored): GraveByLanguage[] {
  return [...groupBy(scored, ({ row }) => row.language)].map(([language, some]) => {
    const grave = some.filter(({ row }) => row.topic !== undefined)
    const harmless = some.filter(({ row }) => row.topic === undefined)
    return {
      language,
      grave: grave.length,
      harmless: harmless.length,
      heard: stoppedOf(grave),
      stopped: stoppedOf(harmless),
    }
  })
}

function stoppedOf(scored: Scored): number {
  return mean(scored.map(({ answer }) => (answer.noFill === 'sensitive_topic' ? 1 : 0)))
}
