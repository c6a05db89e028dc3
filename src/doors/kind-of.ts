// Calls a value by the name that JSON has for its type, for messages that say what came instead.

/** The JSON name of a value's type. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
