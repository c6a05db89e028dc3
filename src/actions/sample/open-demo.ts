// Shows the sample inventory where it is wanted, and makes the key with which a newcomer tries it.
import type { Store } from '../../store/contract.ts'
import type { KeyActions } from '../keys/issue-key.ts'
import { readSample, type Sample } from './read-sample.ts'
import type { SeedSample } from './seed-sample.ts'

const STARTED = 'started_at'
const SAMPLE_PUBLISHER = 'sample_publisher'
const SAMPLE_BASE = 'sample_base_url'
/** Keys printed at earlier starts that still work; older ones are revoked at the next start. */
const PRINTED_KEYS_MAX = 3
const PRINTED_KEY_NAME = 'Printed at start'

/**
 * Whether the store holds the sample inventory or is to get it. `auto` means: only a new store, and only where the
 * operator brought no key of their own.
 */
export async function wantsDemo(
  store: Pick<Store, 'settings'>,
  { demo, adminKey }: { readonly demo: 'auto' | 'on' | 'off'; readonly adminKey: string | undefined },
): Promise<boolean> {
  if ((await store.settings.read(SAMPLE_PUBLISHER)) !== undefined || demo === 'on') return true
  return demo === 'auto' && adminKey === undefined && (await store.settings.read(STARTED)) === undefined
}

/**
 * Loads the sample inventory at the first start, and again where the service's own address changed, since the sample's
 * pictures and landing pages are served by the service itself. Of several processes over one store the one that writes says where it is.
 * @returns the sample, for the routes that serve its pages
 */
export async function loadDemo(
  store: Pick<Store, 'settings' | 'isWriter'>,
  seedSample: SeedSample,
  baseUrl: string,
): Promise<Sample> {
  const sample = await readSample()
  const knownBase = await store.settings.read(SAMPLE_BASE)
  if (knownBase === baseUrl || (knownBase !== undefined && !store.isWriter())) return sample
  const { publisherId } = await seedSample(sample, baseUrl)
  await store.settings.write(SAMPLE_PUBLISHER, publisherId)
  await store.settings.write(SAMPLE_BASE, baseUrl)
  return sample
}

/** Notes that the first start is over, so that no later one takes the store for a new one. */
export async function noteStart(store: Pick<Store, 'settings'>, nowMs: number): Promise<void> {
  if ((await store.settings.read(STARTED)) === undefined)
    await store.settings.write(STARTED, new Date(nowMs).toISOString())
}

/** A fresh key of the sample publisher, since keys are kept as hashes and cannot be shown again; undefined without a sample. */
export async function printableKey(
  store: Pick<Store, 'settings' | 'inventory'>,
  keys: KeyActions,
): Promise<string | undefined> {
  const publisherId = await store.settings.read(SAMPLE_PUBLISHER)
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
