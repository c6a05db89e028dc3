// What kind of thing the names of an ad say that it sells: they end with it.
import { stem } from '../text/stem.ts'
import { headLengthOf, mayNameKind, nameLengthOf } from './head-of-name.ts'

/** So many names make it the kind: "home office" alone makes nothing an office, "student laptop" and "budget laptop" make it a laptop. */
export const NAMES_MIN = 2

/** How many names end with each kind; the title counts for enough. One word is no name of its own: it may be all that the ad is not. */
export function kindsOf(title: string, terms: Iterable<string>): ReadonlyMap<string, number> {
  const kinds = new Map([[kindOf(title.slice(0, nameLengthOf(title))), NAMES_MIN]])
  for (const term of terms) if (term.includes(' ')) kinds.set(kindOf(term), (kinds.get(kindOf(term)) ?? 0) + 1)
  kinds.delete('')
  return kinds
}

/**
 * Whether the names tell what kind of thing the ad sells. "Feather 13" does not by itself: its last word is a common one in a title
 * that writes it without capital, or where a keyword or category ends with it, too.
 */
export function tellKind(title: string, terms: readonly string[]): boolean {
  const word = lastWordOf(title.slice(0, nameLengthOf(title)))
  if (word !== '' && word === word.toLowerCase()) return true
  const kinds = terms.map(kindOf)
  const named = kinds.filter((_, i) => terms[i]!.includes(' '))
  return kinds.includes(stemOf(word)) || named.some((kind, i) => kind !== '' && named.indexOf(kind) < i)
}

/** The stem of the word that an English name ends with, sizes, colours and what it goes with aside; empty where none is left. */
export function kindOf(name: string): string {
  return stemOf(lastWordOf(name))
}

function lastWordOf(name: string): string {
  const head = name.slice(0, headLengthOf(name, 'en'))
  let last = ''
  for (const { 0: word, index } of head.matchAll(WORD))
    if (mayNameKind(head, index, index + word.length, 'en')) last = word
  return last
}

function stemOf(word: string): string {
  return stem(word.toLowerCase().replaceAll('-', ''), 'en')
}

const WORD = /[\p{L}\d][\p{L}\d-]*/gu
