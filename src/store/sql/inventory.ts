// Publishers, advertisers, campaigns, ads and keys: bodies as JSON in one table that is ordered by their last change.
import { createLruMap } from '../../base/lru-map.ts'
import type { Ad } from '../../domain/ad.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import type { Author, ChangeAction, FieldChange } from '../../domain/change.ts'
import { changedFields } from '../../domain/changed-fields.ts'
import { belongingOf, type Entities, type EntityKind } from '../../domain/entities.ts'
import type { Draft } from '../../domain/entity.ts'
import { ServiceError } from '../../domain/errors.ts'
import { type Page, pageOf, readCursor } from '../../domain/page.ts'
import { isSameContent } from '../../domain/same-content.ts'
import type { ListQuery } from '../contract.ts'
import type { Changes } from './changes.ts'
import type { Sql, Statement } from './database.ts'
import type { Notices } from './notices.ts'
import { createLastNumber, ENTITY_KINDS } from './numbers.ts'
import type { EntityText } from './texts.ts'

export interface EntityRow {
  readonly kind: EntityKind
  readonly number: number
  readonly revision: number
  readonly body: string
}

type AnyEntity = Entities[EntityKind]
type AnyDraft = Draft<AnyEntity>

const LIST_MAX = 1_000
const CACHED_MAX = 10_000

export type Inventory = ReturnType<typeof createInventory>

