// Cuts one line of CSV into its cells.
import { parse } from 'csv-parse/sync'

/** A comma, or a semicolon or tab where the header has no comma outside quotes. */
export function delimiterOf(header: string): string {
  const outsideQuotes = header.replaceAll(/"[^"]*"/g, '')
  return [',', ';', '\t'].find((one) => outsideQuotes.includes(one)) ?? ','
}

/** Undefined where its quotes cannot be read. Most lines hold none, and a parser set up for each would cost more than all the rest. */
export function splitCells(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter)
  try {
    const records = parse(text, { delimiter, record_delimiter: NO_DELIMITER, relax_column_count: true }) as string[][]
    return records.length === 1 ? records[0] : undefined
  } catch {
    return undefined
  }
}

/** Lines are cut already: a line break that is left, such as a CR within a line, is text. */
const NO_DELIMITER = '\0'
