// Arrays of numbers in shared memory: outside the heap, written to a file as they lie, and readable by any thread that is
// handed them. The operating system gives room only once it is written to, so reserving more than is needed costs nothing.

export type NumberArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array

interface ArrayType<T extends NumberArray> {
  new (buffer: SharedArrayBuffer, byteOffset?: number, length?: number): T
  readonly BYTES_PER_ELEMENT: number
}

/** All zeros. */
export function sharedArray<T extends NumberArray>(Type: ArrayType<T>, length: number): T {
  return new Type(new SharedArrayBuffer(length * Type.BYTES_PER_ELEMENT))
}

/** The array itself where it has an element `index`, else a copy at least twice as long, with zeros at its end. */
export function grownTo<T extends NumberArray>(array: T, index: number): T {
  if (index < array.length) return array
  const longer = sharedArray(array.constructor as unknown as ArrayType<T>, Math.max(index + 1, array.length * 2))
  longer.set(array as never)
  return longer
}

/** The bytes of an array's first `length` elements, not copied. */
export function bytesOf(array: NumberArray, length = array.length): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, length * array.BYTES_PER_ELEMENT)
}
