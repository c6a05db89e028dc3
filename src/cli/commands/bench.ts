// `aside bench`: asks a running server for ads as fast as a few connections can, and says how many and how quickly.
import type { Command } from 'commander'
import { createApiClient } from '../api-client.ts'
import { CliError, usageError } from '../failures.ts'
import { askRepeatedly, type LoadResult } from '../load.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../progress.ts'
import { untilStopped } from '../stopping.ts'
import type { Terminal } from '../terminal.ts'

interface BenchOptions {
  readonly url: string
  readonly key?: string
  readonly seconds: string
  readonly connections: string
}

export function registerBench(program: Command, { terminal, env }: CliContext): void {
  program
    .command('bench')
    .description('load a running server with ad requests and measure it; start it with ASIDE_RATE_LIMIT=off')
    .option('--key <key>', 'key of a publisher [env: ASIDE_KEY]; a test key bills nothing')
    .option('--seconds <number>', 'how long', '10')
    .option('--connections <number>', 'how many requests are on their way at once', '8')
    .addHelpText('after', EXAMPLES)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<BenchOptions>()
      const key = options.key || env.ASIDE_KEY
      if (!key)
        throw usageError(
          'A key is missing.',
          'Set ASIDE_KEY or give --key; "aside keys create --publisher pub_… --mode test" makes one that bills nothing.',
        )
      const seconds = numberOf('--seconds', options.seconds, 600)
      const connections = wholeNumberOf('--connections', options.connections, 500)
      const client = createApiClient({ url: options.url, key, keyName: 'key', warn: terminal.warn })
      // One request apart from the measured ones, so that a wrong key is told in words.
      await client.call('POST', '/api/v1/ads/request', {
        body: { conversationContext: { query: 'hello' }, slots: [{ slotId: 's', format: 'suffix' }] },
      })

      const progress = startProgress(terminal, { label: 'Asking', unit: 'share', total: 1 })
      const ask = (stopped: AbortSignal) =>
        askRepeatedly(client, { seconds, connections, stopped, onProgress: progress.set })
      const result = await untilStopped(ask).finally(progress.stop)
      terminal.result(result, () => drawResult(result, terminal))
      if (result.answers['200'] === undefined)
        throw new CliError('No request was answered with 200.', { code: 'bench_failed' })
    })
}

const EXAMPLES = `
Examples:
  $ ASIDE_RATE_LIMIT=off aside demo &
  $ aside bench --key ak_live_… --seconds 5`

function numberOf(option: string, given: string, max: number): number {
  const number = Number(given)
  if (!(number > 0 && number <= max)) throw usageError(`${option} takes a number up to ${max}.`)
  return number
}

function wholeNumberOf(option: string, given: string, max: number): number {
  const number = numberOf(option, given, max)
  if (!Number.isInteger(number)) throw usageError(`${option} takes a whole number up to ${max}.`)
  return number
}

function drawResult({ answers, perSecond, filled, ms }: LoadResult, { colors }: Terminal): string {
  const lines = [
    `${colors.bold(`${perSecond.toFixed(0)} answers a second`)}, ${(filled * 100).toFixed(0)} % with ads`,
    `p50 ${ms.p50.toFixed(2)} ms, p90 ${ms.p90.toFixed(2)} ms, p99 ${ms.p99.toFixed(2)} ms, slowest ${ms.max.toFixed(2)} ms`,
  ]
  const others = Object.entries(answers).filter(([status]) => status !== '200')
  if (others.length > 0)
    lines.push(
      colors.red(`Not answered with 200: ${others.map(([status, count]) => `${status} ${count} times`).join(', ')}`),
    )
  if (answers['429']) lines.push('The limit of the key was reached; start the server with ASIDE_RATE_LIMIT=off.')
  return lines.join('\n')
}
