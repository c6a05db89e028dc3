// `aside keys`: makes, lists, changes, replaces and revokes API keys of a running server; replaces a lost operator key on its data folder.
import type { Command } from 'commander'
import { authorOf } from '../../actions/author-of.ts'
import { checkNewKey, type NewKey } from '../../actions/keys/issue-key.ts'
import { PEPPER_SETTING, resetAdminKey } from '../../actions/keys/open-secrets.ts'
import { DAY_MS, realClock, SECOND_MS } from '../../base/clock.ts'
import { createIdSource } from '../../base/ids.ts'
import { createRandomBytes } from '../../base/random.ts'
import { BROWSER_SCOPES } from '../../domain/api-key.ts'
import { COMMAND_LINE } from '../../domain/change.ts'
import { type ApiClient, idInPath, operatorClient, type ServerOptions } from '../api-client.ts'
import { withDataFolder } from '../data-folder.ts'
import { CliError, usageError } from '../failures.ts'
import type { CliContext } from '../context.ts'
import { readNames } from '../names.ts'
import { readPages } from '../read-pages.ts'
import { timeFrom } from '../read-time.ts'
import { drawTable, plain } from '../terminal.ts'

interface CreateOptions extends ServerOptions {
  readonly publisher?: string
  readonly newPublisher?: string
  readonly advertiser?: string
  readonly operator?: boolean
  readonly mode: string
  readonly scopes?: string
  readonly name?: string
  readonly origin?: readonly string[]
  readonly rateLimit?: string
  readonly expires?: string
}

interface ChangeOptions extends ServerOptions {
  readonly name?: string
  readonly rateLimit?: string
}

interface KeyShape {
  readonly id: string
  readonly name?: string
  readonly mode: string
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly scopes: readonly string[]
  readonly lastFour?: string
  readonly rateLimit?: number
  readonly revokedAt?: string | null
  readonly expiresAt?: string | null
  readonly createdAt?: string
  readonly lastUsedAt?: string
  /** The whole text, in the answer that made it alone. */
  readonly key?: string
}

interface RolledKey extends KeyShape {
  readonly previous: { readonly expiresAt: string }
}

const SCOPES_OF_OWNER = {
  publisher: ['ads:request', 'ads:explain', 'events:write', 'reports:read'],
  browser: BROWSER_SCOPES,
  advertiser: ['inventory:write', 'events:write', 'reports:read'],
  operator: ['admin'],
} as const

