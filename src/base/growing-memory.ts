// Shared memory that grows in place up to a bound, so that other threads find what was added without being handed anything.
//
// What is reserved costs addresses alone: the operating system gives room once it is written to, and the collector does not
// count it. An array that follows the length by itself is thirty times slower than others (V8 of Node 24); so each thread
// makes itself a new one, of a fixed length, when it meets an index beyond its own.

const STEP_BYTES = 65_536

/** All zeros, and empty at first. @throws RangeError where the process may not have so many addresses */
export function growingMemory(bytesMax: number): SharedArrayBuffer {
  return new SharedArrayBuffer(0, { maxByteLength: Math.ceil(bytesMax / STEP_BYTES) * STEP_BYTES })
}

/**
 * Makes it hold `bytes` at least, in steps that grow with it. One thread at a time.
 * @throws RangeError beyond its bound, or where the operating system has no memory left
 */
export function growTo(memory: SharedArrayBuffer, bytes: number): void {
  if (bytes <= memory.byteLength) return
  const roomy = Math.ceil(Math.max(bytes, memory.byteLength * 1.125) / STEP_BYTES) * STEP_BYTES
  memory.grow(Math.max(bytes, Math.min(roomy, memory.maxByteLength)))
}

/** Some bytes of it, as they lie. */
export interface MemoryPart {
  readonly memory: SharedArrayBuffer
  readonly from: number
  readonly bytes: number
}
