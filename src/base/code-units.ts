// A text as an array of its code units. A string may be asked anew for each character how it lies in memory, which costs more than
// what a reader does with the character; so whoever reads all of it takes it over in one go.

/** So many zeros follow the text, so that a reader may look ahead without asking where it ends. */
export const UNITS_AFTER = 8

let units = new Uint16Array(4096)
let bytes = Buffer.from(units.buffer)

/** UTF-16 code units, in memory that belongs to the thread and is used again by the next call; longer than the text. */
export function codeUnitsOf(text: string): Uint16Array {
  if (units.length < text.length + UNITS_AFTER) {
    units = new Uint16Array((text.length + UNITS_AFTER) * 2)
    bytes = Buffer.from(units.buffer)
  }
  bytes.write(text, 0, 'utf16le')
  for (let i = text.length; i < text.length + UNITS_AFTER; i++) units[i] = 0
  return units
}
