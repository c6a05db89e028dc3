// Which form of an answer a client asks for by its header Accept.
import type { FastifyRequest } from 'fastify'

/** True where the client asks for a page and not for data. */
export const wantsPage = named(/\btext\/html\b/i)

/** True where the client names JSON, and does not only take anything. */
export const wantsJson = named(/\bjson\b/i)

export const wantsCsv = named(/\btext\/csv\b/i)

/** An `img` names image types; `fetch` and beacons take anything. */
export const wantsImage = named(/\bimage\//i)

function named(type: RegExp): (request: Pick<FastifyRequest, 'headers'>) => boolean {
  return ({ headers }) => type.test(headers.accept ?? '')
}
