// The heaviest of many, without sorting all.

/** Writes the indices of the largest of `values[0 … count)` to `order`, largest first, ties in reading order; returns how many. */
export function pickLargest(values: Float64Array, count: number, max: number, order: Uint16Array): number {
  let kept = 0
  for (let i = 0; i < count; i++) {
    const value = values[i]!
    if (kept === max && value <= values[order[kept - 1]!]!) continue
    let at = kept < max ? kept++ : kept - 1
    while (at > 0 && values[order[at - 1]!]! < value) {
      order[at] = order[at - 1]!
      at--
    }
    order[at] = i
  }
  return kept
}
