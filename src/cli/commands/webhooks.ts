// `aside webhooks`: makes, lists, tries, pauses, resumes and deletes webhooks of a running server.
import type { Command } from 'commander'
import { WEBHOOK_KINDS, type WebhookStatus } from '../../domain/webhook.ts'
import { type ApiClient, idInPath, operatorClient, type ServerOptions } from '../api-client.ts'
import type { CliContext } from '../context.ts'
import { EXIT, sentence, usageError } from '../failures.ts'
import { readNames } from '../names.ts'
import { drawTable, plain } from '../terminal.ts'

interface CreateOptions extends ServerOptions {
  readonly events: string
  readonly owner?: string
}

interface WebhookShape {
  readonly id: string
  /** Absent: it hears of everybody's. */
  readonly owner?: string
  readonly url: string
  readonly events: readonly string[]
  readonly status: WebhookStatus
  readonly waiting: number
  readonly dropped: number
  readonly lastFailure?: { readonly at: string; readonly reason: string; readonly statusCode?: number }
  /** In the answer that made it alone. */
  readonly secret?: string
}

interface PingShape {
  readonly delivered: boolean
  readonly statusCode?: number
  readonly durationMs: number
  readonly reason?: string
  readonly detail?: string
}

export function registerWebhooks(program: Command, context: CliContext): void {
  const { terminal, endWith } = context
  const webhooks = program.command('webhooks').description('make, list, try, pause and delete webhooks')

  webhooks
    .command('create')
    .description('make a webhook, and print its secret this once')
    .argument('<address>', 'https, on a public host; messages are posted to it')
    .requiredOption('--events <events>', `separated by commas, of ${WEBHOOK_KINDS.join(', ')}`)
    .option('--owner <id>', 'the advertiser or publisher whose events it hears of; default: everybody’s')
    .addHelpText('after', CREATE_EXAMPLES)
    .action(async (url: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<CreateOptions>()
      const events = options.events.split(',').map((event) => event.trim())
      const body = { url, events, ...(options.owner !== undefined && { owner: options.owner }) }
      const made = await operatorClient(options, context).call<WebhookShape>('POST', '/api/v1/webhooks', { body })
      terminal.result(made, () => made.secret ?? '')
      if (terminal.json) return
      terminal.say(`Webhook ${made.id} (${made.events.join(', ')}). Keep its secret: it is shown this once.`)
    })

  webhooks
    .command('list')
    .description('list webhooks, newest first, with what waits for them and why the last message was not taken')
    .addHelpText('after', '\nExample:\n  $ aside webhooks list')
    .action(async (_options: unknown, command: Command) => {
      const client = operatorClient(command.optsWithGlobals<ServerOptions>(), context)
      const found = await client.call<{ data: readonly WebhookShape[] }>('GET', '/api/v1/webhooks')
      const names = terminal.json ? new Map<string, string>() : await readNames(ownersOf(found.data), client)
      terminal.result(found, () =>
        found.data.length === 0
          ? 'There are no webhooks yet.'
          : drawTable(
              ['id', 'owner', 'events', 'state', 'waiting', 'dropped', 'last failure', 'address'],
              found.data.map((webhook) => rowOf(webhook, names)),
              { colors: terminal.colors, right: ['waiting', 'dropped'] },
            ),
      )
    })

  ofOne(
    'ping',
    'send one message to a webhook now, and say whether its receiver took it',
    async (id, client) => {
      const tried = await client.call<PingShape>('POST', `${pathOf(id)}/ping`)
      terminal.result(tried, () => drawPing(id, tried))
      if (!tried.delivered) endWith(EXIT.failure)
    },
    `\n\nExit code ${EXIT.failure}: the receiver did not take it.`,
  )
  ofOne('pause', 'send a webhook nothing for now; what comes waits', async (id, client) => {
    const paused = await changeStatus(id, 'paused', client)
    terminal.result(paused, () => `${id} is paused; what comes waits.`)
  })
  ofOne('resume', 'send a paused webhook what waits, and what comes', async (id, client) => {
    const active = await changeStatus(id, 'active', client)
    terminal.result(active, () => `${id} is active; messages that waited: ${active.waiting}.`)
  })
  ofOne('delete', 'end a webhook; what waits for it is dropped', async (id, client) => {
    const deleted = await client.call<unknown>('DELETE', pathOf(id))
    terminal.result(deleted, () => `${id} is deleted.`)
  })

  /** @param more that its help says */
  function ofOne(
    name: string,
    description: string,
    act: (id: string, client: ApiClient) => Promise<void>,
    more = '',
  ): void {
    webhooks
      .command(name)
      .description(description)
      .argument('<id>', 'the id of the webhook, wh_…')
      .addHelpText('after', `\nExample:\n  $ aside webhooks ${name} wh_…${more}`)
      .action(async (id: string, _options: unknown, command: Command) => {
        checkId(id)
        await act(id, operatorClient(command.optsWithGlobals<ServerOptions>(), context))
      })
  }
}

const CREATE_EXAMPLES = `
Examples:
  $ aside webhooks create https://hooks.shop.example/aside --events click,conversion --owner adv_…
  $ aside webhooks create https://ops.example/aside --events ad_review,low_funds,no_funds`

function checkId(id: string): void {
  if (!id.startsWith('whsec_')) return
  throw usageError('Give the id of the webhook (wh_…) and not its secret.', '"aside webhooks list" shows the ids.')
}

function pathOf(id: string): string {
  return `/api/v1/webhooks/${idInPath(id)}`
}

function changeStatus(id: string, status: WebhookStatus, client: ApiClient): Promise<WebhookShape> {
  return client.call<WebhookShape>('PATCH', pathOf(id), { body: { status } })
}

function drawPing(id: string, { delivered, statusCode, durationMs, reason, detail = '' }: PingShape): string {
  if (delivered) return `${id} took the message: ${statusCode} after ${durationMs} ms.`
  return `${id} did not take the message (${plain(reason ?? '')}). ${sentence(plain(detail))}`
}

function ownersOf(webhooks: readonly WebhookShape[]): ReadonlyMap<string, string> {
  return new Map(
    webhooks.flatMap(({ owner }) =>
      owner === undefined ? [] : [[owner, owner.startsWith('pub_') ? 'publishers' : 'advertisers']],
    ),
  )
}

function rowOf(webhook: WebhookShape, names: ReadonlyMap<string, string>): string[] {
  const { id, owner, url, events, status, waiting, dropped, lastFailure } = webhook
  return [
    id,
    owner === undefined ? 'everybody' : (names.get(owner) ?? owner),
    events.join(' '),
    status,
    String(waiting),
    String(dropped),
    lastFailure ? failureOf(lastFailure) : '',
    url,
  ]
}

function failureOf({ at, reason, statusCode }: NonNullable<WebhookShape['lastFailure']>): string {
  return `${at.slice(0, 16)}Z ${reason}${statusCode === undefined ? '' : ` ${statusCode}`}`
}
