// Runs a made-up world through the real engine, in simulated time and by one seed, and prints what came of it.
//   node scripts/simulate.ts [auction] [--requests 1000000] [--seed 7] [--json]
//   node scripts/simulate.ts pacing …
// Each subcommand is a file of scripts/simulate/ that takes the words behind its name and resolves to an exit code.
import { existsSync } from 'node:fs'
import { isUsageFault, USAGE } from './simulate/usage.ts'

const SUBCOMMANDS = ['auction', 'pacing', 'forecast'] as const
type Subcommand = (args: readonly string[]) => Promise<number>

const [first = 'auction', ...others] = process.argv.slice(2)
const name = first.startsWith('-') ? 'auction' : first
const args = first.startsWith('-') ? [first, ...others] : others
const file = new URL(`./simulate/${name}.ts`, import.meta.url)

if (!(SUBCOMMANDS as readonly string[]).includes(name) || !existsSync(file)) {
  process.stderr.write(`There is no simulation "${name}"; there are ${SUBCOMMANDS.join(', ')}.\n`)
  process.exit(2)
}
if (args.includes('--help')) {
  process.stdout.write(USAGE)
  process.exit()
}
const { run } = (await import(file.href)) as { run: Subcommand }
process.exitCode = await run(args).catch((error: unknown) => {
  if (!isUsageFault(error)) throw error
  process.stderr.write(`${error.message}\n${USAGE}`)
  return 2
})
