// What every page does: load something and show how that goes, or do something once and show how that went.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { messageOf, type Api } from './api.ts'
import { isolated } from './format.ts'
import type { Ad, Advertiser, Campaign, Page, Publisher } from './shapes.ts'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: unknown
  /** True also while a value that is shown is read again. */
  readonly loading: boolean
  reload(): void
  /** Shows at once what is known by now, such as what a save answered: a form that is opened next begins with it. */
  take(change: (value: T) => T): void
}

interface LoadState<T> {
  readonly value?: T
  /** What the value was asked for with. */
  readonly of?: readonly unknown[]
  readonly isPart?: boolean
  readonly error?: unknown
  readonly loading: boolean
}

/**
 * Loads when the page appears and whenever one of `inputs` or `occasions` changes; the newest answer wins. A value stands until the next one is
 * there; where that cannot be read, it stands on only if it is of the same inputs.
 * @param load may show the part that it has while it reads on
 * @param occasions read anew what is of the same inputs: how much of it is shown, what was changed meanwhile
 */
export function useLoad<T>(
  load: (signal: AbortSignal, show: (part: T) => void) => Promise<T>,
  inputs: readonly unknown[],
  occasions: readonly unknown[] = [],
): Loaded<T> {
  const [state, setState] = useState<LoadState<T>>({ loading: true })
  const [round, setRound] = useState(0)
  const reading = useRef<AbortController>(undefined)
  useEffect(() => {
    const abort = new AbortController()
    reading.current = abort
    setState(({ value, of }) => ({ value, of, loading: true }))
    // What stands there whole is not cut short while it is read again.
    const show = (value: T) =>
      !abort.signal.aborted &&
      setState((before) =>
        before.value === undefined || before.isPart ? { value, of: inputs, isPart: true, loading: true } : before,
      )
    const settle = (next: (before: LoadState<T>) => LoadState<T>) => {
      if (abort.signal.aborted) return
      reading.current = undefined
      setState(next)
    }
    load(abort.signal, show).then(
      (value) => settle(() => ({ value, of: inputs, loading: false })),
      (error) =>
        settle(({ value, of }) =>
          of?.every((one, i) => one === inputs[i]) ? { value, of, error, loading: false } : { error, loading: false },
        ),
    )
    return () => abort.abort()
  }, [...inputs, ...occasions, round])
  const reload = useCallback(() => setRound((n) => n + 1), [])
  const take = useCallback((change: (value: T) => T) => {
    setState((before) => (before.value === undefined ? before : { ...before, value: change(before.value) }))
    // What is being read may have been answered before the save.
    if (reading.current === undefined) return
    reading.current.abort()
    reload()
  }, [])
  return { value: state.value, error: state.error, loading: state.loading, reload, take }
}

/** With this one in the place of the one of the same id. */
export function withChanged<T extends { readonly id: string }>(all: readonly T[], changed: T): T[] {
  return all.map((one) => (one.id === changed.id ? changed : one))
}

/** A page beside those of the navigation names the tab itself; that of one thing is called after it, once its name is known. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) document.title = `${isolated(name)} · Aside`
  }, [name])
}

export interface Doing<A extends unknown[]> {
  readonly busy: boolean
  readonly error: unknown
  /** What went wrong the last time, as a sentence. */
  readonly fault: string | undefined
  run(...args: A): Promise<void>
  /** What went wrong the last time is told no more: something else was done since. */
  forget(): void
}

/** Something that a button does: not twice at once, and what goes wrong is told beside it. */
export function useDoing<A extends unknown[]>(work: (...args: A) => Promise<void>): Doing<A> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const running = useRef(false)
  const run = async (...args: A) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await work(...args)
    } catch (error) {
      setError(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const forget = () => setError(undefined)
  return { busy, error, fault: error === undefined ? undefined : messageOf(error), run, forget }
}

/** More than any list shows at a time: an explanation holds 400 candidates at most. */
const NAMES_MAX = 500

/** Titles of ads by id, read one by one where the key may; ids without one are not in the map. */
export function useAdTitles(api: Api, mayRead: boolean, ids: readonly (string | undefined)[]): Names {
  return useNames<Ad>(api, mayRead, 'ads', ids, ({ title }) => title)
}

/** Names of publishers by id, in the same way. */
export function usePublisherNames(api: Api, mayRead: boolean, ids: readonly string[]): Names {
  return useNames<Publisher>(api, mayRead, 'publishers', ids, ({ name }) => name)
}

/** Names of advertisers by id, in the same way. */
export function useAdvertiserNames(api: Api, mayRead: boolean, ids: readonly string[]): Names {
  return useNames<Advertiser>(api, mayRead, 'advertisers', ids, ({ name }) => name)
}

/** Names of campaigns by id, in the same way. */
export function useCampaignNames(api: Api, mayRead: boolean, ids: readonly string[]): Names {
  return useNames<Campaign>(api, mayRead, 'campaigns', ids, ({ name }) => name)
}

export type Names = ReadonlyMap<string, string>

function useNames<T>(
  api: Api,
  mayRead: boolean,
  path: 'ads' | 'publishers' | 'advertisers' | 'campaigns',
  ids: readonly (string | undefined)[],
  nameOf: (one: T) => string,
): Names {
  const wanted = [...new Set(ids.filter((id) => id !== undefined))].slice(0, NAMES_MAX)
  // Kept no longer than the page, since what is called so now may be called otherwise then.
  const [names, setNames] = useState<Names>(new Map())
  const missing = wanted.filter((id) => !names.has(id)).join()
  useEffect(() => {
    if (!mayRead || missing === '') return
    const abort = new AbortController()
    const read = async (id: string) => {
      const one = await api.get<T>(`${path}/${encodeURIComponent(id)}`, abort.signal)
      return [id, nameOf(one)] as const
    }
    void Promise.allSettled(missing.split(',').map(read)).then((all) => {
      if (abort.signal.aborted) return
      // A name that cannot be read is no fault: the id stands in its place.
      const found = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      setNames((before) => new Map([...[...before].filter(([id]) => wanted.includes(id)), ...found]))
    })
    return () => abort.abort()
  }, [missing, mayRead])
  return names
}

const PAGES_MAX = 50
const PAGE = 200
/** No list is read any further. */
export const LIST_MAX = PAGES_MAX * PAGE

/**
 * A whole list, page after page, up to `LIST_MAX`.
 * @param onPart gets what was read so far, whenever there is more
 */
export async function readAll<T>(
  api: Api,
  path: string,
  signal?: AbortSignal,
  onPart?: (part: readonly T[]) => void,
): Promise<T[]> {
  const all: T[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const joint = path.includes('?') ? '&' : '?'
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const answer: Page<T> = await api.get<Page<T>>(`${path}${joint}limit=${PAGE}${from}`, signal)
    all.push(...answer.data)
    cursor = answer.nextCursor
    if (cursor === null) break
    onPart?.([...all])
  }
  return all
}
