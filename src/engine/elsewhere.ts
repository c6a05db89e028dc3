// Ads for another place than was asked for: beside a plumber "in London" one "in Paris" helps nobody who asked for London. What is a place
// only the ads tell; so nothing is held back before one of them says that it is there.
import { type Candidate, holdBack } from './candidate.ts'
import type { Catalog } from './catalog.ts'
import { IS_PLACE, type MatchQuery } from './match/match-query.ts'

/** What is left of the relevance of an ad whose title says that it is in another place. */
const ELSEWHERE_SHARE = 0.3
/** So many of the ads that hold the word are asked whether it is a place to them. */
const ASKED_MAX = 2
/** The first word of the name that follows; in a title it begins with a capital. */
const IS_IN = /(?<!\p{L})in (\p{Lu}[\p{L}'’-]+)/u

/** Lowers the relevance of those whose title says they are in a place that was not asked for, where another's says it is where it should be. */
export function holdBackElsewhere(
  candidates: readonly Candidate[],
  query: MatchQuery,
  catalog: Pick<Catalog, 'titleJsonOf'>,
): void {
  let others = 0
  for (const { stop, isThere } of candidates) if (stop === undefined && isThere === false) others++
  if (others === 0 || others === candidates.length) return
  const placeOf = ({ doc }: Candidate) => IS_IN.exec(catalog.titleJsonOf(doc))?.[1]?.toLowerCase()
  const asked = new Set<string>()
  for (let i = 0; i < query.count; i++) if (query.roles[i]! & IS_PLACE) asked.add(query.surfaceOf(i).toLowerCase())
  const isSaid = (place: string | undefined) => place !== undefined && asked.has(place)
  let left = ASKED_MAX
  if (!candidates.some((one) => one.isThere === true && left-- > 0 && isSaid(placeOf(one)))) return
  for (const one of candidates) {
    const place = one.isThere === false ? placeOf(one) : undefined
    if (place !== undefined && !asked.has(place)) holdBack(one, ELSEWHERE_SHARE)
  }
}
