// The parts of a content type, as headers give it: `text/csv; charset="utf-8"`.

/** Without its parameters, in lower case; empty where there is none. */
export function mediaTypeOf(type: string): string {
  return type.split(';', 1)[0]!.trim().toLowerCase()
}

/** What it says that the body is written in. */
export function charsetOf(type: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1]?.toLowerCase()
}
