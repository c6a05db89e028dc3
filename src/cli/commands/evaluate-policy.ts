// `aside evaluate-policy`: what another policy would have brought, by a log of shown items or by the server's own decisions.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
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
import { delimiterOf, splitCells } from '../../actions/import/split-cells.ts'
import { isJsonObject } from '../../doors/json-body.ts'
import { operatorClient, type ServerOptions } from '../api-client.ts'
import type { CliContext } from '../context.ts'
import { CliError, usageError } from '../failures.ts'
import { openUnpacked } from '../import-file.ts'
import type { Terminal } from '../terminal.ts'

interface Options extends ServerOptions {
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
  let cellsIn: ((line: Line) => Record<string, string>) | undefined
  for await (const line of linesOf(path)) {
    if (log.length === 0 && !cellsIn && !line.text.startsWith('{')) {
      cellsIn = cellReader(line)
      continue
    }
    if (log.length === ROWS_MAX) {
      say(`Only the first ${ROWS_MAX} rows are read.`)
      break
    }
    log.push(impressionOf(cellsIn ? cellsIn(line) : objectIn(line), line.where))
  }
  if (log.length === 0) throw usageError(`"${path}" holds no choices.`, 'Add --help to see how a log is written.')
  return log
}

function impressionOf(row: Readonly<Record<string, unknown>>, where: string): ItemImpression {
  const propensity = Number(row.propensity_score ?? row.propensity)
  const reward = Number(row.click ?? 0)
  const item = row.item_id ?? row.item
  if (item === undefined || !(propensity > 0 && propensity <= 1) || !Number.isFinite(reward)) {
    throw usageError(`${where} needs an item_id, a propensity_score above 0 and at most 1, and as click a number.`)
  }
  return { item: String(item), position: String(row.position ?? '*'), reward, propensity }
}

async function readPolicy(path: string): Promise<ItemPolicy> {
  const policy = new Map<string, Map<string, number>>()
  for await (const line of linesOf(path)) {
    const { slot, probs } = objectIn(line)
    if (slot === undefined || !isJsonObject(probs) || !Object.values(probs).every(isChance)) {
      throw usageError(
        `${line.where} must read {"slot": "1" or "*", "probs": {"item": chance}}, with chances from 0 to 1.`,
      )
    }
    policy.set(String(slot), new Map(Object.entries(probs as Record<string, number>)))
  }
  return policy
}

function isChance(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

interface Line {
  readonly text: string
  /** As an error names it. */
  readonly where: string
}

/** Without those that are blank. @throws CliError where the file cannot be read */
async function* linesOf(path: string): AsyncGenerator<Line> {
  let number = 0
  try {
    const input = await openUnpacked(createReadStream(path), () => {})
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++
      const plain = number === 1 ? text.replace(/^\ufeff/, '') : text
      if (plain.trim() !== '') yield { text: plain, where: `Line ${number} of "${path}"` }
    }
  } catch (error) {
    throw new CliError(`"${path}" cannot be read: ${(error as Error).message}.`, { code: 'no_file' })
  }
}

/** @throws CliError usage where the line is no object in JSON */
function objectIn({ text, where }: Line): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (isJsonObject(value)) return value
  throw usageError(`${where} is no object in JSON.`)
}

/** @throws CliError usage where quotes cannot be read */
function cellReader(head: Line): (line: Line) => Record<string, string> {
  const delimiter = delimiterOf(head.text)
  const cellsOf = ({ text, where }: Line): string[] => {
    const cells = splitCells(text, delimiter)
    if (cells) return cells.map((cell) => cell.trim())
    throw usageError(`${where} has a quote where CSV allows none.`)
  }
  const names = cellsOf(head)
  return (line) => {
    const cells = cellsOf(line)
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  }
}

function draw(result: PolicyEvaluation): string {
  const line = (name: string, { value, low, high }: Estimate) =>
    `${name.padEnd(8)}${value.toFixed(5).padStart(9)}   ${low.toFixed(5)} – ${high.toFixed(5)}`
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  return [
    `${counted(result.choices, 'choice')}, ${counted(result.rewards, 'click')}; as telling as ${Math.round(result.effectiveSampleSize)} of its own`,
    '           clicks each, with the 95 % interval',
    line('logged', result.logged),
    line('IPS', result.ips),
    line('SNIPS', result.snips),
    line('DR', result.dr),
  ].join('\n')
}
