// Where other processes reach this one.
import { connect } from 'node:net'

const CONNECT_MS = 3_000
const PORT = 5432
const LOOPBACK = '127.0.0.1'

/** The address of this machine from which it reaches a database; the loopback where that is on a socket of this machine or cannot be asked. */
export function addressTowards(databaseUrl: string): Promise<string> {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  if (host === '' || host.startsWith('/')) return Promise.resolve(LOOPBACK)
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port: Number(port) || PORT })
    const done = (address = LOOPBACK) => {
      socket.destroy()
      resolve(address)
    }
    socket.setTimeout(CONNECT_MS, () => done())
    socket.once('error', () => done())
    socket.once('connect', () => done(socket.localAddress))
  })
}
