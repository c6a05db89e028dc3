// Brings the inventory in memory up to what the store holds: all of it at start, what changed from then on.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGate, type Gate } from '../../base/gate.ts'
import type { Ad } from '../../domain/ad.ts'
import type { Catalog } from '../../engine/catalog.ts'
import type { Directory } from '../../engine/directory.ts'
import type { InventoryChange, Store } from '../../store/contract.ts'

/**
 * Reads and applies every change that was in the store when it was called, or of `others` those of all but ads, which wait for no
 * ads. Calls at the same time share the work; resolves once the changes serve.
 */
export type RefreshInventory = (which?: 'all' | 'others') => Promise<void>

/** The last revision taken in, of ads and of everything else. */
export interface InventoryProgress {
  ads: number
  others: number
}

/** Changes read from the store at one go, and those taken in between two looks at who else waits: under a millisecond each. */
const PAGE = 128
const SLICE = 16

/**
 * @param deps.seen where to go on, and where progress is told
 * @param deps.gate nothing is taken in while somebody holds it
 */
export function createRefreshInventory(deps: {
  store: Pick<Store, 'inventory'>
  directory: Directory
  catalog: Catalog
  seen?: InventoryProgress
  gate?: Gate
  /** Hears of each publisher, advertiser, campaign and key that was taken in. */
  onChange?: (change: InventoryChange) => void
}): RefreshInventory {
  const { store, directory, catalog, seen = { ads: 0, others: 0 }, gate = createGate(), onChange } = deps

  /** Says whether all up to a revision could be applied. */
  const pull = async (
    which: 'ads' | 'others',
    until: number,
    apply: (change: InventoryChange) => boolean,
  ): Promise<boolean> => {
    let coming = store.inventory.changesSince(which, seen[which], PAGE)
    for (;;) {
      const page = await coming
      const last = page.at(-1)?.entity.revision
      // The store reads the next page while this one is taken in; where that turns out to be for nothing, nobody waits for it.
      if (page.length === PAGE) coming = store.inventory.changesSince(which, last!, PAGE)
      coming.catch(() => {})
      for (let i = 0; i < page.length; i++) {
        if (i > 0 && i % SLICE === 0) await nextTurn()
        while (gate.held()) await gate.opened()
        if (!apply(page[i]!)) return false
        seen[which] = page[i]!.entity.revision
      }
      if (page.length < PAGE || seen[which] >= until) return true
    }
  }

  const refreshOthers = onceAtATime(async () => {
    await pull('others', Infinity, (change) => {
      onChange?.(change)
      keepEntity(change, directory)
      const { kind, entity } = change
      if ((kind === 'campaign' || kind === 'advertiser') && entity.archivedAtMs !== undefined) catalog.sweep()
      return true
    })
  })
  // An ad can be newer than the campaigns just read: then its campaign is in the store by now, and is read again first.
  const refreshAll = onceAtATime(async () => {
    // While a file is imported there are always more ads; who asks now does not wait for those that come later.
    const until = await store.inventory.lastRevision()
    for (;;) {
      await refreshOthers()
      if (await pull('ads', until, (change) => change.kind === 'ad' && take(change.entity, directory, catalog))) return
    }
  })
  return (which = 'all') => (which === 'others' ? refreshOthers() : refreshAll())
}

/** Runs `refresh` once at a time, for all who ask meanwhile together. */
function onceAtATime(refresh: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined
  const run = (): Promise<void> => {
    running ??= refresh().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return run()
    // A refresh under way may have read past the caller's change already, so whoever comes meanwhile gets the next one.
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined
        return run()
      })
    return waiting
  }
}

/** Puts a publisher, advertiser, campaign or key where decisions look it up. */
export function keepEntity(change: InventoryChange, directory: Directory): void {
  switch (change.kind) {
    case 'publisher':
      directory.publishers.put(change.entity)
      break
    case 'advertiser':
      directory.advertisers.put(change.entity)
      break
    case 'campaign':
      directory.campaigns.put(change.entity)
      break
    case 'key':
      directory.keys.put(change.entity)
      break
    case 'ad':
      break
  }
}

function take(ad: Ad, directory: Directory, catalog: Catalog): boolean {
  const campaign = directory.campaigns.byId(ad.campaignId)
  if (!campaign || !directory.advertisers.byId(campaign.advertiserId)) return false
  catalog.put(ad, campaign)
  return true
}
