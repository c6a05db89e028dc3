// One port on which several threads listen; the system gives each connection to one of them.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * The port to listen on, which nobody else does: whoever shares a port is not told of others that do. A port of 0 becomes a free one.
 * @throws Error of the system, such as EADDRINUSE
 */
export async function portFor(at: { readonly port: number; readonly host: string }): Promise<number> {
  const server = createServer()
  server.listen({ ...at, exclusive: true })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** For errors of listening with `reusePort`. @throws the same error, or a sentence in its place */
export function sayWhyNotShared(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error
  throw new Error('ASIDE_WORKERS above 1 needs Linux: here, threads cannot listen on one port. Set it to 1.', {
    cause: error,
  })
}
