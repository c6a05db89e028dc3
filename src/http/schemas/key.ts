// An API key on the wire: never its secret, but for the one answer that made it.
import type { Static } from 'typebox'
import type { KeyChange } from '../../actions/keys/administer-keys.ts'
import type { IssuedKey, NewKey } from '../../actions/keys/issue-key.ts'
import type { UsedKey } from '../../actions/keys/note-key-uses.ts'
import type { OwnKey } from '../../actions/keys/read-own-key.ts'
import { KEY_MODES, SCOPES, type KeyMode, type Scope } from '../../domain/api-key.ts'
import { oneOf, optional } from './common.ts'
import { idSchema, isoTime, readTime, resourceSchema, timesOnWire, timeSchema, withoutNulls } from './resource.ts'
import { Type } from '../../doors/type.ts'

const mode = oneOf(KEY_MODES, {
  description: 'Default live. Browser keys only request ads and report events.',
})
const rateLimit = Type.Integer({ minimum: 1, maximum: 100_000, description: 'Requests a second; default 100.' })
const keyName = Type.String({ maxLength: 200 })

export const newKeySchema = Type.Object({
  publisherId: optional(idSchema),
  advertiserId: optional(idSchema),
  mode: optional(mode),
  scopes: Type.Array(oneOf(SCOPES), { minItems: 1, maxItems: 20 }),
  name: optional(keyName),
  origins: optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50, description: 'For browser keys.' })),
  rateLimit: optional(rateLimit),
  expiresAt: optional(timeSchema),
})
export const keyChangeSchema = Type.Object({
  name: optional(keyName),
  rateLimit: optional(rateLimit),
  mode: optional(mode),
  scopes: optional(Type.Array(oneOf(SCOPES), { description: 'Those that it has.' })),
  origins: optional(Type.Array(Type.String(), { description: 'Those that it has.' })),
})
const rollOptions = Type.Object({
  overlapSeconds: optional(
    Type.Integer({ minimum: 0, maximum: 2_592_000, description: 'How long the old key works on; default a day.' }),
  ),
})
/** The body may be left out. */
export const rollSchema = Type.Union([rollOptions, Type.Null()])

const fields = {
  name: Type.Optional(Type.String()),
  mode,
  publisherId: Type.Optional(Type.String()),
  advertiserId: Type.Optional(Type.String()),
  scopes: Type.Array(Type.String()),
  origins: Type.Array(Type.String()),
  start: Type.String({ description: 'Public part of the key, by which it is known.' }),
  lastFour: Type.String(),
  rateLimit: Type.Optional(Type.Integer()),
  expiresAt: Type.Optional(timeSchema),
  revokedAt: Type.Optional(timeSchema),
  lastUsedAt: Type.Optional(
    Type.Unsafe<string>({
      ...timeSchema,
      description:
        'The hour in which it was last let in, known within a minute or two. Absent: not since there is a note of it.',
    }),
  ),
}
export const keySchema = resourceSchema(fields)
/** What a key reads of itself. */
export const ownKeySchema = Type.Object({
  id: Type.String(),
  name: fields.name,
  mode,
  publisherId: fields.publisherId,
  advertiserId: fields.advertiserId,
  ownerName: Type.Optional(
    Type.String({ description: 'Of the publisher or advertiser. Browser keys tell neither this nor `name`.' }),
  ),
  scopes: Type.Array(Type.String(), { description: 'All that it holds, also those that come with `admin`.' }),
  origins: fields.origins,
  rateLimit: Type.Integer({ description: 'Requests a second.' }),
  expiresAt: fields.expiresAt,
})
const secret = Type.String({ description: 'The secret. It is shown this once.' })
export const issuedKeySchema = resourceSchema({ ...fields, key: secret })
export const rolledKeySchema = resourceSchema({
  ...fields,
  key: secret,
  previous: Type.Object(
    { id: Type.String(), expiresAt: Type.String({ format: 'date-time' }) },
    { description: 'The old key, and when it ends.' },
  ),
})

export function readNewKey(body: Static<typeof newKeySchema>): NewKey {
  const { publisherId, advertiserId, name, origins, rateLimit } = body
  return {
    mode: (body.mode ?? 'live') as KeyMode,
    scopes: body.scopes as Scope[],
    ...withoutNulls({ publisherId, advertiserId, name, origins, rateLimit, expiresAtMs: readTime(body.expiresAt) }),
  } as NewKey
}

export function readKeyChange({ name, rateLimit, mode, scopes, origins }: Static<typeof keyChangeSchema>): KeyChange {
  return { name, rateLimit, ...withoutNulls({ mode, scopes, origins }) } as KeyChange
}

export function keyOnWire(key: UsedKey) {
  const { id, name, mode, publisherId, advertiserId, scopes, origins, publicId, lastFour, rateLimit } = key
  return {
    id,
    name,
    mode,
    publisherId,
    advertiserId,
    scopes,
    origins,
    start: publicId,
    lastFour,
    rateLimit,
    expiresAt: isoTime(key.expiresAtMs),
    revokedAt: isoTime(key.revokedAtMs),
    lastUsedAt: isoTime(key.lastUsedAtMs),
    ...timesOnWire(key),
  }
}

export function ownKeyOnWire({ expiresAtMs, ...key }: OwnKey) {
  return { ...key, expiresAt: isoTime(expiresAtMs) }
}

export function issuedKeyOnWire({ key, secret }: IssuedKey) {
  const { id, ...rest } = keyOnWire(key)
  return { id, key: secret, ...rest }
}
