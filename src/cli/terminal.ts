// How the command line speaks: results on standard output, words and progress on standard error, colours only for people.
import pc from 'picocolors'
import type { Failure } from './failures.ts'

export type Colors = ReturnType<typeof pc.createColors>

export interface Terminal {
  readonly json: boolean
  /** True where a person reads the results as they come. */
  readonly interactive: boolean
  /** Columns of the terminal, 40–100. */
  readonly width: number
  readonly colors: Colors
  /** Prints a result: its JSON with `--json`, else what `draw` makes of it. */
  result(value: unknown, draw: () => string): void
  /** Prints text as it is, such as CSV. */
  print(text: string): void
  /** Says something that is not a result. */
  say(text: string): void
  /** Says that something was not as it was meant, although it went on; the same words once. */
  warn(text: string): void
  fail(failure: Failure): void
  /** True where progress can be drawn on standard error. */
  readonly showsProgress: boolean
}

const WIDTH_MAX = 100
const WIDTH_MIN = 40

export function createTerminal({
  env,
  json,
}: {
  env: Readonly<Record<string, string | undefined>>
  json: boolean
}): Terminal {
  const colors = pc.createColors(wantsColor(process.stdout, env))
  const warnColors = pc.createColors(wantsColor(process.stderr, env))
  const warned = new Set<string>() // of one command: no more than the answers to it hold
  return {
    json,
    interactive: process.stdout.isTTY === true,
    width: Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, process.stdout.columns ?? 80)),
    colors,
    showsProgress: process.stderr.isTTY === true && env.TERM !== 'dumb',
    result(value, draw) {
      process.stdout.write(`${json ? JSON.stringify(value, undefined, 2) : draw()}\n`)
    },
    print: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    say: (text) => void process.stderr.write(`${text}\n`),
    warn(text) {
      if (warned.has(text)) return
      warned.add(text)
      process.stderr.write(`${warnColors.yellow('Warning:')} ${plain(text)}\n`)
    },
    fail({ message, hint, code, requestId, issues }) {
      if (json)
        process.stdout.write(`${JSON.stringify({ error: { code, message, issues, hint, requestId } }, undefined, 2)}\n`)
      process.stderr.write(`${warnColors.red('Error:')} ${message.split('\n').map(plain).join('\n')}\n`)
      if (hint) process.stderr.write(`${plain(hint)}\n`)
      if (requestId) process.stderr.write(`${warnColors.dim(`Request id: ${plain(requestId)}`)}\n`)
    },
  }
}

function wantsColor(stream: NodeJS.WriteStream, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0'
  return stream.isTTY === true && env.TERM !== 'dumb'
}

/** Text from a server without anything that could steer a terminal; line breaks become spaces. */
export function plain(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').replace(/(?!\u200d)\p{Cf}/gu, '')
}

/** Columns that a text takes: two for wide East Asian characters and emoji, none for marks that combine. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) columns += WIDE.test(segment) ? 2 : 1
  return columns
}

const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|.*\ufe0f)/u

/** Lines of at most `width` columns, broken between words where it can be; at most `linesMax`, then an ellipsis. */
export function wrap(text: string, width: number, linesMax = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of plain(text)
    .trim()
    .split(' ')
    .flatMap((part) => cutToColumns(part, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (columnsOf(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  if (line !== '') lines.push(line)
  if (lines.length <= linesMax) return lines
  const last = cutToColumns(lines[linesMax - 1]!, width - 1)[0]!
  return [...lines.slice(0, linesMax - 1), `${last}…`]
}

function cutToColumns(text: string, width: number): string[] {
  if (columnsOf(text) <= width) return [text]
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (columnsOf(piece + segment) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece]
}

/** A table with a head, columns as wide as needed; those named in `right` are figures. */
export function drawTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { colors, right = [] }: { colors: Colors; right?: readonly string[] },
): string {
  const cells = [head, ...rows.map((row) => row.map(plain))]
  const widths = head.map((_, i) => Math.max(...cells.map((row) => columnsOf(row[i] ?? ''))))
  const drawn = cells.map((row) =>
    head
      .map((name, i) => {
        const gap = ' '.repeat(widths[i]! - columnsOf(row[i] ?? ''))
        return right.includes(name) ? gap + (row[i] ?? '') : (row[i] ?? '') + gap
      })
      .join('  ')
      .trimEnd(),
  )
  return [colors.bold(drawn[0]!), ...drawn.slice(1)].join('\n')
}
