// `aside list`: publishers, advertisers, campaigns or ads of a running server, with the ids that other commands ask for; who changed what, and what was taken back.
import type { Command } from 'commander'
import { operatorClient, type ServerOptions } from '../api-client.ts'
import { usageError } from '../failures.ts'
import type { CliContext } from '../context.ts'
import { readNames } from '../names.ts'
import { readPages } from '../read-pages.ts'
import { timeFrom } from '../read-time.ts'
import { drawTable } from '../terminal.ts'

interface ListOptions extends ServerOptions {
  readonly advertiser?: string
  readonly campaign?: string
  readonly status?: string
  readonly entity?: string
  readonly key?: string
  readonly from?: string
  readonly to?: string
  readonly archived?: boolean
  readonly cannotServe?: boolean
  readonly unpaid?: boolean
  readonly limit: string
}

/** What is drawn of one, whatever kind it is. */
interface Listed {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly archivedAt?: string
  readonly domain: string
  readonly billing: string
  readonly status: string
  readonly startAt?: string
  readonly endAt?: string
  readonly advertiserId: string
  readonly bid: { readonly model: string; readonly amount: string }
  readonly budget: { readonly total?: string; readonly daily?: string }
  readonly delivery?: { readonly canServe: boolean; readonly reason?: { readonly code: string } }
  readonly externalId?: string
  readonly campaignId: string
  readonly review: string
  readonly title: string
  readonly occurredAt: string
  readonly keyId: string
  readonly keyName?: string
  readonly action: string
  readonly entityId: string
  readonly number?: string
  readonly publisherId: string
  readonly from: string
  readonly to: string
  readonly closing: { readonly amount: string }
  readonly due: { readonly amount: string }
  readonly dueDate?: string
  readonly unpaid: { readonly amount: string }
  readonly overdue: boolean
  readonly reason: string
  readonly reversed: number
  readonly refunded: { readonly amount: string }
  readonly takenFromPublishers: { readonly amount: string }
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[]
}

const FILTERS = ['advertiser', 'campaign', 'status', 'entity', 'key', 'from', 'to'] as const

interface Kind {
  /** Nothing of it is ever archived. */
  readonly isLasting?: boolean
  /** What it can be narrowed by, and how the API calls that. */
  readonly filters: Readonly<Partial<Record<(typeof FILTERS)[number], string>>>
  /** What is asked for besides. */
  readonly also?: Readonly<Record<string, string>>
  readonly head: readonly string[]
  readonly right?: readonly string[]
  /** Of whom the name is shown, and the resource that keeps it. */
  readonly owner?: readonly [idOf: (one: Listed) => string, resource: string]
  row(one: Listed, owner: string): readonly string[]
}

const KINDS: Readonly<Record<string, Kind>> = {
  publishers: {
    filters: {},
    head: ['id', 'name', 'status', 'since'],
    row: ({ id, name, status, createdAt }) => [id, name, status, createdAt.slice(0, 10)],
  },
  advertisers: {
    filters: {},
    head: ['id', 'name', 'domain', 'billing', 'since'],
    row: ({ id, name, domain, billing, createdAt }) => [id, name, domain, billing, createdAt.slice(0, 10)],
  },
  campaigns: {
    filters: { advertiser: 'advertiserId', status: 'status' },
    also: { delivery: 'true' },
    head: ['id', 'name', 'advertiser', 'status', 'cannot serve', 'starts', 'ends', 'bid', 'total', 'daily'],
    right: ['bid', 'total', 'daily'],
    owner: [({ advertiserId }) => advertiserId, 'advertisers'],
    // One that is active by its status may not have begun, or be over.
    row: ({ id, name, status, delivery, startAt, endAt, bid, budget }, advertiser) => [
      id,
      name,
      advertiser,
      status,
      delivery?.reason?.code ?? '',
      minute(startAt),
      minute(endAt),
      `${bid.amount} ${bid.model}`,
      budget.total ?? '',
      budget.daily ?? '',
    ],
  },
  ads: {
    filters: { advertiser: 'advertiserId', campaign: 'campaignId', status: 'status' },
    head: ['id', 'your id', 'title', 'campaign', 'status', 'review'],
    owner: [({ campaignId }) => campaignId, 'campaigns'],
    row: ({ id, externalId, title, status, review }, campaign) => [
      id,
      externalId ?? '',
      title,
      campaign,
      status,
      review,
    ],
  },
  changes: {
    isLasting: true,
    filters: { entity: 'entity', key: 'keyId', from: 'from', to: 'to' },
    head: ['at', 'key', 'what', 'of', 'fields'],
    row: ({ occurredAt, keyId, keyName, action, entityId, changes }) => [
      minute(occurredAt),
      keyName ?? keyId,
      action,
      entityId,
      // All that a new one has would be a line of hundreds of words.
      action === 'created' ? '' : changes.map(inWords).join(', '),
    ],
  },
  statements: {
    isLasting: true,
    filters: { status: 'status' },
    head: ['id', 'number', 'publisher', 'from', 'to', 'status', 'closing'],
    right: ['closing'],
    owner: [({ publisherId }) => publisherId, 'publishers'],
    row: (paper, publisher) => [...paperRow(paper, publisher), paper.closing.amount],
  },
  invoices: {
    isLasting: true,
    filters: { advertiser: 'advertiserId', status: 'status' },
    head: ['id', 'number', 'advertiser', 'from', 'to', 'status', 'due', 'unpaid', 'due by'],
    right: ['due', 'unpaid'],
    owner: [({ advertiserId }) => advertiserId, 'advertisers'],
    row: (paper, advertiser) => [
      ...[...paperRow(paper, advertiser), paper.due.amount, paper.unpaid.amount],
      `${paper.dueDate ?? ''}${paper.overdue ? ', overdue' : ''}`,
    ],
  },
  reversals: {
    isLasting: true,
    filters: {},
    head: ['id', 'at', 'key', 'reason', 'events', 'refunded', 'from publishers'],
    right: ['events', 'refunded', 'from publishers'],
    row: ({ id, createdAt, keyId = '', keyName, reason, reversed, refunded, takenFromPublishers }) => [
      ...[id, minute(createdAt), keyName ?? keyId, reason, String(reversed)],
      ...[refunded.amount, takenFromPublishers.amount],
    ],
  },
}

