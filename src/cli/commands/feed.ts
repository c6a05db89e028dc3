// `aside feed`: has a running server fetch the ads of a campaign from a URL, and tells what came of it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { type ApiClient, idInPath, operatorClient, type ServerOptions } from '../api-client.ts'
import type { CliContext } from '../context.ts'
import { CliError, EXIT, sentence, usageError } from '../failures.ts'
import { IMPORT_TYPES, type ImportType } from '../import-file.ts'
import { untilStopped } from '../stopping.ts'
import { plain, type Terminal } from '../terminal.ts'
import { drawImport, type ImportAnswer, keptMissing, readMissing, typeNamed } from './import.ts'

interface SetOptions extends ServerOptions {
  readonly every?: string
  readonly type?: string
  readonly missing?: string
  readonly missingMax?: string
}

interface FeedShape {
  readonly campaignId: string
  readonly url: string
  readonly everyHours: number
  readonly format?: Format
  readonly missing: 'keep' | 'archive'
  readonly missingMax: number
  readonly state: 'fetching' | 'due' | 'waiting'
  readonly nextAt: string
  readonly last?: {
    readonly at: string
    readonly outcome: 'imported' | 'failed'
    readonly message?: string
    readonly result?: ImportAnswer
  }
}

/** What the API calls the types of files. */
const FORMATS = {
  ndjson: 'ndjson',
  csv: 'csv',
  tsv: 'merchant-tsv',
  xml: 'merchant-xml',
} as const satisfies Record<ImportType, string>
type Format = (typeof FORMATS)[ImportType]

/** How often it is asked for while it is fetched. */
const LOOK_MS = 500

export function registerFeed(program: Command, context: CliContext): void {
  const { terminal, endWith } = context
  const feed = program.command('feed').description('have the ads of a campaign fetched from a URL, now and regularly')

  feed
    .command('set')
    .description('fetch the ads of a campaign from a URL, at once and then regularly')
    .argument('<campaign>', 'the id of the campaign, cmp_…')
    .argument(
      '<address>',
      'of an NDJSON or CSV file, or a Google Merchant feed (TSV or XML), also gzipped; https, on a public host',
    )
    .option('--every <hours>', '1 to 168; default 24')
    .option(
      '--type <type>',
      `${Object.keys(IMPORT_TYPES).join(', ')}; default: as its host says, else by the name of the file`,
    )
    .option(
      '--missing <what>',
      'archive: the file is the whole feed, what it does not name is archived; keep (default)',
    )
    .option('--missing-max <percent>', 'of the ads there were, beyond which none is archived; default 50')
    .addHelpText('after', SET_EXAMPLES)
    .action(async (campaign: string, url: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<SetOptions>()
      const { missing, missingMax = null } = readMissing(options)
      const everyHours = options.every === undefined ? null : hoursOf(options.every)
      const format = options.type === undefined ? null : FORMATS[typeNamed(options.type)]
      const body = { feed: { url, everyHours, format, missing, missingMax } }
      const client = operatorClient(options, context)
      await client.call('PATCH', pathOf(campaign), { body })
      const set = await readFeed(campaign, client)
      terminal.result(set, () => drawFeed(set, terminal))
    })

  ofOne('show', 'say how the feed of a campaign stands, and what came of it last', async (campaign, client) => {
    const found = await readFeed(campaign, client)
    terminal.result(found, () => drawFeed(found, terminal))
  })
  ofOne(
    'fetch',
    'fetch the feed of a campaign now, and say what came of it',
    async (campaign, client) => {
      const fetched = await fetchNow(campaign, client, context)
      terminal.result(fetched, () => drawFeed(fetched, terminal))
      const { outcome, result } = fetched.last!
      if (outcome === 'failed') endWith(EXIT.failure)
      else if (result && (result.rejected > 0 || keptMissing(result))) endWith(EXIT.partial)
    },
    `\n\nExit code ${EXIT.failure}: it could not be fetched. ${EXIT.partial}: some lines were rejected, or missing ads were not archived.`,
  )
  ofOne('stop', 'fetch the ads of a campaign no more; they stay', async (campaign, client) => {
    const changed = await client.call<unknown>('PATCH', pathOf(campaign), { body: { feed: null } })
    terminal.result(changed, () => `${campaign} has no feed any more; its ads stay.`)
  })

  /** @param more that its help says */
  function ofOne(
    name: string,
    description: string,
    act: (campaign: string, client: ApiClient) => Promise<void>,
    more = '',
  ): void {
    feed
      .command(name)
      .description(description)
      .argument('<campaign>', 'the id of the campaign, cmp_…')
      .addHelpText('after', `\nExample:\n  $ aside feed ${name} cmp_…${more}`)
      .action(async (campaign: string, _options: unknown, command: Command) => {
        await act(campaign, operatorClient(command.optsWithGlobals<ServerOptions>(), context))
      })
  }
}

