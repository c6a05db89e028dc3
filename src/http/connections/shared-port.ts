// One port on which several threads listen; the system gives each connection to one of them.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

interface At {
  readonly port: number
  readonly host: string
}

/**
 * The port to listen on, which nobody else does: whoever shares a port is not told of others that do. A port of 0 becomes a free one.
 * @throws Error of the system, such as EADDRINUSE
 */
export async function portFor(at: At): Promise<number> {
  return (await freeAddress(at)).port
}

/**
 * As `portFor`, and keeps the port for this process: two that start at once both find it free, and would share it.
 * @returns the port, and a function that gives it up; it is given up with the process too
 */
export async function claimPort(at: At): Promise<{ readonly port: number; readonly giveUp: () => void }> {
  const { address, port } = await freeAddress(at)
  const claim = createServer((socket) => socket.destroy()).unref()
  // A socket without a file, which one alone can have under a name. Elsewhere no port is shared.
  if (process.platform === 'linux') {
    claim.listen({ path: `\0aside-port-${address}-${port}` })
    await once(claim, 'listening')
  }
  return { port, giveUp: () => void claim.close() }
}

async function freeAddress(at: At): Promise<AddressInfo> {
  const server = createServer()
  server.listen({ ...at, exclusive: true })
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return address
}

/** For errors of listening with `reusePort`. @throws the same error, or a sentence in its place */
export function sayWhyNotShared(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error
  throw new Error('ASIDE_WORKERS above 1 needs Linux: here, threads cannot listen on one port. Set it to 1.', {
    cause: error,
  })
}
