// `aside demo`: the service with its sample inventory, in a folder that goes when it stops.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { runService, type ServeOptions } from './serve.ts'

export function registerDemo(program: Command, { terminal }: CliContext): void {
  program
    .command('demo')
    .description('run the service with sample ads, in a new folder that is deleted when it stops')
    .option('--port <number>', 'where it listens [env: PORT]')
    .option('--host <address>', 'the address it listens on [env: HOST]')
    .option('--data-dir <folder>', 'keep the data in this folder')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeOptions) => {
      const dataDir = options.dataDir ?? temporaryFolder()
      if (options.dataDir === undefined)
        terminal.say('Nothing of this is kept: the data folder is deleted when the server stops.')
      // Samples do not belong into a database that is there already.
      await runService({ ...options, dataDir }, { ASIDE_DEMO: 'on', DATABASE_URL: '' })
    })
}

const EXAMPLES = `
Examples:
  $ aside demo
  $ aside demo --port 0 --data-dir ./demo-data`

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aside-demo-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
