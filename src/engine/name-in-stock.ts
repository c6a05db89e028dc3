// Tells the bare name of a thing that is for sale ("smoke alarm", "domain name") from a command of as few words: some ad is called so.
import { SLOT_FORMATS } from '../domain/publisher.ts'
import { maskOf } from './catalog.ts'
import { queryOf } from './reading.ts'
import type { Thought } from './thought.ts'
import { isPleasantry } from './understand/pleasantries.ts'
import { extractFeatures } from './understand/text-features.ts'

const NAME_WORDS_MAX = 3
const NAME_CHARS_MAX = 60
/** So many of the best ads are asked what they are called. */
const LOOKED_AT_MAX = 12
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Whether the newest message is nothing but what an ad is called: the last words of its title's name, or its brand. Keywords and categories,
 * which nobody sees, count nothing: an advertiser could name commands there.
 * @param placement by which alone the slots of a request differ in whom they are meant for; asked for another of the same, it is known
 * @param meant by campaign number: 1 = for this audience, also where it may not serve just now, so that the answer says why
 */
export function isNameInStock(thought: Thought, placement: string, meant: () => Uint8Array): boolean {
  let is = thought.named.get(placement)
  if (is === undefined) thought.named.set(placement, (is = isName(thought, meant)))
  return is
}

function isName({ reading, world: { catalog } }: Thought, meant: () => Uint8Array): boolean {
  const { query } = reading.request.conversation
  if (query.length > NAME_CHARS_MAX) return false
  const name = nameOf(query)
  const words = name.split(' ').length - 1
  if (name === ' ' || words > NAME_WORDS_MAX || isPleasantry(extractFeatures(query))) return false
  const found = catalog.index.search(queryOf(reading), {
    limit: LOOKED_AT_MAX,
    admitted: meant(),
    formats: maskOf(SLOT_FORMATS),
  })
  return found.docs
    .subarray(0, found.count)
    .some((doc) => catalog.shownNamesOf(doc).some((shown) => nameOf(shown).endsWith(name)))
}

/** With a space before each word, whether it stands for one thing or several. */
function nameOf(text: string): string {
  const words = text.toLowerCase().match(WORD) ?? []
  return ` ${words.join(' ')}`.replace(/(?<=[^s])s$/, '')
}
