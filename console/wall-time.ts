// Times as the clocks of a time zone show them, for fields in which a date and a time are typed.

/** An instant as a field of the type datetime-local takes it. */
export function wallTime(iso: string, timeZone: string): string {
  const atMs = Date.parse(iso)
  return new Date(atMs + offsetMs(atMs, timeZone)).toISOString().replace(/(:00)?\.000Z$|Z$/, '')
}

/**
 * @param wall as a field of the type datetime-local gives it
 * @throws Error where the year has more digits than four
 */
export function instantOf(wall: string, timeZone: string): string {
  const asUtcMs = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtcMs)) throw new Error('Write the year of a date with four digits.')
  // Where clocks are changed nearby, the offset at that hour of UTC may be another than the one that leads there.
  const nearMs = asUtcMs - offsetMs(asUtcMs, timeZone)
  return new Date(asUtcMs - offsetMs(nearMs, timeZone)).toISOString()
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function offsetMs(atMs: number, timeZone: string): number {
  // Swedish writes times as ISO 8601 does, but for the T.
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${clock.format(atMs).replace(' ', 'T')}Z`) - Math.floor(atMs / 1_000) * 1_000
}
