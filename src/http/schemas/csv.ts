// A line of a CSV file, as spreadsheets read it without running it, and what a file is called.

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** The header `Content-Disposition` of an answer that is kept as a file. @param name of letters that need no quoting */
export function fileNamed(name: string): string {
  return `attachment; filename="${name}"`
}

/** Names and ids come from callers; a spreadsheet would run a cell that starts like a formula. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
