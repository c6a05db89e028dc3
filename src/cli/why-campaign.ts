// Draws whether a campaign can serve, what keeps it, and what recent decisions made of it.
import { drawTable, plain, wrap, type Terminal } from './terminal.ts'

const NOT_ON_RECORD =
  'Not on record: about something else, closed to ads, worth far less than others by its bid and fit, or held back while others filled the place, such as by pacing or a cap.'

export interface CampaignDelivery {
  readonly campaignId: string
  readonly canServe: boolean
  readonly reasons: readonly { readonly code: string; readonly message: string; readonly until?: string }[]
  readonly pacing: { readonly share: number }
  readonly publishers: { readonly open: number; readonly stoppedBy: Readonly<Record<string, number>> }
  readonly recent: {
    readonly decisions: number
    readonly since: string | null
    readonly served: number
    readonly stoppedBy: Readonly<Record<string, number>>
    readonly missedRules: Readonly<Record<string, number>>
  }
}

export function drawWhyCampaign(
  { campaignId, canServe, reasons, pacing, publishers, recent }: CampaignDelivery,
  { colors, width }: Pick<Terminal, 'colors' | 'width'>,
): string {
  const state = canServe ? colors.green('can serve') : colors.yellow('cannot serve')
  const kept = reasons.flatMap(({ code, message, until }) => [
    `\n${colors.bold(plain(code))}${until === undefined ? '' : ` until ${plain(until)}`}`,
    ...wrap(message, width),
  ])
  const others = Object.entries(publishers.stoppedBy).map(([reason, times]) => `, ${times} ${reason}`)
  const standing = [
    `publishers: ${publishers.open} open${others.join('')}`,
    ...(canServe && pacing.share < 1 ? [`takes part in ${Math.round(pacing.share * 100)} % of its requests`] : []),
  ]
  return [
    `${colors.bold(plain(campaignId))}  ${state}`,
    ...kept,
    '',
    ...standing.map((line) => colors.dim(plain(line))),
    drawRecent(recent, colors, width),
  ].join('\n')
}

function drawRecent(
  { decisions, since, served, stoppedBy, missedRules }: CampaignDelivery['recent'],
  colors: Terminal['colors'],
  width: number,
): string {
  if (since === null) return '\nNo decision is on record since it was made or the service started, tests aside.'
  const counted: [name: string, value: number][] = [
    ['served', served],
    ...Object.entries(stoppedBy),
    ...Object.entries(missedRules).map(([rule, value]): [string, number] => [`targeting: ${rule}`, value]),
  ]
  const rest = counted.reduce((left, [, value]) => left - value, decisions)
  const rows = [...counted, ...(rest > 0 ? [['not on record', rest] as const] : [])]
  const table = drawTable(
    ['outcome', 'decisions', 'part'],
    rows.map(([name, value]) => [name, String(value), `${((100 * value) / decisions).toFixed(1)} %`]),
    { colors, right: ['decisions', 'part'] },
  )
  const note = rest > 0 ? `\n\n${wrap(NOT_ON_RECORD, width).map(colors.dim).join('\n')}` : ''
  return `\n${plain(`the last ${decisions} decisions since ${since}, tests aside`)}\n${table}${note}`
}
