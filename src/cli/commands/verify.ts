// `aside verify`: recomputes the books from the events and says whether they close.
import type { Command } from 'commander'
import { readChainHead } from '../../domain/chain-head.ts'
import type { Verification } from '../../store/contract.ts'
import { operatorClient, type ServerOptions } from '../api-client.ts'
import { withDataFolder } from '../data-folder.ts'
import { EXIT } from '../failures.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../progress.ts'
import { plain, type Terminal } from '../terminal.ts'

interface VerifyOptions extends ServerOptions {
  readonly dataDir?: string
  readonly offline?: boolean
  readonly head?: string
}

/** A ledger of many million events takes minutes to read. */
const TIMEOUT_MS = 30 * 60_000

export function registerVerify(program: Command, context: CliContext): void {
  const { terminal, endWith } = context
  program
    .command('verify')
    .description('recompute the books from the recorded events and say whether they close')
    .option('--data-dir <folder>', 'read this data folder, whose server does not run')
    .option('--offline', 'read the store that DATABASE_URL or ASIDE_DATA_DIR names, whose server does not run')
    .option('--head <number:hash>', 'a head of the chain that was kept elsewhere: the ledger must still reach it')
    .addHelpText('after', EXAMPLES)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<VerifyOptions>()
      if (options.head !== undefined) readChainHead(options.head)
      const found =
        options.dataDir === undefined && !options.offline
          ? await operatorClient(options, context).call<Verification>('POST', verifyPath(options.head), {
              timeoutMs: TIMEOUT_MS,
            })
          : await verifyStore(options, terminal)
      terminal.result(found, () => drawVerification(found, terminal))
      if (!found.ok) endWith(EXIT.failure)
    })
}

const EXAMPLES = `
Examples:
  $ aside verify
  $ aside verify --data-dir /var/lib/aside --json
  $ DATABASE_URL=postgres://aside@db/aside aside verify --offline
  $ aside verify --head 4711:9f2c…

Exit code ${EXIT.failure}: the books do not close.`

function verifyPath(head: string | undefined): string {
  return `/api/v1/ledger/verify${head === undefined ? '' : `?head=${encodeURIComponent(head)}`}`
}

async function verifyStore({ dataDir, head }: VerifyOptions, terminal: Terminal): Promise<Verification> {
  const progress = startProgress(terminal, { label: 'Reading', unit: 'share', total: 1 })
  try {
    return await withDataFolder(dataDir, (store) => store.ledger.verify((share) => progress.set(share), head))
  } finally {
    progress.stop()
  }
}

function drawVerification({ ok, events, postings, entries, faults, head }: Verification, { colors }: Terminal): string {
  const counts = `${events} events, ${postings} postings, ${entries} entries`
  if (ok) return `${colors.green('The books close:')} ${counts}.\nHead of the chain: ${head}`
  return [`${colors.red('The books do not close:')} ${counts}.`, ...faults.map((fault) => `- ${plain(fault)}`)].join(
    '\n',
  )
}
