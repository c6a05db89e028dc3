// Which of the store's operations write, and which take long: known to the service's thread without their code.
import type { OperationName } from './operations.ts'

const INVENTORY: readonly OperationName[] = [
  'inventory.insert',
  'inventory.update',
  'inventory.rollKey',
  'inventory.upsertAds',
  'inventory.archiveMissing',
  'media.commit',
]
export const INVENTORY_WRITES: ReadonlySet<string> = new Set(INVENTORY)

export const WRITES: ReadonlySet<string> = new Set<OperationName>([
  ...INVENTORY,
  'inventory.beginFullFeed',
  'ledger.append',
  'ledger.topUp',
  'ledger.adjust',
  'ledger.reverse',
  'ledger.forgetPeople',
  'settlement.release',
  'settlement.withdraw',
  'settlement.takeStep',
  'settlement.addStatement',
  'reports.addCounts',
  'reports.foldSome',
  'settings.write',
  'settings.swap',
  'exposures.add',
  'exposures.forgetSome',
  'webhooks.add',
  'webhooks.change',
  'webhooks.remove',
  'webhooks.settle',
  'changes.forgetSome',
  'idempotency.begin',
  'idempotency.finish',
  'idempotency.abandon',
  'idempotency.release',
])

/** Operations that tell how far they are; the function that does so is their last argument. */
export const LONG: ReadonlySet<string> = new Set<OperationName>(['ledger.verify', 'backup'])
