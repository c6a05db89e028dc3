// The clock of the installation: real, or one that runs fast since an epoch that a restart must not move.
import { type Clock, createFastClock, realClock } from '../base/clock.ts'
import type { SettingStore } from '../store/contract.ts'

/**
 * @param speed how many times as fast as real time; 1 is the machine's own clock
 * @returns the clock, and when it began where it is not the machine's own
 */
export async function openClock(settings: SettingStore, speed: number): Promise<{ clock: Clock; epochMs?: number }> {
  if (speed === 1) return { clock: realClock }
  const name = `clock_epoch_x${speed}`
  const kept = await settings.read(name)
  const epochMs = kept === undefined ? realClock.nowMs() : Number(kept)
  if (kept === undefined) await settings.write(name, String(epochMs))
  return { clock: createFastClock({ epochMs, speed }), epochMs }
}
