// The clock of the installation: real, or one that runs fast since an epoch that a restart must not move. A store keeps its speed for good,
// since nobody owes what was spent in fast time, and whoever read a simulation as real would ask for the money.
import { type Clock, createFastClock, realClock } from '../base/clock.ts'
import type { SettingStore } from '../store/contract.ts'

/**
 * @param speed how many times as fast as real time; 1 is the machine's own clock
 * @returns the clock, and when it began where it is not the machine's own
 * @throws Error in a sentence where the store began at another speed
 */
export async function openClock(settings: SettingStore, speed: number): Promise<{ clock: Clock; epochMs?: number }> {
  await holdSpeed(settings, speed)
  if (speed === 1) return { clock: realClock }
  const name = `clock_epoch_x${speed}`
  const kept = await settings.read(name)
  const epochMs = kept === undefined ? realClock.nowMs() : Number(kept)
  if (kept === undefined) await settings.write(name, String(epochMs))
  return { clock: createFastClock({ epochMs, speed }), epochMs }
}

async function holdSpeed(settings: SettingStore, speed: number): Promise<void> {
  const kept = await settings.read(SPEED)
  if (kept === undefined) await settings.write(SPEED, String(speed))
  else if (Number(kept) !== speed) {
    const mend = Number(kept) === 1 ? 'take the setting away' : `set it to ${written(Number(kept))}`
    throw new Error(
      `The clock of this data folder is ${written(Number(kept))}, and ASIDE_CLOCK says ${written(speed)}; ${mend}, or choose another folder.`,
    )
  }
}

/** As the setting is written. */
const written = (speed: number) => (speed === 1 ? 'real' : `x${speed}`)

const SPEED = 'clock_speed'
