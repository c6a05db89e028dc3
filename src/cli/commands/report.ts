// `aside report`: what was asked, shown, clicked and earned, as a table, CSV or JSON.
import type { Command } from 'commander'
import { parseDate } from '../../domain/day.ts'
import { REPORT_DIMENSIONS } from '../../domain/report.ts'
import { operatorClient, type ServerOptions } from '../api-client.ts'
import { usageError } from '../failures.ts'
import type { CliContext } from '../context.ts'
import { readNames } from '../names.ts'
import { drawReport, idsIn, type Report } from '../report-table.ts'

interface ReportOptions extends ServerOptions {
  readonly from?: string
  readonly to?: string
  readonly groupBy: string
  readonly publisher?: string
  readonly advertiser?: string
  readonly campaign?: string
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
    .option('--group-by <dimensions>', `one or more of ${REPORT_DIMENSIONS.join(', ')}, separated by commas`, 'day')
    .option('--publisher <id>', 'where this publisher asked')
    .option('--advertiser <id>', 'ads of this advertiser')
    .option('--campaign <id>', 'ads of this campaign')
    .option('--test', 'what was asked with test keys instead')
    .option('--csv', 'print CSV')
    .addHelpText('after', EXAMPLES)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ReportOptions>()
      if (options.csv && terminal.json) throw usageError('Give --csv or --json, and not both.')
      const path = `/api/v1/reports?${queryOf(options)}`
      const client = operatorClient(options, context)
      if (options.csv) {
        terminal.print(await client.call<string>('GET', path, { accept: 'text/csv' }))
        return
      }
      const report = await client.call<Report>('GET', path)
      const dimensions = dimensionsOf(options.groupBy)
      const names = terminal.json ? undefined : await readNames(idsIn(report, dimensions), client)
      terminal.result(report, () => drawReport(report, dimensions, terminal, names))
    })
}

const EXAMPLES = `
Examples:
  $ aside report
  $ aside report --group-by campaign,format --from 2026-05-01 --to 2026-05-31
  $ aside report --campaign cmp_… --group-by ad
  $ aside report --csv --group-by hour > hours.csv`

// What is not asked for is for the server to say: its clock may run ahead of ours.
function queryOf({ from, to, groupBy, publisher, advertiser, campaign, test }: ReportOptions): URLSearchParams {
  checkDay('--from', from)
  checkDay('--to', to)
  return new URLSearchParams({
    groupBy: dimensionsOf(groupBy).join(','),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(publisher !== undefined && { publisherId: publisher }),
    ...(advertiser !== undefined && { advertiserId: advertiser }),
    ...(campaign !== undefined && { campaignId: campaign }),
    ...(test && { test: 'true' }),
  })
}

function checkDay(option: string, given: string | undefined): void {
  if (given !== undefined && parseDate(given) === undefined)
    throw usageError(`${option} takes a date such as 2026-05-31.`)
}

function dimensionsOf(given: string): string[] {
  const dimensions = given.split(',').map((part) => part.trim())
  const unknown = dimensions.find((dimension) => !(REPORT_DIMENSIONS as readonly string[]).includes(dimension))
  if (unknown === undefined) return dimensions
  throw usageError(`Reports cannot be grouped by "${unknown}".`, `Give one or more of ${REPORT_DIMENSIONS.join(', ')}.`)
}
