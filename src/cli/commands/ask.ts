// `aside ask`: asks a running server for ads and draws them as a person would see them.
import type { Command } from 'commander'
import { realClock } from '../../base/clock.ts'
import { REQUEST_LIMITS } from '../../domain/ad-request.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import { createApiClient, operatorClient, type ApiClient, type ServerOptions } from '../api-client.ts'
import { drawAnswer } from '../ask-cards.ts'
import { drawExplanation } from '../ask-explanation.ts'
import type { AdsAnswer } from '../ask-shapes.ts'
import { CliError, usageError } from '../failures.ts'
import type { CliContext } from '../context.ts'
import { type Person, personOf } from '../person.ts'
import { readAll } from '../read-all.ts'
import { untilStopped } from '../stopping.ts'
import { plain } from '../terminal.ts'

interface AskOptions extends ServerOptions, Person {
  readonly key?: string
  readonly publisher?: string
  readonly response?: string
  readonly format: string
  readonly count: string
  readonly language?: string
  readonly explain?: boolean
}

export function registerAsk(program: Command, context: CliContext): void {
  const { terminal } = context
  program
    .command('ask')
    .description(
      'ask a running server for ads and draw them; with the operator key the question is a test and bills nothing',
    )
    .argument('<query>', 'what the person asks; "-" reads it from standard input')
    .option('--key <key>', 'key of a publisher [env: ASIDE_KEY]; else the operator key makes one for this question')
    .option('--publisher <id>', 'whose policy holds, with the operator key; default: the newest publisher')
    .option('--response <text>', 'what the assistant answered; entity_link needs it')
    .option('--format <format>', `one of ${SLOT_FORMATS.join(', ')}`, 'action_card')
    .option('--count <number>', 'how many ads', '3')
    .option('--country <code>', 'country of the person, such as DE')
    .option('--region <code>', 'region of the person, such as US-CA')
    .option('--language <tag>', 'language of the conversation, such as de')
    .option('--user <id>', 'id of the person, for frequency caps')
    .option('--explain', 'show what was understood, which ads were weighed and why')
    .addHelpText('after', EXAMPLES)
    .action(async (given: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<AskOptions>()
      const query = given === '-' ? await readAll(process.stdin) : given
      if (query.trim() === '') throw usageError('The question is empty.', 'Give it as one argument, in quotes.')
      const body = bodyOf(query, options)
      const answer = await askWithKey(options, context, (client) =>
        client.call<AdsAnswer>('POST', '/api/v1/ads/request', { body }),
      )
      terminal.result(answer, () => {
        const drawn = drawAnswer(answer, terminal)
        return answer.explain ? `${drawn}\n\n${drawExplanation(answer.explain, answer, terminal)}` : drawn
      })
    })
}

const EXAMPLES = `
Examples:
  $ aside ask "a quiet laptop for train rides"
  $ aside ask --explain --country DE "Zelt für zwei"
  $ aside ask --format entity_link --response "A down jacket is warm and light." "what to wear in winter"
  $ aside ask --json "running shoes" | jq '.slots[0].ads[].content.title'`

function bodyOf(query: string, options: AskOptions): unknown {
  const count = Number(options.count)
  const most = REQUEST_LIMITS.adsPerSlot
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw usageError(`--count takes a number from 1 to ${most}.`)
  const { response, language, format, explain } = options
  if (!(SLOT_FORMATS as readonly string[]).includes(format))
    throw usageError(`"${format}" is no format of ads.`, `Give one of ${SLOT_FORMATS.join(', ')}.`)
  return {
    conversationContext: { query, ...(response && { response }), ...(language && { language }) },
    userContext: personOf(options),
    slots: [{ slotId: 'terminal', format, count }],
    options: { ...(explain && { explain: true }) },
  }
}

/** With a publisher's key as it is; with the operator key through a test key that lives for this one question. */
async function askWithKey<T>(
  options: AskOptions,
  context: CliContext,
  ask: (client: ApiClient) => Promise<T>,
): Promise<T> {
  const { env, terminal } = context
  const clientOf = (key: string) => createApiClient({ url: options.url, key, keyName: 'key', warn: terminal.warn })
  const key = options.key || env.ASIDE_KEY
  if (key) return ask(clientOf(key))
  if (!options.adminKey && !env.ASIDE_ADMIN_KEY) {
    throw usageError(
      'A key is missing.',
      'Set ASIDE_KEY or give --key (the server printed one for the sample chat app), or set ASIDE_ADMIN_KEY to ask with a key made for the moment.',
    )
  }
  const operator = operatorClient(options, context)
  const publisherId = options.publisher ?? (await newestPublisher(operator, context))
  const made = await operator.call<{ id: string; key: string }>('POST', '/api/v1/keys', {
    body: { publisherId, mode: 'test', scopes: ['ads:request', 'ads:explain'], name: 'aside ask' },
  })
  try {
    return await untilStopped(() => whenKnown(() => ask(clientOf(made.key))))
  } finally {
    await operator.call('DELETE', `/api/v1/keys/${made.id}`).catch(() => {})
  }
}

async function newestPublisher(operator: ApiClient, { terminal }: CliContext): Promise<string> {
  const { data } = await operator.call<{ data: { id: string; name: string }[] }>('GET', '/api/v1/publishers?limit=1')
  const newest = data[0]
  if (newest) {
    // Its policy may be what keeps the ads away.
    terminal.say(`Asked for the newest publisher, ${plain(newest.name)}; --publisher <id> names another.`)
    return newest.id
  }
  throw new CliError('There is no publisher yet.', {
    code: 'no_publisher',
    hint: 'Make one with its key: aside keys create --new-publisher "Chat App"',
  })
}

const KNOWN_WITHIN_MS = 2_000
const PAUSE_MS = 100

/** A key made a moment ago is known everywhere within 2 s. */
async function whenKnown<T>(ask: () => Promise<T>): Promise<T> {
  const untilMs = realClock.monotonicMs() + KNOWN_WITHIN_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CliError) || error.failure.code !== 'auth_invalid' || realClock.monotonicMs() > untilMs)
        throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
