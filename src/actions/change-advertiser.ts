// Changes an advertiser's name or domain; how it pays is for the operator to say, and where people review ads also how it is called.
import type { Advertiser } from '../domain/advertiser.ts'
import type { Caller } from '../domain/api-key.ts'
import { demandScope } from './authorise.ts'
import { checkAdvertiser } from './check-advertiser.ts'
import type { AdDeps } from './create-ad.ts'
import { changeEntity, type InventoryDeps } from './manage-entities.ts'

export interface AdvertiserChange {
  readonly name?: string
  readonly domain?: string
  readonly billing?: Advertiser['billing']
}

/** @throws ServiceError scope_insufficient, not_found, validation_error */
export type ChangeAdvertiser = (caller: Caller, id: string, change: AdvertiserChange) => Promise<Advertiser>

export function createChangeAdvertiser(
  deps: InventoryDeps & Pick<AdDeps, 'manualReview' | 'checkCopy'>,
): ChangeAdvertiser {
  const speaksToModels = (name: string) =>
    deps.checkCopy({ title: name, description: '', keywords: [], categories: [] }) !== undefined
  return (caller, id, { name, domain, billing }) =>
    changeEntity(deps, caller, 'advertiser', id, (advertiser) => {
      if (billing !== undefined && billing !== advertiser.billing) demandScope(caller, 'admin')
      const shown = checkAdvertiser({ name: name ?? advertiser.name, domain: domain ?? advertiser.domain })
      // Both stand beside every ad, also beside those that were approved under another name.
      const isOther = shown.name !== advertiser.name || shown.domain !== advertiser.domain
      if (isOther && (deps.manualReview || speaksToModels(shown.name))) demandScope(caller, 'admin')
      return { ...advertiser, ...shown, billing: billing ?? advertiser.billing }
    })
}
