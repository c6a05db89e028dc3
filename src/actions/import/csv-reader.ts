// Reads CSV (RFC 4180) with a header row; a quote that is never closed costs its own line, not the rest of the file.
import {
  type ColumnNames,
  LINE_BYTES_MAX,
  type Fault,
  type ImportLine,
  type ImportReader,
  type ReaderOptions,
} from './import-line.ts'
import { createLineSplitter, type TextLine } from './split-lines.ts'
import {
  adFieldOf,
  columnNamesOf,
  faultOfHeader,
  isFeedsLink,
  MERCHANT_FIELDS,
  noHeader,
  withColumn,
} from './column-names.ts'
import { adFieldsOfItem } from './merchant-fields.ts'
import { delimiterOf, splitCells } from './split-cells.ts'

/**
 * Lists (keywords, categories, formats) are separated by `|`. The delimiter is a comma, or a semicolon or tab where the header says so. A file
 * that calls the landing page `link`, as product feeds do, is one, and its rows are read as items of a feed.
 */
export function createCsvReader(options: ReaderOptions): ImportReader {
  const lines = createLineSplitter()
  let header: Header | undefined
  let open: { lines: { line: number; text: string }[]; chars: number } | undefined

  function* take(line: TextLine): Iterable<ImportLine> {
    if ('fault' in line) {
      yield* giveUp()
      yield line
    } else if (!header) {
      if (SPREADSHEETS_HINT.test(line.text)) return
      header = readHeader(line.text)
      const fault = faultOfHeader(header.cells)
      if (fault) yield { line: line.line, fault }
    } else if (!open && hasEvenQuotes(line.text)) {
      yield* readRecord(line.line, line.text) ?? [{ line: line.line, fault: strayQuote }]
    } else yield* takeOpen(line)
  }

  function* takeOpen(line: { line: number; text: string }): Iterable<ImportLine> {
    open ??= { lines: [], chars: 0 }
    open.lines.push(line)
    open.chars += line.text.length + 1
    if (open.lines.length === 1 || hasEvenQuotes(line.text)) {
      if (open.chars > LINE_BYTES_MAX) yield* giveUp()
      return
    }
    // An odd number of quotes closes what an odd number opened.
    const record = readRecord(open.lines[0]!.line, open.lines.map((part) => part.text).join('\n'))
    if (!record) return yield* giveUp()
    open = undefined
    yield* record
  }

  // The first line is the culprit; those after it get a second chance on their own.
  function* giveUp(): Iterable<ImportLine> {
    if (!open) return
    const [first, ...rest] = open.lines
    open = undefined
    yield { line: first!.line, fault: openQuote }
    for (const line of rest) yield* take(line)
  }

  /** Nothing of a row without values, of which spreadsheets still write the delimiters; undefined where its quotes cannot be read. */
  const readRecord = (line: number, text: string): readonly ImportLine[] | undefined => {
    const { columns, delimiter, isFeed } = header!
    let { names } = header!
    const cells = splitCells(text, delimiter)
    if (!cells) return undefined
    if (cells.every((cell) => cell.trim() === '')) return []
    if (cells.length > columns.length) {
      const message = `the line has ${cells.length} columns where the header has ${columns.length}`
      return [{ line, fault: { field: '', message } }]
    }
    const fields: Record<string, string> = {}
    cells.forEach((cell, i) => {
      const name = columns[i]!
      if (name === '' || cell === '' || fields[name] !== undefined) return
      fields[name] = cell
      names = withColumn(names, name, header!.cells[i]!)
    })
    return [{ line, fields: isFeed ? adFieldsOfRow(fields, options) : fields, columns: names }]
  }

  return {
    push: (chunk) => lines.push(chunk).values().flatMap(take),
    *end() {
      for (const line of lines.end()) yield* take(line)
      while (open) yield* giveUp()
      if (!header) yield noHeader
    },
  }
}

/** Written by some spreadsheets in front of the header; the header tells the delimiter, too. */
const SPREADSHEETS_HINT = /^"?sep=[,;\t]"?$/i

const MEND = 'where a quote is text, put the field in quotes and double those in it: "24"" screen"'
const strayQuote: Fault = { field: '', message: `a quote stands where CSV allows none; ${MEND}` }
const openQuote: Fault = { field: '', message: `the line opens a quoted field and never closes it; ${MEND}` }

interface Header {
  readonly cells: readonly string[]
  readonly columns: readonly string[]
  readonly names: ColumnNames
  readonly delimiter: string
  readonly isFeed: boolean
}

/** A column that is none of ours keeps its name, so that it can be told; where no item is read, so do those that items alone have. */
function readHeader(text: string): Header {
  const delimiter = delimiterOf(text)
  const cells = splitCells(text, delimiter) ?? []
  const isFeed = cells.some(isFeedsLink)
  const fieldOf = (cell: string): string | undefined => {
    const field = adFieldOf(cell)
    return field !== undefined && !isFeed && MERCHANT_FIELDS.has(field) ? undefined : field
  }
  const columns = cells.map((cell) => fieldOf(cell) ?? cell.trim())
  return { cells, columns, names: columnNamesOf(cells, columns), delimiter, isFeed }
}

function adFieldsOfRow(
  { productType, categories, ...others }: Readonly<Record<string, string>>,
  options: ReaderOptions,
) {
  const item = {
    ...others,
    ...(productType !== undefined && { productType: productType.replaceAll(/[,|]/g, '\n') }),
    ...(categories !== undefined && { categories: categories.replaceAll('|', '\n') }),
  }
  return adFieldsOfItem(item, options)
}

function hasEvenQuotes(text: string): boolean {
  let quotes = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 0
}