export function registerKeys(program: Command, context: CliContext): void {
  const { terminal } = context
  const keys = program.command('keys').description('make, list, change, replace and revoke API keys')

  keys
    .command('create')
    .description('make a key for a publisher, an advertiser or an operator, and print it this once')
    .option('--publisher <id>', 'the publisher that asks for ads with it')
    .option('--new-publisher <name>', 'make a publisher of this name and a key for it')
    .option('--advertiser <id>', 'the advertiser that keeps its inventory and sends conversions with it')
    .option('--operator', 'a key that may do what the operator may')
    .option('--mode <mode>', 'live, test or browser', 'live')
    .option('--scopes <scopes>', 'separated by commas; default: what such an owner needs')
    .option('--name <text>', 'what it is for')
    .option('--origin <origin...>', 'browser keys: pages that may use it, such as https://chat.example')
    .option('--rate-limit <number>', 'requests a second')
    .option('--expires <time>', 'when it ends, such as 2027-03-01 or 2027-03-01T18:00Z; default: when it is revoked')
    .addHelpText('after', CREATE_EXAMPLES)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<CreateOptions>()
      checkOwner(options)
      const client = operatorClient(options, context)
      const made = await makeKey(options, client)
      terminal.result(made, () => made.key ?? '')
      if (!terminal.json) terminal.say(`Key ${made.id} (${made.scopes.join(', ')}). Keep it: it is shown this once.`)
    })

  keys
    .command('list')
    .description('list the keys that were not revoked, newest first, without their secrets')
    .addHelpText('after', '\nExample:\n  $ aside keys list')
    .action(async (_options: unknown, command: Command) => {
      const client = operatorClient(command.optsWithGlobals<ServerOptions>(), context)
      const { data: found } = await readPages<KeyShape>(client, '/api/v1/keys', {}, KEYS_SHOWN_MAX)
      const names = terminal.json ? new Map() : await readNames(ownersOf(found), client)
      terminal.result({ data: found }, () =>
        found.length === 0
          ? 'There are no keys yet.'
          : drawTable(
              ['id', 'mode', 'owner', 'scopes', 'ends in', 'state', 'last used (hour)', 'name'],
              found.map((key) => rowOf(key, names)),
              terminal,
            ),
      )
    })

  keys
    .command('change')
    .description('give a key another name or rate; what it may do does not change')
    .argument('<id>', 'the id of the key, key_…')
    .option('--name <text>', 'what it is for; "" takes the name away')
    .option('--rate-limit <number>', 'requests a second; "default" for that of all keys')
    .addHelpText('after', CHANGE_EXAMPLES)
    .action(async (id: string, _options: unknown, command: Command) => {
      checkId(id)
      const options = command.optsWithGlobals<ChangeOptions>()
      const body = changeOf(options)
      const client = operatorClient(options, context)
      const changed = await client.call<KeyShape>('PATCH', `/api/v1/keys/${idInPath(id)}`, { body })
      const rate = changed.rateLimit === undefined ? 'the default rate' : `${changed.rateLimit} requests a second`
      terminal.result(changed, () => plain(`${id} is called ${changed.name ?? 'nothing'} and has ${rate}.`))
    })

  keys
    .command('roll')
    .description('replace a key: print a successor with the same rights; the old key works on for a while')
    .argument('<id>', 'the id of the key, key_…')
    .option(
      '--overlap <seconds>',
      'how long the old key works on; 0 for one that has leaked',
      String(DAY_MS / SECOND_MS),
    )
    .addHelpText('after', ROLL_EXAMPLES)
    .action(async (id: string, _options: unknown, command: Command) => {
      checkId(id)
      const options = command.optsWithGlobals<ServerOptions & { readonly overlap: string }>()
      if (!/^\d+$/.test(options.overlap)) throw usageError('--overlap takes a number of seconds.')
      const client = operatorClient(options, context)
      const body = { overlapSeconds: Number(options.overlap) }
      const made = await client.call<RolledKey>('POST', `/api/v1/keys/${idInPath(id)}/roll`, { body })
      terminal.result(made, () => made.key ?? '')
      if (terminal.json) return
      const { expiresAt } = made.previous
      const isOver = body.overlapSeconds === 0 || Date.parse(expiresAt) <= realClock.nowMs()
      const end = isOver ? 'has ended' : `works on until ${expiresAt}`
      terminal.say(`Key ${made.id} (${made.scopes.join(', ')}). Keep it: it is shown this once. ${id} ${end}.`)
    })

  keys
    .command('revoke')
    .description('end a key; it is refused everywhere within 2 seconds')
    .argument('<id>', 'the id of the key, key_…')
    .addHelpText('after', '\nExample:\n  $ aside keys revoke key_…')
    .action(async (id: string, _options: unknown, command: Command) => {
      checkId(id)
      const client = operatorClient(command.optsWithGlobals<ServerOptions>(), context)
      const revoked = await client.call<unknown>('DELETE', `/api/v1/keys/${idInPath(id)}`)
      terminal.result(revoked ?? { id, revoked: true }, () => `${id} is revoked.`)
    })

  keys
    .command('reset-operator')
    .description('replace a lost operator key, in the store of a server that does not run')
    .option('--data-dir <folder>', 'the data folder [env: DATABASE_URL, ASIDE_DATA_DIR]; default: ./data')
    .addHelpText('after', '\nExample:\n  $ aside keys reset-operator --data-dir /var/lib/aside')
    .action(async ({ dataDir }: { dataDir?: string }) => {
      const made = await withDataFolder(
        dataDir,
        async ({ settings }) => {
          const pepper = await settings.read(PEPPER_SETTING)
          if (pepper === undefined)
            throw new CliError('This store was never served, so it has no operator key yet.', {
              hint: 'Start the server: it makes one and prints it.',
            })
          const randomBytes = createRandomBytes()
          const ids = createIdSource({ clock: realClock, randomBytes })
          const by = authorOf({ clock: realClock, ids }, { keyId: COMMAND_LINE })
          return resetAdminKey(settings, pepper, randomBytes, by)
        },
        WHILE_IT_RUNS,
      )
      terminal.result({ key: made.freshAdminKey }, () => made.freshAdminKey)
      terminal.say(
        'This is the operator key from the next start on; it is shown this once, and the old one ends. A key in ASIDE_ADMIN_KEY wins over it.',
      )
    })
}

const CREATE_EXAMPLES = `
Examples:
  $ aside keys create --new-publisher "Chat App"
  $ aside keys create --publisher pub_… --mode test
  $ aside keys create --publisher pub_… --mode browser --origin https://chat.example
  $ aside keys create --advertiser adv_… --name "feed upload"
  $ aside keys create --publisher pub_… --mode test --expires 2027-03-01`

const CHANGE_EXAMPLES = `
Examples:
  $ aside keys change key_… --name "feed upload"
  $ aside keys change key_… --rate-limit 20`

