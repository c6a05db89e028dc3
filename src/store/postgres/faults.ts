// Says what a fault of PostgreSQL, or of the way to it, asks of whoever runs the service.
import { ServiceError } from '../../domain/errors.ts'
import { DatabaseFault } from './session.ts'

const CERTIFICATE =
  'Name the authority that signed its certificate in DATABASE_URL (sslrootcert=FILE) or, within a network that you trust, take any (sslmode=no-verify).'

/** SQLSTATEs, and codes of the system, with what mends them. */
const MENDS: Readonly<Record<string, string>> = {
  '25006': 'It takes no writes now, as a standby or one whose provider has locked it; make it take them again.',
  '28000': 'Look at the user and password in DATABASE_URL, and at pg_hba.conf.',
  '28P01': 'Look at the user and password in DATABASE_URL.',
  '3D000': 'Make that database first (CREATE DATABASE …), or name another in DATABASE_URL.',
  '42501':
    'The user in DATABASE_URL must be allowed to make a schema in that database (GRANT CREATE ON DATABASE … TO …).',
  '53100': 'The disk of the database is full; make room there.',
  '53300':
    'Raise max_connections there, or close other connections: Aside uses two, and one more for a backup or a verification.',
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  ENOTFOUND: 'Look at the host in DATABASE_URL.',
  ECONNREFUSED: 'Start it there, or look at the host and port in DATABASE_URL.',
}

/** Faults that pass: of resources, of an operator's hand, of the system, of a transaction that others were in the way of, of a server that only reads now. */
const PASSING = /^(40|53|55|57|58|25006)/

export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseFault && (error.isLost || PASSING.test(error.code ?? ''))
}

/**
 * @param place host, port and database, without the password
 * @returns an error that names the place and what mends it; any error that is none of PostgreSQL's as it is
 */
export function explainFault(error: unknown, place: string): unknown {
  if (!(error instanceof DatabaseFault)) return error
  const { message, code, isLost } = error
  const mend = MENDS[code ?? '']
  const said = `${isLost ? `PostgreSQL at ${place} cannot be reached` : `PostgreSQL at ${place} failed`} (${message}).`
  const text = mend === undefined ? said : `${said} ${mend}`
  return isPassing(error) ? new ServiceError('unavailable', text, { retryAfterSeconds: 1 }) : new Error(text)
}
