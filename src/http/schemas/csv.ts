// One cell of a CSV file, as spreadsheets read it without running it.

/** Names and ids come from callers; a spreadsheet would run a cell that starts like a formula. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
