// Writes a figure whose size nobody knows beforehand, such as a score, so that two of them are compared at a glance.

const FINE = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false })

/** Three digits that count, and whole above them; never in powers of ten. */
export function figure(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : FINE.format(value)
}
