// `aside import`: streams a feed of ads into a campaign of a running server, with a bar that says how far it is.
import { stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { idInPath, operatorClient, type ServerOptions } from '../api-client.ts'
import { cutText } from '../../domain/said-text.ts'
import { CliError, EXIT, usageError } from '../failures.ts'
import { IMPORT_TYPES, importTypeOf, openUnpacked, type ImportType } from '../import-file.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../progress.ts'
import { untilStopped } from '../stopping.ts'
import { drawTable, type Terminal } from '../terminal.ts'
import { uploadFile } from '../upload-file.ts'

interface ImportOptions extends ServerOptions {
  readonly campaign: string
  readonly type?: string
  readonly missing?: string
  readonly missingMax?: string
}

/** What the server says to a feed. */
export interface ImportAnswer {
  readonly imported: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** Absent where the server is older. */
  readonly archived?: number
  readonly review?: string
  readonly pending?: number
  readonly errors: readonly {
    readonly line: number
    /** This and the title are absent where they could not be read, or the server is older. */
    readonly externalId?: string
    readonly title?: string
    readonly field?: string
    /** What the file calls it, where that is another name. */
    readonly column?: string
    readonly message: string
  }[]
  readonly errorsTruncated?: boolean
  readonly warnings?: readonly { readonly code: string }[]
}

export function registerImport(program: Command, context: CliContext): void {
  const { terminal, endWith } = context
  program
    .command('import')
    .description(
      'stream ads from a file into a campaign of a running server; what is there already is updated by its id',
    )
    .argument('<file>', 'NDJSON, CSV, or a Google Merchant feed (TSV or XML), also gzipped; "-" reads standard input')
    .requiredOption('--campaign <id>', 'the campaign that the ads belong to')
    .option('--type <type>', `${Object.keys(IMPORT_TYPES).join(', ')}; default: by the name of the file`)
    .option(
      '--missing <what>',
      'archive: the file is the whole feed, what it does not name is archived; keep (default)',
    )
    .option('--missing-max <percent>', 'of the ads there were, beyond which none is archived; default 50')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<ImportOptions>()
      const answer = await importFile(file, options, context)
      terminal.result(answer, () => drawImport(answer, terminal))
      if (answer.rejected > 0 || keptMissing(answer)) endWith(EXIT.partial)
    })
}

const EXAMPLES = `
Examples:
  $ aside import ads.ndjson --campaign cmp_…
  $ aside import merchant-feed.xml.gz --campaign cmp_…
  $ aside import feed.xml --campaign cmp_… --missing archive
  $ psql -c '\\copy (…) to stdout csv header' | aside import - --type csv --campaign cmp_…

Exit code ${EXIT.partial}: some lines were rejected, or missing ads were not archived; the rest is done.`

/** Whether missing ads were to be archived and were not. */
export function keptMissing({ warnings = [] }: ImportAnswer): boolean {
  return warnings.some(({ code }) => code === 'missing_kept')
}

async function importFile(file: string, options: ImportOptions, context: CliContext): Promise<ImportAnswer> {
  const type = typeFor(file, options.type)
  const missing = missingOf(options)
  const client = operatorClient(options, context)
  const bytes = file === '-' ? undefined : await sizeOf(file)
  const campaign = idInPath(options.campaign)
  // Asked first, so that a wrong key or campaign is told at once and not after the whole file has been sent.
  await client.call('GET', `/api/v1/campaigns/${campaign}`)

  const progress = startProgress(context.terminal, { label: 'Sending', unit: 'bytes', total: bytes })
  const send = async (stopped: AbortSignal) => {
    const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 })
    stopped.addEventListener('abort', () => source.destroy())
    const opened = await openUnpacked(source, (sentBytes) => progress.set(sentBytes))
    const path = `/api/v1/ads/import?campaign=${campaign}${missing}`
    return uploadFile<ImportAnswer>(client, path, IMPORT_TYPES[type], opened, stopped)
  }
  const answer = await untilStopped(send, SEND_AGAIN).catch(explainBreak).finally(progress.stop)
  client.tellWarnings(answer)
  return answer
}

