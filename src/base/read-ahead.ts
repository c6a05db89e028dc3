// Far memory that will be read soon is asked for by reading one number of each piece: the reads wait together, not one after the other.

/** Takes what such a reading made of those numbers; a compiler would leave a reading out that nobody takes. */
export function keepRead(seen: number): void {
  kept[0] = seen
}

const kept = new Int32Array(1)
