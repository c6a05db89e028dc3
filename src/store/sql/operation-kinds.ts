// What each of the store's operations does, as the service's thread must know it without their code. An operation that is missing here does
// not compile.
import type { OperationName } from './operations.ts'

/** What "tells how far it is" takes long, and is handed a function for that as its last argument. */
type OperationKind = 'reads' | 'writes' | 'writes inventory' | 'tells how far it is'

const KINDS: Readonly<Record<OperationName, OperationKind>> = {
  'inventory.insert': 'writes inventory',
  'inventory.update': 'writes inventory',
  'inventory.rollKey': 'writes inventory',
  'inventory.upsertAds': 'writes inventory',
  'inventory.beginFullFeed': 'writes',
  'inventory.archiveMissing': 'writes inventory',
  'inventory.adNumbers': 'reads',
  'inventory.liveFeedAds': 'reads',
  'inventory.find': 'reads',
  'inventory.list': 'reads',
  'inventory.changesSince': 'reads',
  'inventory.lastRevision': 'reads',
  'keyUses.note': 'writes',
  'keyUses.read': 'reads',
  'ledger.append': 'writes',
  'ledger.findLink': 'reads',
  'ledger.findLandingUrl': 'reads',
  'ledger.topUp': 'writes',
  'ledger.adjust': 'writes',
  'ledger.reverse': 'writes',
  'ledger.forgetPeople': 'writes',
  'ledger.findFacts': 'reads',
  'ledger.head': 'reads',
  'ledger.exportLines': 'reads',
  'ledger.balances': 'reads',
  'ledger.balance': 'reads',
  'ledger.entries': 'reads',
  'ledger.spend': 'reads',
  'ledger.verify': 'tells how far it is',
  'settlement.release': 'writes',
  'settlement.balance': 'reads',
  'settlement.withdraw': 'writes',
  'settlement.takeStep': 'writes',
  'settlement.sumUp': 'reads',
  'settlement.addStatement': 'writes',
  'settlement.find': 'reads',
  'settlement.list': 'reads',
  'settlement.due': 'reads',
  'settlement.invoicePayments': 'reads',
  'settlement.reversalSums': 'reads',
  'reports.read': 'reads',
  'reports.emptySlots': 'reads',
  'reports.reach': 'reads',
  'reports.feedback': 'reads',
  'reports.addCounts': 'writes',
  'reports.foldSome': 'writes',
  'settings.read': 'reads',
  'settings.write': 'writes',
  'settings.swap': 'writes',
  'exposures.add': 'writes',
  'exposures.since': 'reads',
  'exposures.marks': 'reads',
  'exposures.seenSince': 'reads',
  'exposures.dismissedBefore': 'reads',
  'exposures.forgetSome': 'writes',
  'webhooks.add': 'writes',
  'webhooks.list': 'reads',
  'webhooks.waiting': 'reads',
  'webhooks.change': 'writes',
  'webhooks.remove': 'writes',
  'webhooks.due': 'reads',
  'webhooks.settle': 'writes',
  'media.findBuy': 'reads',
  'media.listBuys': 'reads',
  'media.findCreatives': 'reads',
  'media.listCreatives': 'reads',
  'media.countCreatives': 'reads',
  'media.commit': 'writes inventory',
  'changes.list': 'reads',
  'changes.forgetSome': 'writes',
  'idempotency.begin': 'writes',
  'idempotency.finish': 'writes',
  'idempotency.abandon': 'writes',
  'idempotency.release': 'writes',
  backup: 'tells how far it is',
}

export const INVENTORY_WRITES = allOf('writes inventory')
export const WRITES = allOf('writes', 'writes inventory')
export const LONG = allOf('tells how far it is')

function allOf(...kinds: readonly OperationKind[]): ReadonlySet<string> {
  const names = Object.keys(KINDS) as OperationName[]
  return new Set(names.filter((name) => kinds.includes(KINDS[name])))
}