function explainBreak(error: Error & { readonly code?: string }): never {
  if (error.code?.startsWith('Z_')) {
    throw new CliError(`The gzipped file is damaged or cut short (${error.message}).`, {
      code: 'damaged_file',
      hint: SEND_AGAIN,
    })
  }
  if (!(error instanceof CliError) || error.failure.code !== 'unreachable' || error.failure.hint) throw error
  throw new CliError(error.message, { code: 'unreachable', hint: SEND_AGAIN })
}

const SEND_AGAIN = 'What was imported before stays; send the whole file to add the rest.'

/** What the address of an import says of ads that the file does not name. */
function missingOf(options: ImportOptions): string {
  const { missing, missingMax } = readMissing(options)
  if (missing !== 'archive') return ''
  return `&missing=archive${missingMax === undefined ? '' : `&missingMax=${missingMax}`}`
}

/** @throws CliError where the options are used wrongly */
export function readMissing({
  missing = 'keep',
  missingMax,
}: {
  readonly missing?: string
  readonly missingMax?: string
}): {
  readonly missing: 'keep' | 'archive'
  readonly missingMax?: number
} {
  if (missing !== 'keep' && missing !== 'archive') throw usageError('--missing takes archive or keep.')
  if (missingMax === undefined) return { missing }
  if (missing !== 'archive') throw usageError('--missing-max bounds what --missing archive archives; give both.')
  if (!/^\d{1,3}$/.test(missingMax) || Number(missingMax) > 100) {
    throw usageError('--missing-max takes a percentage from 0 to 100.')
  }
  return { missing, missingMax: Number(missingMax) }
}

/** What `--type` names. @throws CliError with the types there are */
export function typeNamed(given: string): ImportType {
  if (Object.hasOwn(IMPORT_TYPES, given)) return given as ImportType
  throw usageError(`"${given}" is no type of feed.`, `Give one of ${Object.keys(IMPORT_TYPES).join(', ')}.`)
}

function typeFor(file: string, given: string | undefined): ImportType {
  if (given !== undefined) return typeNamed(given)
  const type = importTypeOf(file)
  if (type) return type
  throw usageError(
    `What "${file}" holds cannot be told from its name.`,
    `Say it with --type ${Object.keys(IMPORT_TYPES).join('|')}.`,
  )
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file)
    if (found.isFile()) return found.size
  } catch {
    throw new CliError(`There is no file "${file}", or it may not be read.`, { code: 'no_file' })
  }
  throw new CliError(`"${file}" is no file.`, { code: 'no_file' })
}

/** A line may have several; it is shown with all of them or not at all, but for feeds whose many items are one line. */
const ERRORS_SHOWN = 10
const ERRORS_SHOWN_MAX = 30

export function drawImport(answer: ImportAnswer, { colors }: Terminal): string {
  const { imported, updated, unchanged, rejected, archived = 0, review, pending = 0, errors, errorsTruncated } = answer
  const counts = [`${imported} imported`, `${updated} updated`, `${unchanged} unchanged`]
  if (archived > 0) counts.push(`${archived} archived`)
  const waits = review === 'pending' && imported + updated > 0
  const held = pending > 0 ? `\n${pending} of them ${pending > 1 ? 'wait' : 'waits'} until an operator approves.` : ''
  const note = waits ? '\nNew and changed ads are shown once they are approved.' : held
  const summary = `${counts.join(', ')}, ${rejected > 0 ? colors.red(`${rejected} rejected`) : '0 rejected'}${note}`
  if (errors.length === 0) return summary
  const lines = new Set(errors.slice(0, ERRORS_SHOWN).map(({ line }) => line))
  const shown = errors.filter(({ line }) => lines.has(line)).slice(0, ERRORS_SHOWN_MAX)
  const rows = shown.map((error) => [String(error.line), adOf(error), error.column ?? error.field ?? '', error.message])
  const table = drawTable(['line', 'ad', 'field', 'what is wrong'], rows, { colors, right: ['line'] })
  const more = errors.length - shown.length
  const least = errorsTruncated ? 'more than ' : ''
  const rest = more > 0 ? `\nand ${least}${more} more error${more > 1 ? 's' : ''}` : ''
  return `${summary}\n\n${table}${rest}`
}

function adOf({ externalId, title = '' }: ImportAnswer['errors'][number]): string {
  return cutText(externalId ?? title, AD_CHARS)
}

const AD_CHARS = 40
