// Turns a conversation into weighted terms. Knows nothing of any inventory; what is rare in stock is weighed in the search.
import type { TermReader } from '../text/terms.ts'
import { languageOf } from './read-ad.ts'
import { createTermTally } from './term-tally.ts'
import { tuning } from './tuning.ts'
import { everydayWeightOf } from './weigh-terms.ts'

export interface ConversationText {
  /** What the user asks now. */
  readonly query: string
  /** Earlier turns, oldest first. A last user message that repeats `query` counts once. */
  readonly messages: readonly { readonly role: 'user' | 'assistant' | 'system'; readonly content: string }[]
  /** The assistant's answer that the ads will stand beside. */
  readonly response?: string
}

export interface MatchQuery {
  /** Distinct terms, heaviest first; the arrays have exactly `count` entries. */
  readonly count: number
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /** What the conversation makes of the term: about 1 for a word of the question, less for older and assistant words. */
  readonly weight: Float32Array
  /** How rare the term is in everyday language, see `RARITY_STEPS`. */
  readonly rarity: Uint8Array
  /** How the conversation wrote the term i. */
  surfaceOf(i: number): string
}

/** A function that reads conversations, in the language given (BCP 47; English where absent). */
export function createQueryBuilder(deps: { terms: TermReader }) {
  const tally = createTermTally(QUERY_TERMS_MAX)
  const rarities = new Uint8Array(QUERY_TERMS_MAX)
  const sources = new Uint8Array(QUERY_TERMS_MAX)
  const starts = new Uint32Array(QUERY_TERMS_MAX)
  const ends = new Uint32Array(QUERY_TERMS_MAX)
  const values = new Float64Array(QUERY_TERMS_MAX)
  const order = new Uint16Array(QUERY_TERMS_MAX)
  const texts: string[] = []

  function read(text: string | undefined, weight: number, language: string): void {
    if (text === undefined || text === '' || weight <= 0 || texts.length > 255) return
    texts.push(text)
    const found = deps.terms.read(text, language)
    for (let i = 0; i < found.count; i++) {
      const entry = tally.entryOf(found.lo[i]!, found.hi[i]!)
      if (entry < 0) continue
      if (tally.weight[entry] === 0) {
        rarities[entry] = found.rarity[i]!
        sources[entry] = texts.length - 1
        starts[entry] = found.start[i]!
        ends[entry] = found.end[i]!
      }
      tally.weight[entry]! += weight
    }
  }

  return function buildQuery(conversation: ConversationText, languageTag?: string): MatchQuery {
    const language = languageOf(languageTag)
    tally.clear()
    texts.length = 0
    read(conversation.query, 1, language)
    let userTurns = 1
    for (let i = conversation.messages.length - 1; i >= 0; i--) {
      const { role, content } = conversation.messages[i]!
      const decay = tuning.turnDecay ** userTurns
      if (role === 'assistant') read(content, tuning.assistantWeight * decay, language)
      else if (role === 'system') read(content, tuning.systemWeight, language)
      else if (userTurns > 1 || content.trim() !== conversation.query.trim()) {
        read(content, decay, language)
        userTurns++
      }
    }
    read(conversation.response, tuning.responseWeight, language)

    // Saturated like BM25's k3, so that a word said in every turn does not drown the rest.
    const k3 = tuning.querySaturation
    for (let i = 0; i < tally.count; i++) {
      const said = tally.weight[i]!
      tally.weight[i] = (said * (k3 + 1)) / (said + k3)
      values[i] = tally.weight[i]! * everydayWeightOf(rarities[i]!)
    }
    const count = pickLargest(values, tally.count, tuning.lookedUpTermsMax, order)

    const query = {
      count,
      lo: new Uint32Array(count),
      hi: new Uint32Array(count),
      weight: new Float32Array(count),
      rarity: new Uint8Array(count),
    }
    const places = new Uint32Array(count * 3)
    for (let i = 0; i < count; i++) {
      const entry = order[i]!
      query.lo[i] = tally.lo[entry]!
      query.hi[i] = tally.hi[entry]!
      query.weight[i] = tally.weight[entry]!
      query.rarity[i] = rarities[entry]!
      places[i * 3] = sources[entry]!
      places[i * 3 + 1] = starts[entry]!
      places[i * 3 + 2] = ends[entry]!
    }
    const said = [...texts]
    const surfaceOf = (i: number) => said[places[i * 3]!]!.slice(places[i * 3 + 1], places[i * 3 + 2])
    return { ...query, surfaceOf }
  }
}

/** Distinct terms of one conversation that are weighed at all. */
const QUERY_TERMS_MAX = 1024

/** Writes the indices of the largest of `values[0 … count)` to `order`, largest first, ties in reading order; returns how many. */
export function pickLargest(values: Float64Array, count: number, max: number, order: Uint16Array): number {
  let kept = 0
  for (let i = 0; i < count; i++) {
    const value = values[i]!
    if (kept === max && value <= values[order[kept - 1]!]!) continue
    let at = kept < max ? kept++ : kept - 1
    while (at > 0 && values[order[at - 1]!]! < value) {
      order[at] = order[at - 1]!
      at--
    }
    order[at] = i
  }
  return kept
}