function paperRow({ id, number = '', from, to, status }: Listed, owner: string): readonly string[] {
  return [id, number, owner, minute(from), minute(to), status]
}

const minute = (iso: string | undefined): string => (iso === undefined ? '' : `${iso.slice(0, 16)}Z`)

/** What is longer is in the JSON. */
const VALUE_CHARS_MAX = 40

function inWords({ field, from, to }: Listed['changes'][number]): string {
  const worded = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.length <= VALUE_CHARS_MAX ? text : `${text.slice(0, VALUE_CHARS_MAX - 1)}…`
  }
  return from === null ? `${field} ${worded(to)}` : `${field} ${worded(from)} → ${to === null ? 'none' : worded(to)}`
}

export function registerList(program: Command, context: CliContext): void {
  const { terminal } = context
  program
    .command('list')
    .description('list publishers, campaigns, statements, reversals and more, newest first')
    .argument('<kind>', Object.keys(KINDS).join(', '))
    .option('--advertiser <id>', 'campaigns, ads and invoices of this advertiser')
    .option('--campaign <id>', 'ads of this campaign')
    .option(
      '--status <status>',
      'campaigns and ads with this status, such as active or paused; statements and invoices: open or confirmed',
    )
    .option('--cannot-serve', 'campaigns that cannot serve now')
    .option('--unpaid', 'invoices of which something is unpaid')
    .option('--entity <id>', 'changes of this campaign, ad, publisher, advertiser, key …')
    .option('--key <id>', 'changes that this key made')
    .option('--from <time>', 'changes since then, such as 2026-11-21 or 2026-11-21T10:00Z')
    .option('--to <time>', 'changes before then')
    .option('--archived', 'archived ones too')
    .option('--limit <number>', 'how many at most', '1000')
    .addHelpText('after', EXAMPLES)
    .action(async (kind: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ListOptions>()
      const { head, right, owner, row, ...of } = kindNamed(kind)
      const query = queryOf(kind, of, options)
      const client = operatorClient(options, context)
      const asked = { ...of.also, ...query }
      const found = await readPages<Listed>(client, `/api/v1/${kind}`, asked, limitFrom(options.limit))
      const owners = new Map(owner && found.data.map((one) => [owner[0](one), owner[1]]))
      const names = terminal.json ? new Map<string, string>() : await readNames(owners, client)
      const rowOf = (one: Listed) => [
        ...row(one, owner ? (names.get(owner[0](one)) ?? owner[0](one)) : ''),
        ...(options.archived ? [one.archivedAt?.slice(0, 10) ?? ''] : []),
      ]
      terminal.result(found, () =>
        found.data.length === 0
          ? Object.keys(query).length > 0
            ? `There are no such ${kind}.`
            : `There are no ${kind} yet.`
          : drawTable([...head, ...(options.archived ? ['archived'] : [])], found.data.map(rowOf), {
              colors: terminal.colors,
              ...(right && { right }),
            }),
      )
      if (found.nextCursor !== null && !terminal.json)
        terminal.say(`There are more than these ${found.data.length}; --limit shows them.`)
    })
}

const EXAMPLES = `
Examples:
  $ aside list campaigns
  $ aside list ads --campaign cmp_… --status paused
  $ aside list campaigns --status active --cannot-serve
  $ aside list changes --entity cmp_…
  $ aside list invoices --unpaid
  $ aside list advertisers --json | jq -r '.data[].id'`

function kindNamed(kind: string): Kind {
  if (Object.hasOwn(KINDS, kind)) return KINDS[kind]!
  throw usageError(
    `"${kind}" is nothing that can be listed.`,
    `Give one of ${Object.keys(KINDS).join(', ')}; keys are listed by "aside keys list".`,
  )
}

/** A filter that the server does not know it would ignore, and the whole list would pass for a part of it. */
function queryOf(
  kind: string,
  { filters, isLasting }: Pick<Kind, 'filters' | 'isLasting'>,
  options: ListOptions,
): Record<string, string> {
  if (isLasting && options.archived) throw usageError(`Nothing of a list of ${kind} is ever archived.`)
  const query: Record<string, string> = options.archived ? { includeArchived: 'true' } : {}
  if (options.cannotServe) {
    if (kind !== 'campaigns') throw usageError(`A list of ${kind} cannot be narrowed by --cannot-serve.`)
    query['canServe'] = 'false'
  }
  if (options.unpaid) {
    if (kind !== 'invoices') throw usageError(`A list of ${kind} cannot be narrowed by --unpaid.`)
    query['unpaid'] = 'true'
  }
  for (const option of FILTERS) {
    const value = options[option]
    if (value === undefined) continue
    const name = filters[option]
    if (name === undefined) throw usageError(`A list of ${kind} cannot be narrowed by --${option}.`)
    query[name] = option === 'from' || option === 'to' ? timeFrom(option, value) : value
  }
  return query
}

function limitFrom(given: string): number {
  if (/^[1-9]\d{0,6}$/.test(given)) return Number(given)
  throw usageError('--limit takes a number from 1 on.')
}
