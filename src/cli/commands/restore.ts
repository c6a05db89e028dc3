// `aside restore`: puts a backup in the place of the store of a data folder, whose server does not run.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { realClock } from '../../base/clock.ts'
import { readConfig } from '../../config.ts'
import { restoreStore } from '../../store/restore.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../progress.ts'

interface RestoreCommandOptions {
  readonly dataDir?: string
  readonly replace?: boolean
}

export function registerRestore(program: Command, { terminal }: CliContext): void {
  program
    .command('restore')
    .description(
      'make a backup the store of a data folder or, with DATABASE_URL, of PostgreSQL, while no server runs; it is verified first',
    )
    .argument('<path>', 'a file that "aside backup" wrote; it stays as it is')
    .option('--data-dir <folder>', 'the data folder [env: ASIDE_DATA_DIR]; default: ./data')
    .option('--replace', 'take the place of a store that is there, which is kept in a folder beside it')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, { dataDir, replace = false }: RestoreCommandOptions) => {
      const config = readConfig(process.env)
      const folder = resolve(dataDir ?? config.dataDir)
      const databaseUrl = dataDir === undefined ? config.databaseUrl : undefined
      const progress = startProgress(terminal, { label: 'Checking', unit: 'share', total: 1 })
      const restored = await restoreStore({
        dataDir: folder,
        databaseUrl,
        backup: resolve(path),
        replace,
        nowMs: realClock.nowMs(),
        onProgress: progress.set,
      }).finally(progress.stop)
      const { keptIn, books } = restored
      terminal.result({ ...(databaseUrl === undefined && { dataDir: folder }), ...restored }, () =>
        [
          `Restored ${path} into ${databaseUrl === undefined ? folder : 'PostgreSQL'}. The books close: ${books.events} events, ${books.postings} postings, ${books.entries} entries.`,
          `Head of the chain: ${books.head}`,
          ...(keptIn === undefined
            ? []
            : [`What was there before is in ${keptIn}; delete it when you no longer need it.`]),
        ].join('\n'),
      )
    })
}

const EXAMPLES = `
Examples:
  $ aside restore /backups/aside-2026-05-01.db --data-dir /var/lib/aside
  $ aside restore /backups/aside-2026-05-01.db --replace
  $ DATABASE_URL=postgres://aside@db/aside aside restore /backups/aside-2026-05-01.db`
