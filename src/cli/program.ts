// What the command line `aside` can do: its commands, what they share, and how one command line is run.
//
// Results go to standard output, everything else to standard error.
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { registerAsk } from './commands/ask.ts'
import { registerBackup } from './commands/backup.ts'
import { registerBench } from './commands/bench.ts'
import { registerDemo } from './commands/demo.ts'
import { registerEvaluatePolicy } from './commands/evaluate-policy.ts'
import { registerFeed } from './commands/feed.ts'
import { registerForecast } from './commands/forecast.ts'
import { registerImport } from './commands/import.ts'
import { registerKeys } from './commands/keys.ts'
import { registerList } from './commands/list.ts'
import { registerReport } from './commands/report.ts'
import { registerRestore } from './commands/restore.ts'
import { registerServe } from './commands/serve.ts'
import { registerVerify } from './commands/verify.ts'
import { registerTrafficRules } from './commands/traffic-rules.ts'
import { registerWebhooks } from './commands/webhooks.ts'
import { registerWhy } from './commands/why.ts'
import type { CliContext } from './context.ts'
import { EXIT, type Failure, failureOf, sentence, usageError } from './failures.ts'
import { createTerminal, type Terminal } from './terminal.ts'

/** Runs one command line, without the name of the program. @returns the exit code, see `EXIT` */
export async function runAside(args: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.ok
  const terminal = createTerminal({ env: process.env, json: args.includes('--json') })
  const program = createProgram(terminal, (code) => {
    exitCode = code
  })
  try {
    checkHelp(program, args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
    const failure = error instanceof CommanderError ? misuse(error, namedIn(args, program)) : failureOf(error)
    // Where a command was left out its help stands there already, for people.
    if (terminal.json || !isHelp(error)) terminal.fail(failure)
    return failure.exitCode
  }
  return exitCode
}

/** @param command the words that name what was meant, as far as it is known */
function misuse(error: CommanderError, command: readonly string[]): Failure {
  const words = error.message.replace(/^error: /, '')
  const message = isHelp(error) ? 'A command is missing.' : sentence(words.charAt(0).toUpperCase() + words.slice(1))
  const help = `"${['aside', ...command, '--help'].join(' ')}" shows how it is used.`
  const hint = error.code === 'commander.excessArguments' ? `Put a text of several words in quotes. ${help}` : help
  return { exitCode: EXIT.usage, code: 'usage', message, hint }
}

/** Of an unknown command there is no help, and that of all would pass for it. */
function checkHelp(program: Command, args: readonly string[]): void {
  const [first, second] = args.filter((word) => !word.startsWith('-'))
  if (first !== 'help' || second === undefined || program.commands.some((one) => one.name() === second)) return
  throw usageError(`Unknown command '${second}'.`, '"aside --help" lists all that there are.')
}

/** The names of the command and its subcommand. */
function namedIn(args: readonly string[], program: Command): string[] {
  const names: string[] = []
  let at = program
  for (const word of args) {
    const next = at.commands.find((one) => one.name() === word)
    if (next === undefined) continue
    names.push(word)
    at = next
  }
  return names
}

function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.help'
}

/** The whole program with all its commands; `docs/cli.md` is checked against it. */
export function createProgram(terminal: Terminal, endWith: CliContext['endWith'] = () => {}): Command {
  const program = new Command('aside')
    .description('Ad decisions for AI conversations: run the service, fill it, ask it, read its books.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--url <url>', 'address of the running server [env: ASIDE_URL]', process.env.ASIDE_URL || DEFAULT_URL)
    .option('--admin-key <key>', 'operator key [env: ASIDE_ADMIN_KEY, which other users of the machine cannot see]')
    .option('--json', 'print the result as JSON')
    .configureHelp({ showGlobalOptions: true })
    // What is wrong is said in one place, `runAside`, as JSON too.
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .addHelpText('after', HELP_END)
  const context: CliContext = { terminal, env: process.env, endWith }
  registerServe(program)
  registerDemo(program, context)
  registerAsk(program, context)
  registerImport(program, context)
  registerFeed(program, context)
  registerList(program, context)
  registerKeys(program, context)
  registerWebhooks(program, context)
  registerTrafficRules(program, context)
  registerReport(program, context)
  registerForecast(program, context)
  registerVerify(program, context)
  registerEvaluatePolicy(program, context)
  registerWhy(program, context)
  registerBackup(program, context)
  registerRestore(program, context)
  registerBench(program, context)
  return program
}

const DEFAULT_URL = 'http://127.0.0.1:8080'

const HELP_END = `
Examples:
  $ aside demo                                     a server with sample ads, gone when it stops
  $ aside ask "a quiet laptop for train rides"     what would be shown, drawn as cards
  $ aside import feed.csv --campaign cmp_…         fill a campaign
  $ aside report --group-by campaign               what it brought

Exit codes: ${EXIT.ok} done, ${EXIT.failure} failed, ${EXIT.usage} used wrongly, ${EXIT.partial} done in part;
130 or another above 128: stopped by a signal, 128 and its number.`

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
