// Says in which fields two states of the same thing differ, under the names and in the form in which the API shows them.
import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from './change.ts'
import type { Entities } from './entities.ts'
import type { EntityBase } from './entity.ts'
import { formatMicros } from './money.ts'
import { cutText } from './said-text.ts'
import type { Webhook } from './webhook.ts'

interface Kinds extends Entities {
  webhook: Webhook
}

/** What becomes of a field: one value, its parts each by its own name or beside the others, or nothing, as of all that is secret. */
type Telling = 'whole' | 'parts' | 'beside' | 'hidden'

type Own<T> = Exclude<keyof T, keyof EntityBase>

const TOLD: { readonly [K in keyof Kinds]: Readonly<Record<Own<Kinds[K]>, Telling>> } = {
  publisher: { name: 'whole', status: 'whole', policy: 'parts', payoutMethod: 'whole', billingDetails: 'parts' },
  advertiser: {
    name: 'whole',
    domain: 'whole',
    billing: 'whole',
    creditLimitMicros: 'whole',
    lowFundsMicros: 'whole',
    billingDetails: 'parts',
  },
  campaign: {
    advertiserId: 'whole',
    name: 'whole',
    status: 'whole',
    startAtMs: 'whole',
    endAtMs: 'whole',
    budget: 'parts',
    bid: 'parts',
    pacing: 'whole',
    timeZone: 'whole',
    frequencyCaps: 'whole',
    targeting: 'whole',
    priority: 'whole',
    landingParameters: 'whole',
    feed: 'parts',
    mediaBuyId: 'whole',
  },
  ad: {
    campaignId: 'whole',
    externalId: 'whole',
    status: 'whole',
    availability: 'whole',
    // It follows from the others.
    version: 'hidden',
    review: 'whole',
    reviewReason: 'whole',
    reviewNote: 'whole',
    content: 'beside',
  },
  key: {
    name: 'whole',
    mode: 'whole',
    publisherId: 'whole',
    advertiserId: 'whole',
    scopes: 'whole',
    origins: 'whole',
    publicId: 'hidden',
    secretHash: 'hidden',
    lastFour: 'hidden',
    expiresAtMs: 'whole',
    revokedAtMs: 'whole',
    rateLimit: 'whole',
  },
  webhook: { owner: 'whole', url: 'whole', kinds: 'whole', status: 'whole', dropped: 'hidden', lastFailure: 'hidden' },
}

/** Where the API calls a field otherwise than its name says. */
const CALLED: Readonly<Record<string, string>> = { kinds: 'events' }
/** What is there where nobody said anything. */
const UNSAID: { readonly [K in keyof Kinds]?: object } = {
  publisher: { status: 'active' },
  ad: { availability: 'in_stock' },
}
const FIELDS_MAX = 50
/** Of a text, or of the JSON of anything else; what is longer is kept as a text that is cut. */
const VALUE_CHARS_MAX = 500

/** @param before absent: it is new, and what it holds is told */
export function changedFields<K extends keyof Kinds>(
  kind: K,
  before: object | undefined,
  after: object,
): readonly FieldChange[] {
  const [old, now] = [before ? fieldsOf(kind, before) : new Map<string, unknown>(), fieldsOf(kind, after)]
  const names = new Set([...old.keys(), ...now.keys()])
  const changed: FieldChange[] = []
  for (const field of names) {
    const [from, to] = [old.get(field) ?? null, now.get(field) ?? null]
    if (!isDeepStrictEqual(from, to)) changed.push({ field, from: kept(from), to: kept(to) })
  }
  return changed.slice(0, FIELDS_MAX)
}

function fieldsOf<K extends keyof Kinds>(kind: K, entity: object): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  const add = (name: string, value: unknown, prefix = '') => {
    if (!isNothing(value)) fields.set(prefix + nameOf(name), valueOf(name, value))
  }
  const values: Readonly<Record<string, unknown>> = { ...UNSAID[kind], ...withoutUndefined(entity) }
  for (const [name, telling] of Object.entries<Telling>(TOLD[kind])) {
    const value = values[name]
    if (telling === 'whole') add(name, value)
    if (telling !== 'parts' && telling !== 'beside') continue
    for (const [part, of] of Object.entries(value ?? {})) add(part, of, telling === 'parts' ? `${name}.` : '')
  }
  return fields
}

function withoutUndefined(entity: object): object {
  return Object.fromEntries(Object.entries(entity).filter(([, value]) => value !== undefined))
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function nameOf(name: string): string {
  return CALLED[name] ?? name.replace(/(?:Micros|(?<=At)Ms)$/, '')
}

/** As JSON gives it back, so that what was read from the store and what came in are compared as the same. */
function valueOf(name: string, value: unknown): unknown {
  if (name.endsWith('Micros')) return formatMicros(value as number)
  if (name.endsWith('AtMs')) return new Date(value as number).toISOString()
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value
}

function kept(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= VALUE_CHARS_MAX ? value : `${cutText(text, VALUE_CHARS_MAX - 1)}…`
}
