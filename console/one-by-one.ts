// Does the same to many things, one after the other, and keeps account of what became of each.
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, messageOf } from './api.ts'

export interface Account<T> {
  readonly done: readonly T[]
  /** What was refused, and why. */
  readonly refused: readonly { readonly item: T; readonly why: string; readonly code: string }[]
  /** What was not tried any more, since the service could not be reached or answered with a fault of its own. */
  readonly left: readonly T[]
  /** Why it was not. */
  readonly ended?: string
}

interface Progress {
  readonly tried: number
  readonly all: number
}

export interface OneByOne<T> {
  /** While it goes on. */
  readonly progress: Progress | undefined
  run(items: readonly T[]): Promise<Account<T>>
}

/** Once what shows it is gone, nothing more is begun. */
export function useOneByOne<T>(act: (item: T) => Promise<unknown>): OneByOne<T> {
  const [progress, setProgress] = useState<Progress>()
  const isGone = useRef(false)
  useEffect(() => () => void (isGone.current = true), [])
  const run = async (items: readonly T[]): Promise<Account<T>> => {
    const done: T[] = []
    const refused: { item: T; why: string; code: string }[] = []
    try {
      for (const [tried, item] of items.entries()) {
        if (isGone.current) return { done, refused, left: items.slice(tried) }
        setProgress({ tried, all: items.length })
        try {
          await inTime(() => act(item))
          done.push(item)
        } catch (error) {
          // What is refused says nothing of the others; a service that is away says the same of all.
          const isRefused = error instanceof ApiError && REFUSALS.includes(error.status)
          if (!isRefused) return { done, refused, left: items.slice(tried), ended: messageOf(error) }
          refused.push({ item, why: messageOf(error), code: error.code })
        }
      }
      return { done, refused, left: [] }
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, run }
}

/** Of this one thing: it is no longer as it was, or not to be done so. */
const REFUSALS = [400, 403, 404, 409]
const TRIES_MAX = 10
const PAUSE_MS = 1_000

/** Waits where it goes faster than the key may. */
async function inTime(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await act()
      return
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 429) || tries === TRIES_MAX) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
