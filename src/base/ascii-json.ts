// JSON in ASCII alone: as many bytes as characters, so it goes out as it stands, without being counted or encoded.

/** A value as JSON text whose characters beyond ASCII stand as \u escapes; says the same as `JSON.stringify` does. */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value)
  return PLAIN.test(json) ? json : json.replace(BEYOND_ASCII, escape)
}

const PLAIN = /^[\0-\x7f]*$/
const BEYOND_ASCII = /[\x80-\uffff]/g

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
