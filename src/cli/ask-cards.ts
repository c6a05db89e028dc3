// Draws an ads answer for a terminal: each ad a card with its label, so that nobody takes it for the answer itself.
import type { AdsAnswer, AnswerAd, AnswerSlot } from './ask-shapes.ts'
import { columnsOf, plain, wrap, type Terminal } from './terminal.ts'

type Look = Pick<Terminal, 'colors' | 'width'>

export function drawAnswer(answer: AdsAnswer, look: Look): string {
  const blocks = answer.slots.flatMap((slot) => drawSlot(slot, look))
  const kind = answer.test ? ' (a test: nothing is billed)' : ''
  blocks.push(look.colors.dim(`${answer.requestId}${kind}`))
  return blocks.join('\n')
}

function drawSlot(slot: AnswerSlot, look: Look): string[] {
  const cards = slot.ads.map((ad) => drawAd(ad, look))
  if (!slot.noFill) return cards
  const { reason, code, detail } = slot.noFill
  const missing = slot.ads.length === 0 ? 'No ad' : 'No further ad'
  return [...cards, look.colors.yellow(`${missing}: ${plain(reason)} (${code})${detail ? `, ${plain(detail)}` : ''}`)]
}

function drawAd(ad: AnswerAd, { colors, width }: Look): string {
  const room = width - 4
  const { content } = ad
  const lines = (text: string | undefined, paint: (text: string) => string, linesMax?: number) =>
    text ? wrap(text, room, linesMax).map((line) => ({ line, paint })) : []
  const as = (text: string) => text
  const body = [
    ...lines(content?.title, colors.bold),
    ...lines(content?.description ?? content?.text, as, 4),
    ...(ad.enhancedFragments ?? []).flatMap(({ text, position }) =>
      lines(`"${text}" (${position.start}–${position.end}) becomes a link`, as),
    ),
    ...lines(callOf(ad), colors.cyan),
  ]
  const { label: name, by, aiGenerated } = ad.disclosure
  const label = ` ${plain(name)} · ${plain(by)}${aiGenerated ? ' · AI-generated' : ''} `
  const score = ` ${ad.relevance.toFixed(2)} `
  const bar = '─'.repeat(Math.max(0, width - 4 - columnsOf(label) - columnsOf(score)))
  return [
    `╭─${colors.yellow(label)}${bar}${colors.dim(score)}─╮`,
    ...body.map(({ line, paint }) => `│ ${paint(line)}${' '.repeat(Math.max(0, room - columnsOf(line)))} │`),
    `╰${'─'.repeat(width - 2)}╯`,
    // Outside of the frame and unbroken, so that it can be copied or opened by a click.
    colors.dim(`  ${plain(content?.ctaUrl ?? content?.url ?? ad.enhancedFragments?.[0]?.url ?? '')}`),
  ].join('\n')
}

function callOf({ content }: AnswerAd): string {
  const parts = [content?.price, content?.ctaText, content?.destinationDomain && `→ ${content.destinationDomain}`]
  return parts.filter(Boolean).join('  ')
}
