// Why Redis cannot be reached, in words fit for a log: a server's refusal may quote what it was sent, the password included.
import { ErrorReply } from '@redis/client'

const REFUSALS: Readonly<Record<string, string>> = {
  WRONGPASS: 'it knows no such user, or not with this password',
  NOAUTH: 'it asks for a password',
  NOPERM: 'its user may not publish and subscribe there',
}

/** @returns what turns an error into a sentence without the address's password */
export function createReasonTeller(url: string): (cause: unknown) => string {
  const { password } = new URL(url)
  const secrets = [password, decodeURIComponent(password)].filter((secret) => secret !== '')
  return (cause) =>
    secrets.reduce(
      (words, secret) => words.replaceAll(secret, '***'),
      cause instanceof Error ? tell(cause) : `${cause}`,
    )
}

function tell(cause: Error): string {
  if (cause instanceof ErrorReply) {
    const code = cause.message.split(' ', 1)[0]!
    // A server that does not know a command repeats its beginning, which may be half a password.
    return REFUSALS[code] ?? `it says: ${cause.message.split(/, with args/i, 1)[0]}`
  }
  // A name of several addresses fails once for each.
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return tell(cause.errors[0])
  return cause.message || (cause as NodeJS.ErrnoException).code || cause.name
}
