// Makes an advertiser, who pays in advance or afterwards.
import type { Advertiser } from '../domain/advertiser.ts'
import type { Caller } from '../domain/api-key.ts'
import { demandScope } from './authorise.ts'
import { checkAdvertiser } from './check-advertiser.ts'
import { insertOnce, type InventoryDeps, type Names } from './manage-entities.ts'

export interface NewAdvertiser {
  readonly name: string
  readonly domain: string
  /** Default: invoiced. */
  readonly billing?: Advertiser['billing']
}

/** @throws ServiceError scope_insufficient, validation_error */
export type CreateAdvertiser = (caller: Caller, fields: NewAdvertiser, names?: Names) => Promise<Advertiser>

export function createCreateAdvertiser(deps: InventoryDeps): CreateAdvertiser {
  return async (caller, fields, names = deps.ids) => {
    demandScope(caller, 'admin')
    const nowMs = deps.clock.nowMs()
    const advertiser = await insertOnce(deps.store.inventory, 'advertiser', {
      id: names.next('adv'),
      ...checkAdvertiser(fields),
      billing: fields.billing ?? 'invoiced',
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    await deps.refreshInventory('others')
    return advertiser
  }
}
