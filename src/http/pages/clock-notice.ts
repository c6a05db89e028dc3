// The sentence that stands on every page where time runs fast, so that nobody takes a simulation for real.

/** @param speed how many times as fast as real time; 1 needs no sentence */
export function clockNotice(speed: number): string {
  return speed === 1 ? '' : `<p><b>Time runs ${speed} times as fast here; billing is a simulation.</b></p>`
}
