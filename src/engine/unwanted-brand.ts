// Whether an ad is of a brand that the user does not want ("not Vokka"); asked of thousands of ads where few are of another.
import { createMemo } from '../base/memo.ts'
import type { Card } from '../domain/served.ts'
import type { Catalog } from './catalog.ts'
import type { Matcher } from './match/matcher.ts'
import { queryOf, type Reading } from './reading.ts'

/** For one decision, whose ads are of few brands. */
export function createUnwantedBrand(
  catalog: Pick<Catalog, 'brandJsonOf'>,
  matcher: Pick<Matcher, 'isUnwantedBrand'>,
  reading: Reading,
): (doc: number) => boolean {
  let judged: ((brandJson: string) => boolean) | undefined
  return (doc) => {
    const query = queryOf(reading)
    if (query.unwanted === undefined) return false
    judged ??= createMemo((json) => matcher.isUnwantedBrand(query, brandIn(json)))
    return judged(catalog.brandJsonOf(doc))
  }
}

function brandIn(json: string): string {
  return (JSON.parse(`{${json}}`) as Pick<Card, 'brand'>).brand.name
}
