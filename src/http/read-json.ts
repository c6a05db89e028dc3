// Reads single fields of a JSON object of unknown shape. `null` is as good as absent. Faults are collected, not thrown.
import type { Warning } from '../domain/ad-request.ts'
import type { Issue } from '../domain/errors.ts'
import { isTooLong } from '../domain/said-text.ts'
import { isJsonObject } from '../doors/json-body.ts'
import { ISSUES_MAX, kindOf } from '../doors/validation-error.ts'

export type Json = Readonly<Record<string, unknown>>

export interface Reading {
  readonly issues: Issue[]
  readonly warnings: Warning[]
}

/** Notes a fault of `parent[key]`, or of the thing at `at` itself where no key is given; at most 20 are kept. */
export function refuse(reading: Reading, at: string, key: string | undefined, keyword: string, message: string): void {
  if (reading.issues.length >= ISSUES_MAX) return
  reading.issues.push({ pointer: key === undefined ? at : `${at}/${key}`, keyword, message })
}

export function readObject(reading: Reading, parent: Json, at: string, key: string): Json | undefined {
  const value = parent[key]
  if (value === undefined || value === null) return undefined
  if (isJsonObject(value)) return value
  refuseType(reading, at, key, 'object', value)
  return undefined
}

/** @param itemsMax more are refused */
export function readArray(
  reading: Reading,
  parent: Json,
  at: string,
  key: string,
  itemsMax = Number.POSITIVE_INFINITY,
): readonly unknown[] | undefined {
  const value = parent[key]
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) {
    refuseType(reading, at, key, 'array', value)
    return undefined
  }
  if (value.length > itemsMax) refuse(reading, at, key, 'maxItems', `must have at most ${itemsMax} items`)
  return value
}

export function readText(
  reading: Reading,
  parent: Json,
  at: string,
  key: string,
  charsMax: number,
): string | undefined {
  const value = parent[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') {
    refuseType(reading, at, key, 'string', value)
    return undefined
  }
  if (isTooLong(value, charsMax)) refuse(reading, at, key, 'maxLength', `must have at most ${charsMax} characters`)
  return value
}

export function readTexts(
  reading: Reading,
  parent: Json,
  at: string,
  key: string,
  itemsMax: number,
  charsMax: number,
): readonly string[] {
  const items = readArray(reading, parent, at, key, itemsMax)
  if (items === undefined) return NO_TEXTS
  if (items.length > itemsMax) return NO_TEXTS
  let sound = true
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (typeof item !== 'string') {
      refuse(reading, `${at}/${key}/${i}`, undefined, 'type', `must be string, not ${kindOf(item)}`)
      sound = false
    } else if (isTooLong(item, charsMax)) {
      refuse(reading, `${at}/${key}/${i}`, undefined, 'maxLength', `must have at most ${charsMax} characters`)
    }
  }
  return sound ? (items as string[]) : NO_TEXTS
}

const NO_TEXTS: readonly string[] = []

export function readNumber(
  reading: Reading,
  parent: Json,
  at: string,
  key: string,
  min: number,
  max: number,
  whole: boolean,
): number | undefined {
  const value = parent[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || (whole && Number.isFinite(value) && !Number.isInteger(value))) {
    refuseType(reading, at, key, whole ? 'integer' : 'number', value)
    return undefined
  }
  if (value >= min && value <= max) return value
  refuse(reading, at, key, value < min ? 'minimum' : 'maximum', `must be from ${min} to ${max}`)
  return undefined
}

export function readBoolean(reading: Reading, parent: Json, at: string, key: string): boolean | undefined {
  const value = parent[key]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  refuseType(reading, at, key, 'boolean', value)
  return undefined
}

/** A boolean that may also come as 0 or 1, the way consent signals often do. */
export function readFlag(reading: Reading, parent: Json, at: string, key: string): boolean | undefined {
  const value = parent[key]
  return value === 0 || value === 1 ? value === 1 : readBoolean(reading, parent, at, key)
}

function refuseType(reading: Reading, at: string, key: string, wanted: string, value: unknown): void {
  const given = typeof value === 'number' && wanted === 'integer' ? String(value) : kindOf(value)
  refuse(reading, at, key, 'type', `must be ${wanted}, not ${given}`)
}
