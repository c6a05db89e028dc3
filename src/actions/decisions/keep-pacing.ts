// Keeps what pacing learned over a restart: the shape of the traffic and how each campaign's ads were answered.
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { BudgetGate } from '../../engine/budget-gate.ts'
import type { SettingStore } from '../../store/contract.ts'

const NAME = 'pacing'

/** Takes up what was kept. What cannot be read is left alone: pacing then learns anew, and budgets hold all the same. */
export async function loadPacing(
  settings: SettingStore,
  budgets: Pick<BudgetGate, 'restore'>,
  log: Log,
): Promise<void> {
  const kept = await settings.read(NAME)
  if (kept === undefined) return
  try {
    budgets.restore(kept)
  } catch (error) {
    log.warn({ err: error }, 'what pacing had learned could not be read; it learns anew')
  }
}

/** A job that writes what was learned since its last run; at most about 2 MB. A crash loses what came after it. */
export function createKeepPacing(deps: {
  settings: SettingStore
  budgets: Pick<BudgetGate, 'save' | 'noted'>
  clock: Pick<Clock, 'nowMs'>
}): () => Promise<void> {
  const { settings, budgets, clock } = deps
  let kept = budgets.noted()
  return async () => {
    const noted = budgets.noted()
    if (noted === kept) return
    await settings.write(NAME, budgets.save(clock.nowMs()))
    kept = noted
  }
}
