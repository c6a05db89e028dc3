// The keys that a request was sent with, line by line: node:http drops a second Authorization, and joins a second X-API-Key to the first.
import { ServiceError } from '../domain/errors.ts'

/** For a key that nothing is known of, whichever door it came to. */
export const authInvalid = new ServiceError(
  'auth_invalid',
  'This API key is unknown, revoked or expired; check that it is whole, or have a new one made (aside keys create)',
)

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
