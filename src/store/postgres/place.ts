// What a database and those who use it are called.
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** Host, port and database of an address, without user and password. */
export function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `${host === '' ? (searchParams.get('host') ?? 'localhost') : host}${pathname}`
}

/** What a session is called that nobody else has; as a whole it fits the 63 bytes that PostgreSQL keeps of it. */
export function sessionName(): string {
  return `aside ${process.pid}@${hostname().slice(0, 24)} ${randomBytes(8).toString('hex')}`
}
