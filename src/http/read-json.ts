// Reads single fields of a JSON object of unknown shape. `null` is as good as absent. Faults are collected, not thrown.
import type { Warning } from '../domain/ad-request.ts'
import type { Issue } from '../domain/errors.ts'
import { isTooLong } from '../domain/said-text.ts'
import { isJsonObject } from '../doors/json-body.ts'
import { ISSUES_MAX } from '../domain/faults.ts'
import { kindOf } from '../doors/kind-of.ts'

export type Json = Readonly<Record<string, unknown>>

export interface Reading {
  readonly issues: Issue[]
  readonly warnings: Warning[]
}

/** An object that is being read. */
export interface Part {
  readonly fields: Json
  /** Its own step below `within`, such as `slots/0`; the body itself has neither. */
  readonly name: string
  readonly within: Part | undefined
  /** Where its faults are noted. */
  readonly reading: Reading
}

/** Notes a fault of a field, or of what stands below it, such as `messages/3`; at most 20 are kept. */
export function refuse(part: Part, key: string, keyword: string, message: string): void {
  const { issues } = part.reading
  if (issues.length < ISSUES_MAX) issues.push({ pointer: `${pointerTo(part)}/${key}`, keyword, message })
}

/** Where it stands in the body, as a JSON pointer. Most requests have no fault, and nobody asks. */
export function pointerTo({ within, name }: Part): string {
  return within === undefined ? '' : `${pointerTo(within)}/${name}`
}

/** True where a field was left out, which null says too. */
export function isAbsent({ fields }: Part, key: string): boolean {
  return fields[key] === undefined || fields[key] === null
}

export function readObject(part: Part, key: string): Part | undefined {
  const value = part.fields[key]
  if (value === undefined || value === null) return undefined
  if (isJsonObject(value)) return { fields: value, name: key, within: part, reading: part.reading }
  refuseType(part, key, 'object')
  return undefined
}

/** @param itemsMax more are refused */
export function readArray(
  part: Part,
  key: string,
  itemsMax = Number.POSITIVE_INFINITY,
): readonly unknown[] | undefined {
  const value = part.fields[key]
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) {
    refuseType(part, key, 'array')
    return undefined
  }
  if (value.length > itemsMax) refuse(part, key, 'maxItems', `must have at most ${itemsMax} items`)
  return value
}

export function readText(part: Part, key: string, charsMax: number): string | undefined {
  const value = part.fields[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') {
    refuseType(part, key, 'string')
    return undefined
  }
  if (isTooLong(value, charsMax)) refuse(part, key, 'maxLength', `must have at most ${charsMax} characters`)
  return value
}

/** @param charsMax of each item */
export function readTexts(part: Part, key: string, itemsMax: number, charsMax: number): readonly string[] {
  const items = readArray(part, key, itemsMax)
  if (items === undefined) return NO_TEXTS
  if (items.length > itemsMax) return NO_TEXTS
  let sound = true
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (typeof item !== 'string') {
      refuse(part, `${key}/${i}`, 'type', `must be string, not ${kindOf(item)}`)
      sound = false
    } else if (isTooLong(item, charsMax)) {
      refuse(part, `${key}/${i}`, 'maxLength', `must have at most ${charsMax} characters`)
    }
  }
  return sound ? (items as string[]) : NO_TEXTS
}

const NO_TEXTS: readonly string[] = []

/** Both bounds included. */
export interface Bounds {
  readonly min: number
  readonly max: number
  readonly whole?: true
}

export function readNumber(part: Part, key: string, { min, max, whole }: Bounds): number | undefined {
  const value = part.fields[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || (whole && Number.isFinite(value) && !Number.isInteger(value))) {
    refuseType(part, key, whole ? 'integer' : 'number')
    return undefined
  }
  if (value >= min && value <= max) return value
  refuse(part, key, value < min ? 'minimum' : 'maximum', `must be from ${min} to ${max}`)
  return undefined
}

export function readBoolean(part: Part, key: string): boolean | undefined {
  const value = part.fields[key]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  refuseType(part, key, 'boolean')
  return undefined
}

/** A boolean that may also come as 0 or 1, the way consent signals often do. */
export function readFlag(part: Part, key: string): boolean | undefined {
  const value = part.fields[key]
  return value === 0 || value === 1 ? value === 1 : readBoolean(part, key)
}

function refuseType(part: Part, key: string, wanted: string): void {
  const value = part.fields[key]
  const given = typeof value === 'number' && wanted === 'integer' ? String(value) : kindOf(value)
  refuse(part, key, 'type', `must be ${wanted}, not ${given}`)
}