export function createInventory(
  db: Sql,
  notices: Pick<Notices, 'adWritten' | 'tellReviews'>,
  changes: Pick<Changes, 'note'>,
) {
  const selectById = db.prepare('SELECT kind, number, revision, body FROM entities WHERE id = ? AND kind = ?')
  const selectByExternalIds = db.prepare(`
    SELECT external_id AS name, kind, number, revision, body FROM entities
    WHERE campaign_id = ? AND external_id IN (SELECT n.value FROM json_each(?) n) AND +kind = 'ad'`)
  const selectOwner = db.prepare('SELECT advertiser_id FROM entities WHERE id = ? AND kind = ?')
  const selectSince = {
    // The plus keeps the planner from going by kind, which would sort all ads for each page.
    ads: db.prepare(
      "SELECT kind, number, revision, body FROM entities WHERE +kind = 'ad' AND revision > ? ORDER BY revision LIMIT ?",
    ),
    others: db.prepare(
      "SELECT kind, number, revision, body FROM entities WHERE kind <> 'ad' AND revision > ? ORDER BY revision LIMIT ?",
    ),
  }
  const selectLast = db.prepare('SELECT max(revision) AS last FROM entities')
  const lastNumberOf = createLastNumber(db)
  const insertRow = db.prepare(`
    INSERT INTO entities
      (revision, kind, number, id, publisher_id, advertiser_id, campaign_id, external_id, archived, review, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const updateRow = db.prepare(`
    UPDATE entities SET revision = ?, publisher_id = ?, advertiser_id = ?, campaign_id = ?, external_id = ?,
      archived = ?, review = ?, body = ?
    WHERE revision = ?`)
  const insertVersion = db.prepare(
    'INSERT INTO ad_versions (ad, version, landing_url) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const selectVersion = db.prepare('SELECT landing_url FROM ad_versions WHERE ad = ? AND version = ?')
  const lists = new Map<string, Statement>() // at most 2 × 2 × 16 shapes of a query
  const landingUrls = createLruMap<string, string>({ entriesMax: CACHED_MAX }) // by ad and version, each of which is for ever
  const owners = createLruMap<string, string | null>({ entriesMax: CACHED_MAX }) // by kind and id; none goes or changes its owner
  const lastNumbers = new Map<EntityKind, number>()
  let lastRevision: number | undefined

  const inventory = {
    insert(kind: EntityKind, draft: AnyDraft, by?: Author): EntityText {
      if (findRowById(draft.id)) throw new ServiceError('conflict', `The id ${draft.id} is already taken; give another`)
      const body = kind === 'ad' ? { ...draft, version: 1 } : draft
      if (kind === 'ad') refuseTakenExternalId(body as Draft<Ad>)
      const written = told(put(kind, nextNumber(kind), body as AnyDraft))
      if (by) note(by, 'created', kind, draft)
      return written
    },
    update(kind: EntityKind, entity: AnyEntity, ifRevision: number, by?: Author): EntityText {
      const old = selectById.get(entity.id, kind) as EntityRow | undefined
      if (!old) throw new ServiceError('not_found', `There is no ${kind} ${entity.id}`)
      if (old.revision !== ifRevision) {
        throw new ServiceError('conflict', `${entity.id} was changed by someone else; read it again and repeat`)
      }
      if (kind === 'campaign') refuseNewOwner(entity as Entities['campaign'])
      const before = kind === 'ad' ? (JSON.parse(old.body) as Ad) : undefined
      const body = before ? versioned(entity as Ad, before) : entity
      if (kind === 'ad') refuseTakenExternalId(body as Ad, entity.id)
      const written = told(put(kind, old.number, body, { revision: old.revision, ad: before }))
      if (by) noteUpdate(by, kind, before ?? (JSON.parse(old.body) as AnyEntity), body)
      return written
    },
    rollKey(successor: Draft<ApiKey>, old: ApiKey, ifRevision: number, by?: readonly [Author, Author]) {
      const before = by && inventory.find('key', old.id)
      const previous = inventory.update('key', old, ifRevision)
      const key = inventory.insert('key', successor, by?.[1])
      const follows = { field: 'successor', from: null, to: successor.id }
      if (before) note(by[0], 'rolled', 'key', old, JSON.parse(before[3]) as ApiKey, [follows])
      return { previous, key }
    },
    find(kind: EntityKind, id: string): EntityText | undefined {
      const row = selectById.get(id, kind) as EntityRow | undefined
      return row && textOf(row)
    },
    list(kind: EntityKind, query: ListQuery): Page<EntityText> {
      const limit = Math.min(query.limit, LIST_MAX)
      const values = FILTERS.flatMap(([name]) => query[name] ?? [])
      const start = query.oldestFirst ? 0 : Number.MAX_SAFE_INTEGER
      const from = readCursor(query.cursor) ?? start
      const rows = listStatement(query).all(kind, from, ...values, limit + 1)
      return pageOf((rows as unknown as EntityRow[]).map(textOf), limit, ([, number]) => number)
    },
    changesSince: (which: 'ads' | 'others', after: number, limit: number): EntityText[] =>
      (selectSince[which].all(after, limit) as unknown as EntityRow[]).map(textOf),
    lastRevision: () => (selectLast.get() as { last: number | null }).last ?? 0,
    findLandingUrl(adNumber: number, version: number): string | undefined {
      const name = `${adNumber} ${version}`
      const known = landingUrls.get(name)
      if (known !== undefined) return known
      const found = (selectVersion.get(adNumber, version) as { landing_url: string } | undefined)?.landing_url
      if (found !== undefined) landingUrls.set(name, found)
      return found
    },
    /** The counters may have run ahead of a call that was rolled back. */
    forgetCounters(): void {
      landingUrls.clear()
      owners.clear()
      lastNumbers.clear()
      lastRevision = undefined
    },
    put,
    nextNumber,
    advertiserIdOf,
    /** The ads of a campaign that have one of these external ids, by it. */
    adsByExternalId(campaignId: string, externalIds: readonly string[]): Map<string, EntityRow> {
      const rows = selectByExternalIds.all(campaignId, JSON.stringify(externalIds)) as (EntityRow & { name: string })[]
      return new Map(rows.map((row) => [row.name, row]))
    },
  }
  return inventory

  function findRowById(id: string): boolean {
    return ENTITY_KINDS.some((kind) => selectById.get(id, kind) !== undefined)
  }

  function refuseTakenExternalId(ad: Draft<Ad>, ownId?: string): void {
    if (ad.externalId === undefined) return
    const row = inventory.adsByExternalId(ad.campaignId, [ad.externalId]).get(ad.externalId)
    const taken = row && (JSON.parse(row.body) as Ad)
    if (!taken || taken.id === ownId) return
    const message =
      taken.archivedAtMs === undefined
        ? `The campaign already has an ad with the id ${ad.externalId}; change that one, or take another id`
        : `The campaign has an archived ad with the id ${ad.externalId}; import it to bring it back, or take another id`
    throw new ServiceError('conflict', message)
  }

  /** What a campaign has spent stands in its advertiser's books and cannot move to another's. */
  function refuseNewOwner({ id, advertiserId }: Entities['campaign']): void {
    if (advertiserIdOf('campaign', id) === advertiserId) return
    throw new ServiceError('conflict', `${id} belongs to another advertiser; make a new campaign for ${advertiserId}`)
  }

  function told(written: EntityText): EntityText {
    notices.tellReviews(written[2])
    return written
  }

  function noteUpdate(by: Author, kind: EntityKind, before: AnyEntity, after: AnyEntity): void {
    const comesTo = (name: 'archivedAtMs' | 'revokedAtMs') =>
      (before as ApiKey)[name] === undefined && (after as ApiKey)[name] !== undefined
    const action = comesTo('archivedAtMs') ? 'archived' : comesTo('revokedAtMs') ? 'revoked' : 'changed'
    note(by, action, kind, after, before)
  }

  function note(
    by: Author,
    action: ChangeAction,
    kind: EntityKind,
    entity: AnyDraft,
    before?: AnyEntity,
    more: readonly FieldChange[] = [],
  ): void {
    const { publisherId, advertiserId } = ownerOf(kind, entity)
    const told = { action, kind, entityId: entity.id, owner: publisherId ?? advertiserId ?? '' }
    changes.note(by, told, [...changedFields(kind, before, entity), ...more])
  }

  /** Writes an entity under the next revision; `replaces` says which row it takes the place of, and how its ad was. */
  function put(
    kind: EntityKind,
    number: number,
    entity: AnyDraft,
    replaces?: { readonly revision: number; readonly ad: Ad | undefined },
  ): EntityText {
    const revision = nextRevision()
    const body = bodyOf(entity)
    const columns = columnsOf(kind, entity)
    if (replaces === undefined) insertRow.run(revision, kind, number, entity.id, ...columns, body)
    else updateRow.run(revision, ...columns, body, replaces.revision)
    if (kind === 'ad') {
      const ad = entity as Ad
      insertVersion.run(number, ad.version, ad.content.landingUrl)
      notices.adWritten(ad, replaces?.ad, columns[1]!)
    }
    return [kind, number, revision, body]
  }

  function columnsOf(kind: EntityKind, entity: AnyDraft) {
    const archived = entity.archivedAtMs === undefined ? 0 : 1
    const { publisherId, advertiserId } = ownerOf(kind, entity)
    if (kind !== 'ad') {
      return [publisherId, advertiserId, kind === 'campaign' ? entity.id : null, null, archived, null] as const
    }
    const ad = entity as Ad
    const review = ad.review === 'approved' ? null : ad.review
    return [publisherId, advertiserId, ad.campaignId, ad.externalId ?? null, archived, review] as const
  }

  /**
   * The publisher or advertiser that an entity is or belongs to; neither: the operator.
   * @throws ServiceError not_found where what it belongs to is not there
   */
  function ownerOf(
    kind: EntityKind,
    entity: AnyDraft,
  ): { readonly publisherId: string | null; readonly advertiserId: string | null } {
    if (kind === 'publisher') return { publisherId: entity.id, advertiserId: null }
    if (kind === 'advertiser') return { publisherId: null, advertiserId: entity.id }
    const above = belongingOf(kind, entity)
    return {
      publisherId: above?.kind === 'publisher' ? above.id : null,
      advertiserId: above ? advertiserIdOf(above.kind, above.id) : null,
    }
  }

  /** The advertiser that an entity belongs to. @throws ServiceError not_found where there is no such entity */
  function advertiserIdOf(kind: EntityKind, id: string): string | null {
    const name = `${kind} ${id}`
    const known = owners.get(name)
    if (known !== undefined) return known
    const row = selectOwner.get(id, kind) as { advertiser_id: string | null } | undefined
    if (!row) throw new ServiceError('not_found', `There is no ${kind} ${id}`)
    owners.set(name, row.advertiser_id)
    return row.advertiser_id
  }

  function nextRevision(): number {
    lastRevision ??= inventory.lastRevision()
    return ++lastRevision
  }

  function nextNumber(kind: EntityKind): number {
    const last = lastNumbers.get(kind) ?? lastNumberOf(kind)
    lastNumbers.set(kind, last + 1)
    return last + 1
  }

  function listStatement(query: ListQuery) {
    const [beyond, order] = query.oldestFirst ? ['>', 'ASC'] : ['<', 'DESC']
    const where = ['kind = ?', `number ${beyond} ?`]
    where.push(...FILTERS.flatMap(([name, column]) => (query[name] === undefined ? [] : `${column} = ?`)))
    if (!query.includeArchived) where.push('archived = 0')
    const sql = `SELECT kind, number, revision, body FROM entities WHERE ${where.join(' AND ')} ORDER BY number ${order} LIMIT ?`
    const known = lists.get(sql) ?? db.prepare(sql)
    lists.set(sql, known)
    return known
  }
}

const FILTERS = [
  ['publisherId', 'publisher_id'],
  ['advertiserId', 'advertiser_id'],
  ['campaignId', 'campaign_id'],
  ['externalId', 'external_id'],
  ['review', 'review'],
] as const

/** The next version where what is shown has changed; whatever the caller says it is. */
export function versioned<A extends Draft<Ad>>(ad: A, old: Ad): A {
  return { ...ad, version: isSameContent(ad.content, old.content) ? old.version : old.version + 1 }
}

function bodyOf(entity: AnyDraft): string {
  const { number: _number, revision: _revision, ...body } = entity as AnyEntity
  return JSON.stringify(body)
}

function textOf(row: EntityRow): EntityText {
  return [row.kind, row.number, row.revision, row.body]
}
