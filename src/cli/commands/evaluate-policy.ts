// `aside evaluate-policy`: what another policy would have brought, by a log of shown items or by the server's own decisions.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { Command } from 'commander'
import {
  choicesOf,
  type Estimate,
  evaluatePolicy,
  type ItemImpression,
  type ItemPolicy,
  type PolicyEvaluation,
  uniformPolicy,
} from '../../domain/off-policy.ts'
import { operatorClient } from '../api-client.ts'
import type { CliContext } from '../context.ts'
import { usageError } from '../failures.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  readonly url: string
  readonly adminKey?: string
  readonly policy: string
}

/** Rows of a log beyond this are left unread, and that is said. */
const ROWS_MAX = 5_000_000

export function registerEvaluatePolicy(program: Command, context: CliContext): void {
  const { terminal } = context
  program
    .command('evaluate-policy [log]')
    .description('what another policy would have brought, by a log of random choices')
    .option(
      '--policy <policy>',
      'with a log: "uniform" or a file of chances; without: greedy, relevance or uniform',
      'uniform',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (log: string | undefined, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const result =
        log === undefined
          ? await operatorClient(options, context).call<PolicyEvaluation>(
              'GET',
              `/api/v1/policy-evaluation?policy=${encodeURIComponent(options.policy)}`,
            )
          : await evaluateFile(log, options.policy, terminal)
      terminal.result(result, () => draw(result))
    })
}

const EXAMPLES = `
Examples:
  $ aside evaluate-policy random.csv.gz                          the uniform policy, by a file
  $ aside evaluate-policy random.csv.gz --policy chances.jsonl   lines of {"slot": "1" or "*", "probs": {"item": chance}}
  $ aside evaluate-policy --policy greedy                        by the server's last decisions

A log is CSV with a head, or a JSON object a line, gzip or not: item_id, position, click, propensity_score.`

async function evaluateFile(path: string, policy: string, terminal: Terminal): Promise<PolicyEvaluation> {
  const log = await readLog(path, terminal.say)
  const found = evaluatePolicy(choicesOf(log, policy === 'uniform' ? uniformPolicy(log) : await readPolicy(policy)))
  for (const { message } of found.warnings) terminal.warn(message)
  return found
}

async function readLog(path: string, say: (text: string) => void): Promise<ItemImpression[]> {
  const log: ItemImpression[] = []
  let head: string[] | undefined
  for await (const line of linesOf(path)) {
    if (line.trim() === '') continue
    if (!head && !line.startsWith('{')) {
      head = line.split(',')
      continue
    }
    if (log.length === ROWS_MAX) {
      say(`Only the first ${ROWS_MAX} rows are read.`)
      break
    }
    log.push(impressionOf(head ? zipped(head, line.split(',')) : (JSON.parse(line) as Record<string, unknown>), path))
  }
  return log
}

function impressionOf(row: Readonly<Record<string, unknown>>, path: string): ItemImpression {
  const propensity = Number(row.propensity_score ?? row.propensity)
  const item = row.item_id ?? row.item
  if (item === undefined || !(propensity > 0 && propensity <= 1)) {
    throw usageError(`${path} holds a row without item_id, or whose propensity_score is not above 0 and at most 1.`)
  }
  return { item: String(item), position: String(row.position ?? '*'), reward: Number(row.click ?? 0), propensity }
}

async function readPolicy(path: string): Promise<ItemPolicy> {
  const policy = new Map<string, Map<string, number>>()
  for await (const line of linesOf(path)) {
    if (line.trim() === '') continue
    const { slot, probs } = JSON.parse(line) as { slot: string | number; probs: Record<string, number> }
    policy.set(String(slot), new Map(Object.entries(probs)))
  }
  return policy
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  file.on('error', (error) => input.destroy(error))
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}

function zipped(head: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(head.map((name, i) => [name, cells[i] ?? '']))
}

function draw(result: PolicyEvaluation): string {
  const line = (name: string, { value, low, high }: Estimate) =>
    `${name.padEnd(8)}${value.toFixed(5).padStart(9)}   ${low.toFixed(5)} – ${high.toFixed(5)}`
  return [
    `${result.choices} choices, ${result.rewards} clicks; as telling as ${Math.round(result.effectiveSampleSize)} of its own`,
    '           clicks each, with the 95 % interval',
    line('logged', result.logged),
    line('IPS', result.ips),
    line('SNIPS', result.snips),
    line('DR', result.dr),
  ].join('\n')
}
