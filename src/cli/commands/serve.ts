// `aside serve`: runs the service in this process, as `npm start` does.
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { usageError } from '../failures.ts'

export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('run the service until it is stopped; settings come from the environment (docs/configuration.md)')
    .option('--port <number>', 'where it listens [env: PORT]')
    .option('--host <address>', 'the address it listens on [env: HOST]')
    .option('--data-dir <folder>', 'where it keeps its data [env: ASIDE_DATA_DIR]')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeOptions) => {
      await runService(options)
    })
}

export interface ServeOptions {
  readonly port?: string
  readonly host?: string
  readonly dataDir?: string
}

const EXAMPLES = `
Examples:
  $ aside serve
  $ ASIDE_ADMIN_KEY=… aside serve --port 9000 --data-dir /var/lib/aside`

/** Hands the options on as settings and starts `src/main.ts` here. Resolves once it listens; it ends the process itself. */
export async function runService(
  { port, host, dataDir }: ServeOptions,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  Object.assign(
    process.env,
    settings,
    port && { PORT: port },
    host && { HOST: host },
    dataDir && { ASIDE_DATA_DIR: dataDir },
  )
  checkSettings()
  await import('../../main.ts')
}

// The start checks them too, but knows nothing of `--json` and of exit codes.
function checkSettings(): void {
  try {
    readConfig(process.env)
  } catch (error) {
    throw usageError((error as Error).message)
  }
}
