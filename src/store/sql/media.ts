// Media buys and creatives as JSON, each written with the campaigns and ads that are made of it.
import type { Ad } from '../../domain/ad.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { type Creative, CREATIVES_MAX } from '../../domain/creative.ts'
import { ServiceError } from '../../domain/errors.ts'
import { type MediaBuy, MEDIA_BUYS_MAX, type MediaQuery } from '../../domain/media-buy.ts'
import type { MediaOrder } from '../contract.ts'
import type { Sql, SqlValue } from './database.ts'
import type { Inventory } from './inventory.ts'
import type { UpsertAds } from './upsert-ads.ts'

interface Row {
  readonly number: number
  readonly body: string
}

interface MediaDeps {
  readonly inventory: Inventory
  readonly upsertAds: UpsertAds
}

export function createMedia(db: Sql, { inventory, upsertAds }: MediaDeps) {
  const selectBuy = db.prepare('SELECT number, revision, body FROM media_buys WHERE id = ?')
  const insertBuy = db.prepare('INSERT INTO media_buys (id, owner, revision, body) VALUES (?, ?, ?, ?)')
  const updateBuy = db.prepare('UPDATE media_buys SET revision = ?, body = ? WHERE id = ?')
  const countBuys = db.prepare('SELECT count(*) AS rows FROM media_buys WHERE owner = ?')
  const selectCreatives = db.prepare(
    'SELECT number, body FROM creatives WHERE owner = ? AND id IN (SELECT n.value FROM json_each(?) n) ORDER BY number',
  )
  const insertCreative = db.prepare('INSERT INTO creatives (owner, id, body) VALUES (?, ?, ?)')
  const updateCreative = db.prepare('UPDATE creatives SET body = ? WHERE number = ?')
  const countCreativesOf = db.prepare('SELECT count(*) AS rows FROM creatives WHERE owner = ?')
  const countCreatives = db.prepare('SELECT count(*) AS rows FROM creatives')

  return {
    findBuy(id: string): MediaBuy | undefined {
      const row = selectBuy.get(id) as Row | undefined
      return row && valueOf<MediaBuy>(row)
    },
    listBuys: (query: MediaQuery) => list<MediaBuy>('media_buys', query),
    findCreatives: (owner: string, ids: readonly string[]) => findCreatives(owner, ids),
    listCreatives: (query: MediaQuery) => list<Creative>('creatives', query),
    countCreatives: (owner?: string): number =>
      rowsOf(owner === undefined ? countCreatives.get() : countCreativesOf.get(owner)),
    commit({ made = [], changed = [], ads = [], buy, creatives = [] }: MediaOrder): void {
      if (buy !== undefined) putBuy(buy)
      for (const { campaign, by } of made) inventory.insert('campaign', campaign, by)
      for (const { kind, entity, ifRevision, by } of changed) {
        inventory.update(kind, entity as Campaign | Ad, ifRevision, by)
      }
      for (const { campaignId, drafts, by } of ads) upsertAds(campaignId, drafts, by)
      for (const creative of creatives) putCreative(creative)
    },
  }

  function list<T>(table: 'media_buys' | 'creatives', { advertiserId, before, limit }: MediaQuery): T[] {
    const given: readonly (readonly [where: string, value: SqlValue])[] = [
      ...(advertiserId === undefined ? [] : [['owner = ?', advertiserId] as const]),
      ['number < ?', before ?? Number.MAX_SAFE_INTEGER],
    ]
    const where = given.map(([text]) => text).join(' AND ')
    const rows = db
      .prepare(`SELECT number, body FROM ${table} WHERE ${where} ORDER BY number DESC LIMIT ?`)
      .all(...given.map(([, value]) => value), limit)
    return (rows as Row[]).map(valueOf<T>)
  }

  function findCreatives(owner: string, ids: readonly string[]): Creative[] {
    return (selectCreatives.all(owner, JSON.stringify(ids)) as Row[]).map(valueOf<Creative>)
  }

  function putBuy(buy: Omit<MediaBuy, 'number'>): void {
    const { id, advertiserId, revision } = buy
    const row = selectBuy.get(id) as { revision: number } | undefined
    if ((row?.revision ?? 0) !== revision - 1) throw changedMeanwhile(id)
    const body = JSON.stringify(buy)
    if (row !== undefined) return void updateBuy.run(revision, body, id)
    if (rowsOf(countBuys.get(advertiserId)) >= MEDIA_BUYS_MAX) throw full('media buys', MEDIA_BUYS_MAX)
    insertBuy.run(id, advertiserId, revision, body)
  }

  function putCreative(creative: Omit<Creative, 'number'>): void {
    const { advertiserId, id } = creative
    const [known] = findCreatives(advertiserId, [id])
    if ((known?.revision ?? 0) !== creative.revision - 1) throw changedMeanwhile(id)
    const body = JSON.stringify(creative)
    if (known !== undefined) return void updateCreative.run(body, known.number)
    if (rowsOf(countCreativesOf.get(advertiserId)) >= CREATIVES_MAX) throw full('creatives', CREATIVES_MAX)
    insertCreative.run(advertiserId, id, body)
  }
}

function changedMeanwhile(id: string): ServiceError {
  return new ServiceError('conflict', `${id} was changed by someone else; read it again and repeat`)
}

function full(what: string, max: number): ServiceError {
  return new ServiceError(
    'conflict',
    `The advertiser has ${max} ${what}, which is as many as there may be; change one of those instead`,
  )
}

/** The number stands beside the body. */
function valueOf<T>({ number, body }: Row): T {
  return { ...JSON.parse(body), number }
}

function rowsOf(row: unknown): number {
  return (row as { rows: number }).rows
}
