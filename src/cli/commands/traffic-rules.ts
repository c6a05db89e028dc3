// `aside traffic-rules`: adds, lists and removes an operator's own rules of whom a running server does not count.
import type { Command } from 'commander'
import { idInPath, operatorClient, type ServerOptions } from '../api-client.ts'
import type { CliContext } from '../context.ts'
import { usageError } from '../failures.ts'
import { drawTable, plain } from '../terminal.ts'

interface AddOptions extends ServerOptions {
  readonly network?: string
  readonly userAgent?: string
  readonly note?: string
}

interface RuleShape {
  readonly id: string
  readonly network?: string
  readonly userAgent?: string
  readonly note: string
  readonly createdAt: string
}

const PATH = '/api/v1/traffic-rules'

export function registerTrafficRules(program: Command, context: CliContext): void {
  const { terminal } = context
  const rules = program.command('traffic-rules').description('add, list and remove rules of whom not to count')

  rules
    .command('add')
    .description('add a rule: clicks and views of whom it is meant for are not billed, and they are shown no ads')
    .option('--network <block>', 'an address or a block of addresses, such as 203.0.113.0/24')
    .option('--user-agent <text>', 'stands in the User-Agent; with --network both must hold')
    .option('--note <text>', 'why it is there')
    .addHelpText('after', ADD_EXAMPLES)
    .action(async (_options: unknown, command: Command) => {
      const { network, userAgent, note, ...options } = command.optsWithGlobals<AddOptions>()
      if (network === undefined && userAgent === undefined)
        throw usageError('Say for whom the rule is.', 'Give --network, --user-agent or both.')
      const body = { network, userAgent, note }
      const made = await operatorClient(options, context).call<RuleShape>('POST', PATH, { body })
      terminal.result(made, () => `${made.id} holds within two seconds: ${inWords(made)}.`)
    })

  rules
    .command('list')
    .description('list the rules, newest first')
    .addHelpText('after', '\nExample:\n  $ aside traffic-rules list')
    .action(async (_options: unknown, command: Command) => {
      const client = operatorClient(command.optsWithGlobals<ServerOptions>(), context)
      const found = await client.call<{ data: readonly RuleShape[] }>('GET', PATH)
      terminal.result(found, () =>
        found.data.length === 0
          ? 'There are no rules of your own.'
          : drawTable(
              ['id', 'network', 'User-Agent', 'note', 'since'],
              found.data.map(({ id, network = '', userAgent = '', note, createdAt }) => [
                ...[id, network, userAgent, note],
                `${createdAt.slice(0, 16)}Z`,
              ]),
              { colors: terminal.colors },
            ),
      )
    })

  rules
    .command('remove')
    .description('remove a rule; what it kept out stays so')
    .argument('<id>', 'the id of the rule, tr_…')
    .addHelpText('after', '\nExample:\n  $ aside traffic-rules remove tr_…')
    .action(async (id: string, _options: unknown, command: Command) => {
      const client = operatorClient(command.optsWithGlobals<ServerOptions>(), context)
      const removed = await client.call<unknown>('DELETE', `${PATH}/${idInPath(id)}`)
      terminal.result(removed, () => `${id} is removed.`)
    })
}

function inWords({ network, userAgent }: RuleShape): string {
  const agent = userAgent === undefined ? undefined : `“${plain(userAgent)}” in the User-Agent`
  return [network, agent].filter((part) => part !== undefined).join(' with ')
}

const ADD_EXAMPLES = `
Examples:
  $ aside traffic-rules add --network 203.0.113.0/24 --note "Our office"
  $ aside traffic-rules add --user-agent PriceWatch/`
