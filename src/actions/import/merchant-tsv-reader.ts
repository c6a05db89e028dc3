// Reads a Google Merchant feed as tab-separated text with a header row; one line is one item.
import { adFieldOf, columnNamesOf, faultOfHeader, noHeader, withColumn } from './column-names.ts'
import type { ColumnNames, ImportLine, ImportReader, ReaderOptions } from './import-line.ts'
import { adFieldsOfItem } from './merchant-fields.ts'
import { createLineSplitter, type TextLine } from './split-lines.ts'

export function createMerchantTsvReader(options: ReaderOptions): ImportReader {
  const lines = createLineSplitter()
  let columns: (string | undefined)[] | undefined
  let header: readonly string[] = []
  let headerNames: ColumnNames = {}

  const take = (line: TextLine): ImportLine[] => {
    if ('fault' in line) return [line]
    const cells = line.text.split('\t').map(unquoted)
    if (!columns) {
      columns = cells.map(adFieldOf)
      header = cells
      headerNames = columnNamesOf(cells, columns)
      const fault = faultOfHeader(cells)
      return fault ? [{ line: line.line, fault }] : []
    }
    if (cells.length > columns.length) {
      const message = `the line has ${cells.length} columns where the header has ${columns.length}`
      return [{ line: line.line, fault: { field: '', message } }]
    }
    const item: Record<string, string> = {}
    let names = headerNames
    cells.forEach((cell, i) => {
      const name = columns![i]
      if (name === undefined || cell === '' || item[name] !== undefined) return
      item[name] = name === 'productType' ? cell.split(',').join('\n') : cell
      names = withColumn(names, name, header[i]!)
    })
    return [{ line: line.line, fields: adFieldsOfItem(item, options), columns: names }]
  }

  return {
    push: (chunk) => lines.push(chunk).values().flatMap(take),
    *end() {
      yield* lines.end().flatMap(take)
      if (!columns) yield noHeader
    },
  }
}

// Spreadsheets put quotes around a cell and double those inside; an inch mark on its own, or a title such as "A" and "B", stays what it is.
function unquoted(cell: string): string {
  const text = cell.trim()
  return /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text
}
