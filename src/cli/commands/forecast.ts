// `aside forecast`: what a campaign would get, as it stands or with other bids, another budget or other days.
import type { Command } from 'commander'
import { formatMicros, parseSignedMicros } from '../../domain/money.ts'
import { idInPath, operatorClient, type ServerOptions } from '../api-client.ts'
import type { CliContext } from '../context.ts'
import { usageError } from '../failures.ts'
import { drawForecasts, type Forecast } from '../forecast-table.ts'

interface ForecastOptions extends ServerOptions {
  readonly bid?: string
  readonly daily?: string
  readonly days?: string
}

interface Campaign {
  readonly bid: { readonly model: string; readonly amount: string }
  readonly budget: { readonly total?: string; readonly daily?: string }
  readonly targeting: Readonly<Record<string, unknown>>
  readonly endAt?: string
}

const DAYS_DEFAULT = 30
const DAY_MS = 86_400_000
/** Each is a walk through the decisions on record, one after the other. */
const BIDS_MAX = 20

export function registerForecast(program: Command, context: CliContext): void {
  const { terminal } = context
  program
    .command('forecast <campaign>')
    .description('what a campaign would get, also with other bids')
    .option('--bid <amounts>', 'one bid or several, separated by commas; default: its own')
    .option('--daily <amount>', 'budget of a day; default: its own')
    .option('--days <days>', '1 to 90; default: 30, or as many as the campaign has left')
    .addHelpText('after', EXAMPLES)
    .action(async (id: string, _options: unknown, command: Command) => {
      if (!id.startsWith('cmp_')) throw usageError(`"${id}" is no id of a campaign.`, 'See "aside list campaigns".')
      const { bid, daily, days, ...options } = command.optsWithGlobals<ForecastOptions>()
      const bids = bid?.split(',').map((amount) => amount.trim())
      if (bids && bids.length > BIDS_MAX) throw usageError(`--bid takes at most ${BIDS_MAX} amounts.`)
      if (days !== undefined && !/^\d{1,2}$/.test(days))
        throw usageError(`"${days}" is no number of days from 1 to 90.`)
      const client = operatorClient(options, context)
      const campaign = await client.call<Campaign>('GET', `/api/v1/campaigns/${idInPath(id)}`)
      const { model } = campaign.bid
      const { publishers, countries, regions, languages } = campaign.targeting
      const asked = {
        like: [id],
        budget: { daily: daily ?? campaign.budget.daily, total: await totalLeft(campaign.budget.total) },
        targeting: { publishers, countries, regions, languages },
        days: days === undefined ? daysLeft(campaign) : Number(days),
      }
      const forecasts: Forecast[] = []
      for (const amount of bids ?? [campaign.bid.amount]) {
        const body = { ...asked, bid: { model, amount } }
        const forecast = await client.call<Omit<Forecast, 'bid'>>('POST', '/api/v1/forecast', { body })
        forecasts.push({ bid: body.bid, ...forecast })
      }
      terminal.result({ campaignId: id, forecasts }, () => drawForecasts(id, forecasts, terminal))

      /** What of its total budget is not spent. */
      async function totalLeft(total: string | undefined): Promise<string | undefined> {
        if (total === undefined) return undefined
        const path = `/api/v1/campaigns/${idInPath(id)}/delivery`
        const { spend } = await client.call<{ spend: { total: string } }>('GET', path)
        return formatMicros(
          Math.max(0, parseSignedMicros(total, 'budget.total') - parseSignedMicros(spend.total, 'spend.total')),
        )
      }
    })
}

/** One that is over is told as if it went on. */
function daysLeft({ endAt }: Campaign): number {
  const left = endAt === undefined ? DAYS_DEFAULT : Math.ceil((Date.parse(endAt) - Date.now()) / DAY_MS)
  return left < 1 ? DAYS_DEFAULT : Math.min(left, DAYS_DEFAULT)
}

const EXAMPLES = `
Examples:
  $ aside forecast cmp_…                                as it stands, for 30 days or what is left
  $ aside forecast cmp_… --bid 0.30,0.60,0.90 --days 7  three bids beside each other`
