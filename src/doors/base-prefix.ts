// What a public base such as https://example.com/ads adds to every address.

/** The path of a base without a slash at its end, which stands before all our addresses; mostly empty. */
export function prefixOf(base: string): string {
  return new URL(base).pathname.replace(/\/+$/, '')
}