const ROLL_EXAMPLES = `
Examples:
  $ aside keys roll key_…                  the old key works on for a day
  $ aside keys roll key_… --overlap 0      it has leaked, and ends at once`

const WHILE_IT_RUNS =
  'Stop that server first. While it runs, whoever still has an operator key makes another with "aside keys create --operator".'

const KEYS_SHOWN_MAX = 10_000

function checkId(id: string): void {
  if (/^[ap]k_/.test(id))
    throw usageError('Give the id of the key (key_…) and not the key itself.', '"aside keys list" shows the ids.')
}

function checkOwner({ publisher, newPublisher, advertiser, operator }: CreateOptions): void {
  const owners = [publisher, newPublisher, advertiser, operator].filter(Boolean)
  if (owners.length === 1) return
  throw usageError('A key has one owner.', 'Give one of --publisher, --new-publisher, --advertiser and --operator.')
}

/**
 * What cannot be is told before anything is sent: JSON has no word for a number that is none, and no publisher is left behind, which `ask`
 * would take for the newest one.
 */
async function makeKey(options: CreateOptions, client: ApiClient): Promise<KeyShape> {
  const body = bodyOf(options)
  const issue = (publisherId: string | undefined) =>
    client.call<KeyShape>('POST', '/api/v1/keys', { body: { ...body, ...(publisherId && { publisherId }) } })
  const { publisher, newPublisher } = options
  const publisherId = newPublisher === undefined ? publisher : TO_COME
  const expiresAtMs = body['expiresAt'] === undefined ? undefined : Date.parse(String(body['expiresAt']))
  checkNewKey({ ...body, expiresAtMs, ...(publisherId && { publisherId }) } as NewKey, realClock.nowMs())
  if (newPublisher === undefined) return issue(publisher)
  const { id } = await client.call<{ id: string }>('POST', '/api/v1/publishers', { body: { name: newPublisher } })
  try {
    return await issue(id)
  } catch (error) {
    await client.call('DELETE', `/api/v1/publishers/${id}`).catch(() => {})
    throw error
  }
}

const TO_COME = 'pub_to_come'

function bodyOf(options: CreateOptions): Record<string, unknown> {
  const { mode, advertiser, operator, name, origin, rateLimit, expires } = options
  const owner = operator ? 'operator' : advertiser ? 'advertiser' : mode === 'browser' ? 'browser' : 'publisher'
  const scopes = options.scopes?.split(',').map((scope) => scope.trim()) ?? SCOPES_OF_OWNER[owner]
  return {
    mode,
    scopes,
    ...(advertiser && { advertiserId: advertiser }),
    ...(name && { name }),
    ...(origin && { origins: origin }),
    ...(rateLimit !== undefined && { rateLimit: Number(rateLimit) }),
    ...(expires !== undefined && { expiresAt: timeFrom('expires', expires) }),
  }
}

/** What is cleared is null. */
function changeOf({ name, rateLimit }: ChangeOptions): Record<string, unknown> {
  if (name === undefined && rateLimit === undefined) throw usageError('Give --name, --rate-limit or both.')
  if (rateLimit !== undefined && rateLimit !== 'default' && !/^[1-9]\d{0,5}$/.test(rateLimit)) {
    throw usageError('--rate-limit takes a number of requests a second, or "default".')
  }
  return {
    ...(name !== undefined && { name: name || null }),
    ...(rateLimit !== undefined && { rateLimit: rateLimit === 'default' ? null : Number(rateLimit) }),
  }
}

function ownersOf(keys: readonly KeyShape[]): ReadonlyMap<string, string> {
  return new Map(
    keys.flatMap(({ publisherId, advertiserId }) =>
      publisherId ? [[publisherId, 'publishers']] : advertiserId ? [[advertiserId, 'advertisers']] : [],
    ),
  )
}

function rowOf(key: KeyShape, names: ReadonlyMap<string, string>): string[] {
  const owner = key.publisherId ?? key.advertiserId
  return [
    key.id,
    key.mode,
    owner === undefined ? 'operator' : (names.get(owner) ?? owner),
    key.scopes.join(' '),
    key.lastFour ?? '',
    stateOf(key),
    key.lastUsedAt === undefined ? '' : `${key.lastUsedAt.slice(0, 16)}Z`,
    key.name ?? '',
  ]
}

function stateOf({ revokedAt, expiresAt }: KeyShape): string {
  if (expiresAt && Date.parse(expiresAt) <= realClock.nowMs()) return 'ended'
  if (revokedAt) return 'revoked'
  return expiresAt ? `ends ${expiresAt.slice(0, 16)}Z` : 'good'
}
