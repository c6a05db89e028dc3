// The settings of a store, in memory: whoever reads and writes them takes a turn of the event loop for each, as over a thread.
import type { ToldSetting } from '../../src/domain/change.ts'
import type { SettingStore } from '../../src/store/contract.ts'

export interface Settings extends SettingStore {
  readonly kept: Map<string, string>
  /** What the history of changes would tell. */
  readonly told: ToldSetting[]
}

export function createSettings(): Settings {
  const kept = new Map<string, string>()
  const told: ToldSetting[] = []
  return {
    kept,
    told,
    read: async (name) => kept.get(name),
    write: async (name, value) => void kept.set(name, value),
    async swap(name, before, value, saying) {
      if ((kept.get(name) ?? null) !== before) return false
      kept.set(name, value)
      if (saying) told.push(saying)
      return true
    },
  }
}
