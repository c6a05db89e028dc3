// The installation's own secrets: made at the first start, kept in the store, read at every later one.
import { randomHex, type RandomBytes } from '../../base/random.ts'
import { freshKeyRing, parseKeyRing, type SigningKey } from '../../base/signature.ts'
import type { Author } from '../../domain/change.ts'
import type { SettingStore } from '../../store/contract.ts'
import { hashKey, OPERATOR_KEY_ID } from './authenticate.ts'
import { makeKeyText } from '../../domain/api-key-text.ts'

export interface Secrets {
  /** Under which API keys are hashed. */
  readonly pepper: string
  /** Under which ids of people are hashed. */
  readonly userHashKey: Uint8Array
  readonly signingKeys: SigningKey[]
  /** Hash of the operator's key. */
  readonly adminKeyHash: string
  /** The operator's key in clear where it was made just now: the only moment in which it can be shown. It is not kept yet. */
  readonly freshAdminKey?: string
}

/**
 * @param given the operator's key and the signing keys where the environment names them; they win over what is kept
 */
export async function openSecrets(
  settings: SettingStore,
  given: { readonly adminKey: string | undefined; readonly signingKeys: string | undefined },
  randomBytes: RandomBytes,
): Promise<Secrets> {
  const kept = async (name: string, make: () => string): Promise<string> => {
    const known = await settings.read(name)
    if (known !== undefined) return known
    const made = make()
    await settings.write(name, made)
    return made
  }
  const secret = () => randomHex(randomBytes, 32)

  const pepper = await kept(SETTING.pepper, secret)
  const userHashKey = Buffer.from(await kept(SETTING.userHashKey, secret), 'hex')
  const ring = given.signingKeys ?? (await kept(SETTING.signingKeys, () => freshKeyRing(randomBytes)))
  const common = { pepper, userHashKey, signingKeys: parseKeyRing(ring) }
  if (given.adminKey !== undefined) return { ...common, adminKeyHash: hashKey(pepper, given.adminKey) }
  const adminKeyHash = await settings.read(SETTING.adminKeyHash)
  if (adminKeyHash !== undefined) return { ...common, adminKeyHash }
  return { ...common, ...makeAdminKey(pepper, randomBytes) }
}

/** To be called once a fresh operator key was shown: of one that is kept and that nobody saw, no start would speak again. */
export function keepAdminKey(settings: SettingStore, adminKeyHash: string): Promise<void> {
  return settings.write(SETTING.adminKeyHash, adminKeyHash)
}

/** Makes a new operator key in place of the old one; what is kept is its hash alone. */
export async function resetAdminKey(
  settings: SettingStore,
  pepper: string,
  randomBytes: RandomBytes,
  by: Author,
): Promise<{ adminKeyHash: string; freshAdminKey: string }> {
  const made = makeAdminKey(pepper, randomBytes)
  const change = { action: 'rolled', kind: 'key', entityId: OPERATOR_KEY_ID, owner: '' } as const
  await settings.write(SETTING.adminKeyHash, made.adminKeyHash, { by, change })
  return made
}

function makeAdminKey(pepper: string, randomBytes: RandomBytes): { adminKeyHash: string; freshAdminKey: string } {
  const freshAdminKey = makeKeyText({ mode: 'live', randomBytes }).text
  return { adminKeyHash: hashKey(pepper, freshAdminKey), freshAdminKey }
}

const SETTING = {
  pepper: 'key_pepper',
  userHashKey: 'user_hash_key',
  signingKeys: 'signing_keys',
  adminKeyHash: 'admin_key_hash',
} as const
export const PEPPER_SETTING = SETTING.pepper
