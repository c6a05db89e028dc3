// `aside backup`: a consistent copy of the store, made while the server runs or from its data folder.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { operatorClient, type ServerOptions } from '../api-client.ts'
import { withDataFolder } from '../data-folder.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'

interface BackupOptions extends ServerOptions {
  readonly dataDir?: string
  readonly offline?: boolean
}

interface Backup {
  readonly path: string
  readonly bytes: number
}

const TIMEOUT_MS = 60 * 60_000

export function registerBackup(program: Command, context: CliContext): void {
  const { terminal } = context
  program
    .command('backup')
    .description('write a consistent copy of the store to a new file; the server may go on meanwhile')
    .argument('<path>', "the new file; a running server writes it on the server's machine")
    .option('--data-dir <folder>', 'copy the store of this data folder, whose server does not run')
    .option('--offline', 'copy the store that DATABASE_URL or ASIDE_DATA_DIR names, whose server does not run')
    .addHelpText('after', EXAMPLES)
    .action(async (given: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<BackupOptions>()
      const path = resolve(given)
      const made =
        options.dataDir === undefined && !options.offline
          ? await operatorClient(options, context).call<Backup>('POST', '/api/v1/backups', {
              body: { path },
              timeoutMs: TIMEOUT_MS,
            })
          : await backUpStore(options.dataDir, path, terminal)
      terminal.result(made, () => `Wrote ${made.path} (${made.bytes} bytes). "aside restore" puts it back.`)
    })
}

const EXAMPLES = `
Examples:
  $ aside backup /backups/aside-2026-05-01.db
  $ aside backup copy.db --data-dir /var/lib/aside
  $ DATABASE_URL=postgres://aside@db/aside aside backup copy.db --offline`

async function backUpStore(dataDir: string | undefined, path: string, terminal: Terminal): Promise<Backup> {
  const progress = startProgress(terminal, { label: 'Copying', unit: 'share', total: 1 })
  try {
    const { bytes } = await withDataFolder(dataDir, (store) => store.backup(path, (share) => progress.set(share)))
    return { path, bytes }
  } finally {
    progress.stop()
  }
}
