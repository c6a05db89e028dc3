// A number for each small whole number, in one array that grows; for what would be a Map of millions.
import { growingMemory, growTo, type MemoryPart } from '../../base/growing-memory.ts'

export interface NumberMap {
  /** 0 where nothing was set. May be asked beside a thread that sets others. */
  get(key: number): number
  /** One thread at a time. A key of KEYS_MAX or more is left at 0. */
  set(key: number, value: number): void
  /** What there is to save of it. */
  parts(): MemoryPart[]
}

/** Serial numbers of ads and the like: no store gives so many. */
const KEYS_MAX = 2 ** 28
const KEY_BYTES = Uint32Array.BYTES_PER_ELEMENT

export function numberMapMemory(): SharedArrayBuffer {
  return growingMemory(KEYS_MAX * KEY_BYTES)
}

/** @param memory from `numberMapMemory`; all threads that are given it share the numbers */
export function createNumberMap(memory: SharedArrayBuffer): NumberMap {
  let values = new Uint32Array(memory, 0, memory.byteLength / KEY_BYTES)
  // Whatever thread made it longer.
  const reaches = (key: number): boolean => {
    if (key < values.length) return true
    values = new Uint32Array(memory, 0, memory.byteLength / KEY_BYTES)
    return key < values.length
  }
  return {
    get: (key) => (reaches(key) ? values[key]! : 0),
    set(key, value) {
      if (!reaches(key)) {
        if (key >= KEYS_MAX) return
        growTo(memory, (key + 1) * KEY_BYTES)
        reaches(key)
      }
      values[key] = value
    },
    parts: () => [{ memory, from: 0, bytes: memory.byteLength }],
  }
}
