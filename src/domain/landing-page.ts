// Which page a landing URL names: what only tracks, or is only written otherwise, makes no other page.

/** So many parameters are taken away one by one; of a longer query the others stay. */
const PARAMETERS_TRIED = 20

/** Parameters that advertising and mail systems add to tell where somebody came from. */
const TRACKING =
  /^(utm_|mtm_|hsa_|gad_|mc_|pk_(campaign|kwd|source|medium|content)$|((g|d|fb|tt|tw|y)clid|msclkid|irclickid|gclsrc|gbraid|wbraid|srsltid|igshid|li_fat_id|epik|_ga|_gl)$)/i
/** Filled in at the click. */
const PLACEHOLDER = /\{\w+\}/

/** The page of a checked URL as a text in which equal pages are equal. It is no address to go to. */
export function landingPageOf(url: string): string {
  return pageOf(readUrl(url))
}

/**
 * Pages that this one may be with something added that nobody reads: without one of its parameters, and without any. One with another
 * value, such as another product's id, is none of them.
 */
export function plainerPagesOf(url: string): readonly string[] {
  const { parameters, ...place } = readUrl(url)
  const fewer = parameters.slice(0, PARAMETERS_TRIED).map((_, i) => parameters.toSpliced(i, 1))
  return parameters.length === 0 ? [] : [...fewer, []].map((parameters) => pageOf({ ...place, parameters }))
}

interface Place {
  readonly path: string
  readonly parameters: readonly string[]
  /** Where the page itself reads what follows the `#` as a path. */
  readonly route: string
}

function pageOf({ path, parameters, route }: Place): string {
  return `${path}?${parameters.join('&')}${route}`
}

function readUrl(url: string): Place {
  const { host, pathname, searchParams, hash } = new URL(url)
  const tells = ([name, value]: readonly [string, string]) => !TRACKING.test(name) && !PLACEHOLDER.test(value)
  const parameters = [...searchParams].filter(tells).map((pair) => pair.map(encodeURIComponent).join('='))
  return {
    path: `${host.replace(/^www\./, '')}${decoded(pathname).replace(/\/+$/, '')}`,
    parameters: [...new Set(parameters)].sort(),
    route: /^#[!/]./.test(hash) ? hash : '',
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
