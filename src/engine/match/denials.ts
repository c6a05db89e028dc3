// What English words right before another say of it: that it is not wanted ("not Vokka", "without a carafe", "I don't want a VPN"), or
// that somebody may have it ("bought a tent").
import { isForWhom } from './owned.ts'

/** What the words before a term say of it; 0 for nothing. */
export const DENIES = 1
/** It may be told to be owned; see owned.ts. */
export const MAY_OWN = 2

/** What the words right before `start` say of the one that begins there. "Why not a tent" and "not only a tent" deny nothing. */
export function saidBefore(text: string, start: number): number {
  const thing = start
  let before = wordBefore(text, start)
  const isMore = before === MORE
  if (ARTICLES.has(before)) before = wordBefore(text, (start = beginOfWordBefore(text, start)))
  const isFor = before === FOR
  if (isFor) before = wordBefore(text, (start = beginOfWordBefore(text, start)))
  const denier = DENIERS.get(before)
  if (denier === undefined || (isFor && before === NOTHING)) return 0
  if (denier.owns) return MAY_OWN
  const furtherStart = beginOfWordBefore(text, start)
  const further = wordBefore(text, furtherStart)
  if (isMore && LACKS.has(further)) return 0
  if (denier.lacks && HAS.has(further) && isLacked(text, beginOfWordBefore(text, furtherStart), thing)) return 0
  return (denier.unless ? !denier.unless.has(further) : denier.after === undefined || denier.after.has(further))
    ? DENIES
    : 0
}

/** Who has no wardrobe may need one; but "a phone that has no camera" is to have none, and who has no kids needs nothing for them. */
function isLacked(text: string, hasStart: number, thing: number): boolean {
  return !MEANT.has(wordBefore(text, hasStart)) && !isForWhom(text, thing)
}

const SPACE = 0x20
const WORD_CHARS_MAX = 8

function beginOfWordBefore(text: string, start: number): number {
  let at = start - 1
  while (at > 0 && isOfWord(text.charCodeAt(at - 1))) at--
  return at
}

/** Stands for the word that ends one space before `start`, in whatever case; 0 where there is none, or a longer one. No text is made. */
function wordBefore(text: string, start: number): number {
  const end = start - 1
  if (end < 1 || text.charCodeAt(end) !== SPACE) return 0
  let word = 0
  let at = end
  for (; at > 0 && isOfWord(text.charCodeAt(at - 1)); at--) {
    if (end - at === WORD_CHARS_MAX) return 0
    word = (Math.imul(word, 31) + (text.charCodeAt(at - 1) | 0x20)) | 0
  }
  return word
}

/** A letter or an apostrophe. */
function isOfWord(code: number): boolean {
  return ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x27 || code === 0x2019
}

const wordsOf = (list: string): ReadonlySet<number> =>
  new Set(list.split(' ').map((word) => wordBefore(` ${word} `, word.length + 2)))
const ARTICLES = wordsOf('a an the any another from by in at near more')
const [MORE] = wordsOf('more')
/** "A laptop not for gaming", "not for the garden". */
const [FOR] = wordsOf('for')
/** Who has "nothing for dinner" may want some. */
const [NOTHING] = wordsOf('nothing')
/** "I have no more storage" is of storage. */
const LACKS = wordsOf("have has had is are was got i've i’ve we've there's there’s")
const HAS = wordsOf('have has had got')
/** After these it is wished that something has none. */
const MEANT = wordsOf('that which must should to')
const ASKS = wordsOf("why if or i'm i’m im am")
const THAT = wordsOf('that which')
const NOT = wordsOf("don't don’t dont not")
/** Words that deny: always, unless one of these stands before them, or only after one of these; and words of owning. */
const DENIERS: ReadonlyMap<
  number,
  {
    readonly unless?: ReadonlySet<number>
    readonly after?: ReadonlySet<number>
    readonly owns?: boolean
    readonly lacks?: boolean
  }
> = new Map(
  Object.entries({
    ...{ no: { unless: ASKS, lacks: true }, not: { unless: ASKS }, nothing: {}, without: {}, except: {} },
    ...{
      than: { after: wordsOf('other rather') },
      but: { after: wordsOf('anything') },
      of: { after: wordsOf('instead') },
    },
    ...{ "isn't": { after: THAT }, 'isn’t': { after: THAT }, "aren't": { after: THAT }, 'aren’t': { after: THAT } },
    ...{ isnt: { after: THAT }, arent: { after: THAT } },
    ...{ want: { after: NOT }, need: { after: NOT } },
    ...{ have: { owns: true }, own: { owns: true }, got: { owns: true }, bought: { owns: true } },
    ...{ booked: { owns: true }, ordered: { owns: true } },
  }).map(([word, denies]) => [[...wordsOf(word)][0]!, denies]),
)