const SET_EXAMPLES = `
Examples:
  $ aside feed set cmp_… https://shop.example/feed.xml.gz
  $ aside feed set cmp_… https://shop.example/feed.csv --every 6 --missing archive
  $ aside feed set cmp_… 'https://shop.example/export?id=7' --type tsv`

const pathOf = (campaign: string): string => `/api/v1/campaigns/${idInPath(campaign)}`

const readFeed = (campaign: string, client: ApiClient) =>
  client.call<FeedShape>('GET', `${pathOf(campaign)}/feed`).catch((error) => explainNone(error, campaign))

/** What the service advises is for whoever speaks HTTP. */
function explainNone(error: Error, campaign: string): never {
  if (!(error instanceof CliError) || !/ has no feed; /.test(error.message)) throw error
  throw new CliError(`The campaign ${campaign} has no feed.`, {
    ...error.failure,
    hint: `Give it one with "aside feed set ${campaign} https://…".`,
  })
}

function hoursOf(given: string): number {
  if (/^\d{1,3}$/.test(given)) return Number(given)
  throw usageError('--every takes a number of hours from 1 to 168.')
}

/** Until the fetch that is asked for here has ended. */
async function fetchNow(campaign: string, client: ApiClient, { terminal }: CliContext): Promise<FeedShape> {
  const asked = await client
    .call<FeedShape>('POST', `${pathOf(campaign)}/feed/fetch`)
    .catch((error) => explainNone(error, campaign))
  if (!terminal.json) terminal.say(`Fetching ${plain(asked.url)} …`)
  const wait = async (stopped: AbortSignal): Promise<FeedShape> => {
    for (;;) {
      const now = await readFeed(campaign, client)
      if (now.last && now.last.at !== asked.last?.at && now.state === 'waiting') return now
      await sleep(LOOK_MS, undefined, { signal: stopped })
    }
  }
  return untilStopped(wait, 'The server fetches it on; "aside feed show" tells what comes of it.')
}

function drawFeed(
  { url, everyHours, format, state, nextAt, missing, missingMax, last }: FeedShape,
  terminal: Terminal,
): string {
  const every = everyHours === 1 ? 'every hour' : `every ${everyHours} hours`
  const type = format === undefined ? '' : ` as ${typeOf(format)}`
  const archives = missing === 'archive' ? `, archives up to ${missingMax} % that it does not name` : ''
  const next =
    state === 'fetching'
      ? 'it is being fetched'
      : state === 'due'
        ? 'it is fetched next'
        : `next ${nextAt.slice(0, 16)}Z`
  const head = `${plain(url)}${type} ${every}${archives}; ${next}`
  if (last === undefined) return head
  const at = `${last.at.slice(0, 16)}Z`
  if (last.result) return `${head}\n\nFetched ${at}: ${drawImport(last.result, terminal)}`
  return `${head}\n\nNot fetched ${at}: ${sentence(plain(last.message ?? ''))}`
}

/** As `--type` names it; one that this program is too old to know stays as it is. */
function typeOf(format: Format): string {
  return Object.entries(FORMATS).find(([, one]) => one === format)?.[0] ?? plain(format)
}
