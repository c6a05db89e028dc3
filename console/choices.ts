// What was chosen on a page, kept in its address, so that a reload, a link and the way back bring it again: `#/reports?by=campaign`.

/** By the name of each choice what can be chosen, the first of which holds where nothing was; or whether a text can be. */
type Offered<N extends string> = Readonly<Record<N, readonly string[] | ((text: string) => boolean)>>

type Chosen<N extends string> = Readonly<Record<N, string>>

/** @param isTyped on the way from key to key there is nothing to go back to */
type Choose<N extends string> = (change: Partial<Chosen<N>>, isTyped?: boolean) => void

/**
 * Reads the choices from the query of a page's address, and changes it. What cannot be chosen counts as not chosen; what holds anyway is not named.
 * @param page its path, such as "reports"
 */
export function choicesOf<N extends string>(page: string, query: string, offered: Offered<N>): [Chosen<N>, Choose<N>] {
  const names = Object.keys(offered) as N[]
  const read = (name: N, text: string): string => {
    const one = offered[name]
    if (typeof one === 'function') return one(text) ? text : ''
    return one.includes(text) ? text : one[0]!
  }
  const readAll = (text: string): Chosen<N> => {
    const params = new URLSearchParams(text)
    return Object.fromEntries(names.map((name) => [name, read(name, params.get(name) ?? '')])) as Chosen<N>
  }
  const chosen = readAll(query)
  const choose: Choose<N> = (change, isTyped = false) => {
    // The page may not have been drawn since the last choice.
    const [place, now = ''] = location.hash.split('?')
    const after = { ...(place === `#/${page}` ? readAll(now) : chosen), ...change }
    const named = names.filter((name) => after[name] !== read(name, ''))
    const text = String(new URLSearchParams(named.map((name) => [name, after[name]])))
    const hash = text === '' ? `#/${page}` : `#/${page}?${text}`
    if (isTyped) location.replace(hash)
    else location.hash = hash
  }
  return [chosen, choose]
}

/** A date of the calendar, such as 2026-03-31. */
export function isDate(text: string): boolean {
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(`${text}T`)
}
