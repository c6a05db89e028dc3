// Merges what came into the inventory in memory and frees what left it, in slices between which requests are answered.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Gate } from '../base/gate.ts'
import type { Catalog } from '../engine/catalog.ts'

/** @param gate held while nothing in the catalog may move */
export function createTidyInventory({ catalog, gate }: { catalog: Pick<Catalog, 'tidy'>; gate: Gate }) {
  return async (): Promise<void> => {
    while (!gate.held && catalog.tidy()) await nextTurn()
  }
}
