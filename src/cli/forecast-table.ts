// Draws what bids would get, beside each other.
import { figure } from './figure.ts'
import { drawTable, plain, wrap, type Terminal } from './terminal.ts'

interface Range<T> {
  readonly low: T
  readonly expected: T
  readonly high: T
}

export interface Forecast {
  readonly bid: { readonly model: string; readonly amount: string }
  readonly days: number
  readonly reach?: Range<number>
  readonly impressions: Range<number>
  readonly clicks: Range<number>
  readonly spend: Range<string> & { readonly currency: string }
  readonly limitedByBudget: boolean
  readonly basis: {
    readonly decisions: number
    readonly auctions: number
    readonly won: number
    readonly hours: number
  }
}

/** @param forecasts at least one, all of the same days */
export function drawForecasts(
  campaignId: string,
  forecasts: readonly Forecast[],
  { colors, width }: Pick<Terminal, 'colors' | 'width'>,
): string {
  const { days, basis, spend } = forecasts[0]!
  const head = `${colors.bold(plain(campaignId))}  in ${days === 1 ? 'a day' : `${days} days`}`
  if (basis.auctions === 0) {
    const none = `It took part in none of the ${basis.decisions} decisions on record, so nothing can be told.`
    return [head, ...wrap(none, width)].join('\n')
  }
  const rows = forecasts.map(({ bid, impressions, clicks, reach, limitedByBudget, ...one }) => [
    `${bid.amount} ${bid.model}`,
    counted(impressions),
    counted(clicks),
    reach === undefined ? '' : counted(reach),
    spent(one.spend),
    String(one.basis.won),
    limitedByBudget ? 'budget' : 'traffic',
  ])
  const figures = ['impressions', 'clicks', 'people', `spend, ${plain(spend.currency)}`, 'won']
  const table = drawTable(['bid', ...figures, 'ended by'], rows, { colors, right: figures })
  const note = `won: auctions of late that the bid would have won, of ${basis.auctions} that the campaign took part in, among ${basis.decisions} decisions in ${basis.hours} h. In brackets: 95 % of chance alone.`
  return [head, '', table, '', ...wrap(note, width).map(colors.dim)].join('\n')
}

function counted({ low, expected, high }: Range<number>): string {
  return `${expected} (${low}–${high})`
}

/** No forecast is good for more than three digits. */
function spent({ low, expected, high }: Range<string>): string {
  return `${figure(Number(expected))} (${figure(Number(low))}–${figure(Number(high))})`
}
