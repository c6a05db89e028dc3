// `aside report`: what was asked, shown, clicked and earned, why slots stayed empty, or how many people saw a campaign, as a table, CSV or JSON.
import type { Command } from 'commander'
import { parseDate } from '../../domain/day.ts'
import { EMPTY_SLOT_DIMENSIONS } from '../../domain/empty-slots.ts'
import { REPORT_DIMENSIONS } from '../../domain/report.ts'
import { operatorClient, type ServerOptions } from '../api-client.ts'
import { usageError } from '../failures.ts'
import type { CliContext } from '../context.ts'
import { drawEmptySlots, drawReach, drawReport, type ReachReport, type Report } from '../report-table.ts'

interface ReportOptions extends ServerOptions {
  readonly from?: string
  readonly to?: string
  readonly groupBy?: string
  readonly publisher?: string
  readonly advertiser?: string
  readonly campaign?: string
  readonly emptySlots?: boolean
  readonly reach?: boolean
  readonly csv?: boolean
  readonly test?: boolean
}

export function registerReport(program: Command, context: CliContext): void {
  const { terminal } = context
  program
    .command('report')
    .description('what was asked, shown, clicked and spent')
    .option('--from <date>', 'first day in UTC, YYYY-MM-DD; default: 30 days up to the last')
    .option('--to <date>', 'last day in UTC, included; default: today')
    .option(
      '--group-by <dimensions>',
      `one or more of ${REPORT_DIMENSIONS.join(', ')}, separated by commas; default: day, or reason with --empty-slots`,
    )
    .option('--publisher <id>', 'where this publisher asked')
    .option('--advertiser <id>', 'ads of this advertiser')
    .option('--campaign <id>', 'ads of this campaign')
    .option('--test', 'what was asked with test keys instead')
    .option('--empty-slots', `how many slots stayed empty instead, by ${EMPTY_SLOT_DIMENSIONS.join(', ')}`)
    .option('--reach', 'how many people saw the ads of --campaign instead, and how often')
    .option('--csv', 'print CSV')
    .addHelpText('after', EXAMPLES)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ReportOptions>()
      if (options.csv && terminal.json) throw usageError('Give --csv or --json, and not both.')
      if (options.reach) return printReach(options, context)
      const { emptySlots = false } = options
      const dimensions = dimensionsOf(options)
      if (emptySlots && (options.advertiser !== undefined || options.campaign !== undefined))
        throw usageError('A slot that stayed empty belongs to no advertiser or campaign.', 'Give --publisher, or none.')
      const path = `/api/v1/reports${emptySlots ? '/empty-slots' : ''}?${queryOf(options, dimensions)}`
      const client = operatorClient(options, context)
      if (options.csv) {
        terminal.print(await client.call<string>('GET', path, { accept: 'text/csv' }))
        return
      }
      const report = await client.call<Report>('GET', path)
      const draw = emptySlots ? drawEmptySlots : drawReport
      terminal.result(report, () => draw(report, dimensions, terminal))
    })
}

async function printReach(options: ReportOptions, context: CliContext): Promise<void> {
  const { campaign, from, to, test = false } = options
  const others = ['csv', 'emptySlots', 'groupBy', 'publisher', 'advertiser'] as const
  if (campaign === undefined || others.some((name) => options[name] !== undefined))
    throw usageError(
      '--reach is told of one campaign.',
      'Give --campaign, and of the others --from, --to and --test alone.',
    )
  const path = `/api/v1/reports/reach?${new URLSearchParams({ campaignId: campaign, ...daysOf({ from, to, test }) })}`
  const reach = await operatorClient(options, context).call<ReachReport>('GET', path)
  context.terminal.result(reach, () => drawReach(reach, context.terminal))
}

const EXAMPLES = `
Examples:
  $ aside report
  $ aside report --group-by campaign,format --from 2026-05-01 --to 2026-05-31
  $ aside report --campaign cmp_… --group-by ad
  $ aside report --csv --group-by hour > hours.csv
  $ aside report --empty-slots --group-by slot,reason
  $ aside report --reach --campaign cmp_…`

function queryOf(
  { publisher, advertiser, campaign, ...options }: ReportOptions,
  dimensions: readonly string[],
): URLSearchParams {
  return new URLSearchParams({
    groupBy: dimensions.join(','),
    ...daysOf(options),
    ...(publisher !== undefined && { publisherId: publisher }),
    ...(advertiser !== undefined && { advertiserId: advertiser }),
    ...(campaign !== undefined && { campaignId: campaign }),
  })
}

// What is not asked for is for the server to say: its clock may run ahead of ours.
function daysOf({ from, to, test }: Pick<ReportOptions, 'from' | 'to' | 'test'>): Record<string, string> {
  checkDay('--from', from)
  checkDay('--to', to)
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(test && { test: 'true' }),
  }
}

function checkDay(option: string, given: string | undefined): void {
  if (given !== undefined && parseDate(given) === undefined)
    throw usageError(`${option} takes a date such as 2026-05-31.`)
}

function dimensionsOf({ groupBy, emptySlots = false }: ReportOptions): string[] {
  const [known, first, what]: [readonly string[], string, string] = emptySlots
    ? [EMPTY_SLOT_DIMENSIONS, 'reason', 'Empty slots']
    : [REPORT_DIMENSIONS, 'day', 'Reports']
  const dimensions = (groupBy ?? first).split(',').map((part) => part.trim())
  const unknown = dimensions.find((dimension) => !known.includes(dimension))
  if (unknown === undefined) return dimensions
  throw usageError(`${what} cannot be grouped by "${unknown}".`, `Give one or more of ${known.join(', ')}.`)
}
