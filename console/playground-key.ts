// Keys that operators ask for ads with: of the chosen publisher, in test mode so that nothing is billed, for an hour.
import type { Api } from './api.ts'
import type { IssuedKey } from './shapes.ts'

const PLAYGROUND_KEY_NAME = 'Console playground'

const STORED = 'aside.playground'
const LIFE_MS = 3_600_000
/** A key that is about to end is not begun with any more. */
const SPARE_MS = 60_000

interface Kept {
  readonly id: string
  readonly key: string
  readonly publisherId: string
  readonly expiresAtMs: number
}

/** The key for this publisher; made where this tab has none yet. */
export async function playgroundKey(api: Api, publisherId: string): Promise<string> {
  const nowMs = Date.now()
  const kept = readKept().filter(({ expiresAtMs }) => expiresAtMs > nowMs + SPARE_MS)
  const own = kept.find((one) => one.publisherId === publisherId)
  if (own) return own.key
  const expiresAtMs = nowMs + LIFE_MS
  const { id, key } = await api.send<IssuedKey>('POST', 'keys', {
    publisherId,
    mode: 'test',
    scopes: ['ads:request', 'ads:explain'],
    name: PLAYGROUND_KEY_NAME,
    expiresAt: new Date(expiresAtMs).toISOString(),
  })
  sessionStorage.setItem(STORED, JSON.stringify([...kept, { id, key, publisherId, expiresAtMs }]))
  return key
}

/** Forgets the key of this publisher, where the service knows it no more. */
export function forgetPlaygroundKey(publisherId: string): void {
  sessionStorage.setItem(STORED, JSON.stringify(readKept().filter((one) => one.publisherId !== publisherId)))
}

/** Revokes what this tab made; what cannot be revoked now ends within the hour. */
export async function dropPlaygroundKeys(api: Api): Promise<void> {
  const kept = readKept()
  sessionStorage.removeItem(STORED)
  await Promise.allSettled(kept.map(({ id }) => api.send('DELETE', `keys/${encodeURIComponent(id)}`)))
}

function readKept(): readonly Kept[] {
  return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as Kept[]
}
