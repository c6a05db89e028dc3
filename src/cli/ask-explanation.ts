// Draws why an answer is what it is: what was understood, how long each stage took, and how far each candidate came.
import type { AdsAnswer, AnswerExplanation } from './ask-shapes.ts'
import { figure } from './figure.ts'
import { languageName } from './language-name.ts'
import { drawTable, plain, wrap, type Terminal } from './terminal.ts'

const CANDIDATES_SHOWN = 20

export function drawExplanation(
  explain: AnswerExplanation,
  answer: AdsAnswer,
  { colors, width }: Pick<Terminal, 'colors' | 'width'>,
): string {
  const { signals, stages, candidates } = explain
  const topics = signals.sensitiveTopics.map(({ category, score }) => `${category} ${score.toFixed(2)}`)
  const terms = signals.terms.map(({ term, weight }) => `${term} ${weight.toFixed(2)}`)
  const facts = [
    ['language', languageName(signals.language)],
    ['commercial intent', signals.commercialIntent.toFixed(2)],
    ['sensitive topics', topics.join(', ') || 'none'],
    ['terms', terms.join(', ') || 'none'],
    ['stages', stages.map(({ stage, microseconds }) => `${stage} ${Math.round(microseconds)} µs`).join(', ')],
  ] as const
  const drawn = facts.flatMap(([name, text]) =>
    wrap(text, width - 19).map((line, i) => `${colors.dim((i === 0 ? name : '').padEnd(18))} ${line}`),
  )
  return [...drawn, '', drawCandidates(candidates, answer, colors)].join('\n')
}

function drawCandidates(
  candidates: AnswerExplanation['candidates'],
  answer: AdsAnswer,
  colors: Terminal['colors'],
): string {
  if (candidates.length === 0) return 'No ad was weighed.'
  const shown = new Set(answer.slots.flatMap((slot) => slot.ads.map((ad) => ad.id)))
  const rows = candidates
    .slice(0, CANDIDATES_SHOWN)
    .map((candidate) => [
      candidate.externalId ?? candidate.adId,
      candidate.relevance.toFixed(3),
      figure(candidate.score),
      candidate.price ? `${candidate.price.amount} ${candidate.price.currency}` : '',
      shown.has(candidate.adId) ? 'shown' : outcomeOf(candidate),
    ])
  const table = drawTable(['ad', 'relevance', 'score', 'price', 'outcome'], rows, {
    colors,
    right: ['relevance', 'score', 'price'],
  })
  const more = candidates.length - CANDIDATES_SHOWN
  const rest = more > 0 ? `\n${plain(`and ${more} more; --json shows them all`)}` : ''
  // Ordered by relevance alone, the score is no more than that.
  if (!candidates.some(({ score }) => score > 1)) return `${table}${rest}`
  return `${table}${rest}\n\n${colors.dim('score: chance of what is paid for × bid × relevance, in millionths of the currency')}`
}

function outcomeOf({ stoppedBy = '', missedRule }: AnswerExplanation['candidates'][number]): string {
  return missedRule === undefined ? stoppedBy : `${stoppedBy}: ${missedRule}`
}
