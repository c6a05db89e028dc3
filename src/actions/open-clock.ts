// The clock of the installation: real, or one that runs fast since an epoch that a restart must not move.
import { type Clock, createFastClock, realClock } from '../base/clock.ts'
import type { SettingStore } from '../store/contract.ts'

/** @param speed how many times as fast as real time; 1 is the machine's own clock */
export async function openClock(settings: SettingStore, speed: number): Promise<Clock> {
  if (speed === 1) return realClock
  const name = `clock_epoch_x${speed}`
  const kept = await settings.read(name)
  const epochMs = kept === undefined ? Date.now() : Number(kept)
  if (kept === undefined) await settings.write(name, String(epochMs))
  return createFastClock({ epochMs, speed })
}
