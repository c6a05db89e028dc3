// Finds a house ad for a slot that would stay empty, whatever it is about; each that may serve is as likely.
import type { Random } from '../base/random.ts'
import type { Candidate } from './candidate.ts'
import { maskOf } from './catalog.ts'
import type { Gathering } from './gather-candidates.ts'

/**
 * Undefined where the publisher wants none, or none may serve.
 * @param candidates those that were looked at
 */
export function drawHouseAd(
  candidates: readonly Candidate[],
  { slot, format, screening, search, thought }: Pick<Gathering, 'slot' | 'format' | 'screening' | 'search' | 'thought'>,
): Candidate | undefined {
  const { circumstances, placedAds, textJsonOf } = thought
  const { catalog, house } = thought.world
  const { nowMs, publisher, random } = circumstances
  // Whoever names a least relevance wants nothing below it, and an entity link is an ad that the answer names.
  const asksForFit = (slot.minRelevance ?? 0) > 0 || format === 'entity_link'
  if (publisher.policy.houseAds !== 'backfill' || asksForFit) return undefined
  const admitted = screening.admittedIn('house')
  if (admitted === undefined) return undefined
  const isOpen = (doc: number): boolean => {
    if (admitted[catalog.campaignNumberOf(doc)] !== 1 || search.isOut(doc)) return false
    return (catalog.index.formatsOf(doc) & maskOf([format])) !== 0
  }
  // Two cards that read the same tell no more than one, here neither.
  const isFresh = (doc: number): boolean => {
    if (!isOpen(doc)) return false
    const { advertiserNumber } = search.offerOf(doc)!
    return !placedAds.some(
      (one) => one.advertiserNumber === advertiserNumber && textJsonOf(one.doc) === textJsonOf(doc),
    )
  }
  const docs = house.docs(nowMs)
  const doc = drawn(docs, isFresh, random) ?? drawn(docs, isOpen, random)
  if (doc === undefined) return undefined
  // One that was looked at keeps what is known of it.
  const candidate = candidates.find((one) => one.doc === doc) ?? search.candidateOf(doc)!
  candidate.stop = undefined
  return candidate
}

/** One that is open, each as likely. Lots are drawn until one is, since to look at all of a thousand ads takes a millisecond. */
function drawn(docs: readonly number[], isOpen: (doc: number) => boolean, random: Random): number | undefined {
  const left = [...docs]
  while (left.length > 0) {
    const at = Math.floor(random() * left.length)
    const doc = left[at]!
    if (isOpen(doc)) return doc
    left[at] = left.at(-1)!
    left.pop()
  }
  return undefined
}
