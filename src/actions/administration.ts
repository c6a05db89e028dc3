// All that operators and advertisers can do with an installation, built in one go for the door that offers it.
import type { RandomBytes } from '../base/random.ts'
import type { Store } from '../store/contract.ts'
import { createAdministerKeys } from './administer-keys.ts'
import { createChangeAd } from './change-ad.ts'
import { createChangeAdvertiser } from './change-advertiser.ts'
import { createChangeCampaign } from './change-campaign.ts'
import { createChangePublisher } from './change-publisher.ts'
import { createCreateAd, type AdDeps } from './create-ad.ts'
import { createCreateAdvertiser } from './create-advertiser.ts'
import { createCreateCampaign } from './create-campaign.ts'
import { createCreatePublisher } from './create-publisher.ts'
import { createImportAds } from './import-ads.ts'
import type { KeyActions } from './issue-key.ts'
import { createArchiveEntity, createFindEntity, createListEntities, type EntityKind } from './manage-entities.ts'
import { createReadLedger } from './read-ledger.ts'
import { createReadReport } from './read-report.ts'
import { createRememberAnswer } from './remember-answer.ts'
import { createReadFunds, createTopUpFunds } from './top-up-funds.ts'
import { createVerifyBooks } from './verify-books.ts'

export interface AdministrationDeps extends AdDeps {
  readonly store: Store
  readonly keys: KeyActions
  readonly randomBytes: RandomBytes
}

export type Administration = ReturnType<typeof createAdministration>

export function createAdministration(deps: AdministrationDeps) {
  const { store } = deps
  const common = <K extends EntityKind>(kind: K) => ({
    list: createListEntities(kind, deps),
    find: createFindEntity(kind, deps),
    archive: createArchiveEntity(kind, deps),
  })
  return {
    publishers: {
      ...common('publisher'),
      create: createCreatePublisher(deps),
      change: createChangePublisher(deps),
    },
    advertisers: {
      ...common('advertiser'),
      create: createCreateAdvertiser(deps),
      change: createChangeAdvertiser(deps),
    },
    campaigns: { ...common('campaign'), create: createCreateCampaign(deps), change: createChangeCampaign(deps) },
    ads: { ...common('ad'), create: createCreateAd(deps), change: createChangeAd(deps) },
    keys: {
      ...createAdministerKeys(deps),
      list: createListEntities('key', deps),
      find: createFindEntity('key', deps),
    },
    importAds: createImportAds(deps),
    topUpFunds: createTopUpFunds(deps),
    readFunds: createReadFunds(deps),
    readReport: createReadReport({ reports: store.reports, clock: deps.clock }),
    readLedger: createReadLedger(store),
    verifyBooks: createVerifyBooks(store),
    rememberAnswer: createRememberAnswer({
      idempotency: store.idempotency,
      clock: deps.clock,
      randomBytes: deps.randomBytes,
    }),
  }
}
