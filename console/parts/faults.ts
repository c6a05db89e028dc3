// What the service finds wrong with a form, told beside the fields that it concerns and by the names that they have there.
import { createContext } from 'preact'
import { useContext, useLayoutEffect, useState } from 'preact/hooks'
import { ApiError, messageOf, type Issue } from '../api.ts'

interface FormFaults {
  readonly issues: readonly Issue[]
  /** Labels of the fields that are shown, by their names in the API. */
  readonly labels: Map<string, string>
}

export const FaultsOf = createContext<FormFaults>({ issues: [], labels: new Map() })

/**
 * All that is wrong with a field, until it is changed.
 * @param wire its name in the API, such as `bid.amount`
 */
export function useFault(wire: string | undefined, label: string): { fault?: string; onInput: () => void } {
  const { issues, labels } = useContext(FaultsOf)
  const [mended, setMended] = useState<readonly Issue[]>()
  useLayoutEffect(() => {
    if (wire === undefined) return
    labels.set(wire, label)
    return () => void labels.delete(wire)
  }, [wire, label])
  const own = mended === issues ? [] : issues.filter(({ field }) => isOf(field, wire))
  // A box that is ticked is told of twice at once, and drawn between the two it would be as before.
  const onInput = () => void setTimeout(() => setMended(issues))
  if (own.length === 0) return { onInput }
  return { fault: own.map((issue) => sentence(issue, wire!, labels)).join(' '), onInput }
}

/** What went wrong, as it stands above the button: of what is told beside fields only which these are. */
export function summaryOf(error: unknown, labels: ReadonlyMap<string, string>): string | undefined {
  if (error === undefined) return undefined
  const told = issuesOf(error).map(({ field }) => [...labels].find(([wire]) => isOf(field, wire))?.[1])
  if (told.includes(undefined) && told.length > 1) {
    return issuesOf(error)
      .map(({ field, message }) => `${field} ${message}.`)
      .join(' ')
  }
  if (told.length === 0 || told.includes(undefined)) return messageOf(error)
  return `Mend what is marked: ${[...new Set(told)].join('; ')}.`
}

export const issuesOf = (error: unknown): readonly Issue[] => (error instanceof ApiError ? error.issues : NONE)
const NONE: readonly Issue[] = []

const isOf = (field: string, wire: string | undefined) => field === wire || field.startsWith(`${wire}.`)

function sentence({ field, message }: Issue, wire: string, labels: ReadonlyMap<string, string>): string {
  const at = /^\.(?:\w+\.)?(\d+)/.exec(field.slice(wire.length))?.[1]
  const words = at === undefined ? message : `Number ${Number(at) + 1} ${message}`
  // Of other fields, too, it speaks by the names that they have here; plain words such as "name" are none.
  const named = [...labels].filter(([name]) => /[.A-Z]/.test(name))
  const text = named.reduce((all, [name, label]) => all.replaceAll(name, `“${label}”`), words)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
