// The keys that a request was sent with, line by line: node:http drops a second Authorization, and joins a second X-API-Key to the first.

/** A request whose parser has seen that each field comes once has no `headersDistinct`. */
export interface KeyedRequest {
  readonly headers: {
    readonly authorization?: string | undefined
    /** A list only in theory. */
    readonly 'x-api-key'?: string | string[] | undefined
  }
  readonly headersDistinct?: NodeJS.Dict<string[]>
}

/** What `pickKey` chooses from. */
export function credentialsOf({ headers, headersDistinct }: KeyedRequest) {
  const lines = headersDistinct ?? headers
  return { authorization: lines.authorization, apiKey: lines['x-api-key'] }
}
