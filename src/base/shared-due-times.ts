// The times of keys that all threads move together, in a table of shared memory by the hash of the key, behind a lock.
//
//   memory │ lock, number of keys │ two words of hash per place │ a time per place │   2 to 4 places for each key at most
import type { DueTimes } from './due-times.ts'
import { hashText } from './hash-text.ts'
import { createSpinLock } from './spin-lock.ts'

/** A key's hash, and where this thread found it last. Hashing takes longer than all else that is done for a request. */
interface Address {
  readonly high: number
  readonly low: number
  at: number
}

/** @param memory from `dueTimesMemory(keysMax)` with the same `keysMax`; keys that share a hash of 64 bits share a time */
export function createSharedDueTimes({ keysMax, memory }: { keysMax: number; memory: SharedArrayBuffer }): DueTimes {
  const places = placesFor(keysMax)
  const head = new Int32Array(memory, 0, HEAD_BYTES / 4)
  const hashes = new Int32Array(memory, HEAD_BYTES, places * 2)
  const dues = new Float64Array(memory, HEAD_BYTES + places * 8, places)
  const lock = createSpinLock(head, LOCK)
  const addresses = new Map<string, Address>()

  const addressOf = (key: string): Address => {
    let address = addresses.get(key)
    if (address === undefined) {
      if (addresses.size >= keysMax) addresses.clear()
      address = newAddress(key)
      addresses.set(key, address)
    }
    return address
  }
  const isAt = (at: number, { high, low }: Address) => hashes[at * 2] === high && hashes[at * 2 + 1] === low
  const isEmpty = (at: number) => hashes[at * 2] === 0 && hashes[at * 2 + 1] === 0
  /** Its place, where it has one; else the address points at an empty place, of which there are enough. */
  const find = (address: Address): boolean => {
    if (isAt(address.at, address)) return true
    let at = address.low & (places - 1)
    while (!isAt(at, address) && !isEmpty(at)) at = (at + 1) & (places - 1)
    address.at = at
    return !isEmpty(at)
  }
  const put = ({ high, low, at }: Address, dueMs: number): void => {
    hashes[at * 2] = high
    hashes[at * 2 + 1] = low
    dues[at] = dueMs
    head[SIZE]!++
  }
  /** Drops the keys that owe nothing any more; where nearly all of them do, also the tenth that owes least. */
  const forget = (nowMs: number): void => {
    const enough = Math.floor(keysMax * 0.9)
    const owing: [due: number, address: Address][] = []
    for (let at = 0; at < places; at++) {
      if (isEmpty(at) || dues[at]! <= nowMs) continue
      owing.push([dues[at]!, { high: hashes[at * 2]!, low: hashes[at * 2 + 1]!, at: 0 }])
    }
    if (owing.length > enough) owing.sort((one, other) => other[0] - one[0]).length = enough
    hashes.fill(0)
    head[SIZE] = 0
    for (const [dueMs, address] of owing) {
      find(address)
      put(address, dueMs)
    }
  }

  return {
    push(key, nowMs, byMs, aheadMs) {
      const address = addressOf(key)
      lock.enter()
      try {
        if (!find(address)) {
          if (head[SIZE]! >= keysMax) {
            forget(nowMs)
            find(address)
          }
          put(address, nowMs)
        }
        const due = Math.max(dues[address.at]!, nowMs) + byMs
        if (due - nowMs > aheadMs) return false
        dues[address.at] = due
        return true
      } finally {
        lock.leave()
      }
    },
    dueMs(key) {
      const address = addressOf(key)
      lock.enter()
      const dueMs = find(address) ? dues[address.at]! : 0
      lock.leave()
      return dueMs
    },
    size() {
      return Atomics.load(head, SIZE)
    },
  }
}

/** 32 to 64 bytes per key; the system gives room for what is written to. */
export function dueTimesMemory(keysMax: number): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD_BYTES + placesFor(keysMax) * 16)
}

const HEAD_BYTES = 64
const LOCK = 0
const SIZE = 1

/** A power of two, at least twice the keys. */
function placesFor(keysMax: number): number {
  return 2 ** Math.ceil(Math.log2(keysMax * 2))
}

function newAddress(key: string): Address {
  const hash = { high: 0, low: 0 }
  hashText(key, hash)
  const high = hash.high | 0 // with a sign, as they lie in the table
  const low = high === 0 && hash.low === 0 ? 1 : hash.low | 0 // an empty place has zeros
  return { high, low, at: 0 }
}
