// Whether this installation shows the sample inventory, and the key with which a newcomer tries it.
import type { Config } from '../config.ts'
import type { Store } from '../store/contract.ts'
import type { KeyActions } from './issue-key.ts'

export interface Demo {
  /** True in a store that holds the sample inventory. */
  readonly isDemo: boolean
  /** True where the sample inventory is still to be loaded. */
  readonly wantsSample: boolean
}

const STARTED = 'started_at'
const SAMPLE = 'sample_publisher'
/** Keys printed at earlier starts that still work; older ones are revoked at the next start. */
const PRINTED_KEYS_MAX = 3
const PRINTED_KEY_NAME = 'Printed at start'

/** `auto` means: only into a new store, and only where the operator brought no key of their own. */
export async function openDemo(
  store: Pick<Store, 'settings'>,
  { demo, adminKey }: Pick<Config, 'demo' | 'adminKey'>,
): Promise<Demo> {
  const isNew = (await store.settings.read(STARTED)) === undefined
  const hasSample = (await store.settings.read(SAMPLE)) !== undefined
  const wantsSample = !hasSample && (demo === 'on' || (demo === 'auto' && isNew && adminKey === undefined))
  return { isDemo: hasSample || wantsSample, wantsSample }
}

/** Notes that the first start is over, and which publisher the sample inventory came with. */
export async function closeDemo(
  store: Pick<Store, 'settings'>,
  samplePublisherId: string | undefined,
  nowMs: number,
): Promise<void> {
  if (samplePublisherId !== undefined) await store.settings.write(SAMPLE, samplePublisherId)
  if ((await store.settings.read(STARTED)) === undefined)
    await store.settings.write(STARTED, new Date(nowMs).toISOString())
}

/** A fresh key of the sample publisher, since keys are kept as hashes and cannot be shown again; undefined without a sample. */
export async function printableKey(
  store: Pick<Store, 'settings' | 'inventory'>,
  keys: KeyActions,
): Promise<string | undefined> {
  const publisherId = await store.settings.read(SAMPLE)
  if (publisherId === undefined) return undefined
  const { data } = await store.inventory.list('key', { publisherId, limit: 100 })
  const printed = data.filter(({ name, revokedAtMs }) => name === PRINTED_KEY_NAME && revokedAtMs === undefined)
  for (const { id } of printed.slice(PRINTED_KEYS_MAX - 1)) await keys.revokeKey(id)
  const { secret } = await keys.issueKey({
    publisherId,
    mode: 'live',
    scopes: ['ads:request', 'ads:explain', 'events:write', 'reports:read'],
    name: PRINTED_KEY_NAME,
  })
  return secret
}
