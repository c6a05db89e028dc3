// English words with which somebody takes back what they said before: "actually a sleeping bag", "I'd rather have a filter machine".

/**
 * True where the word from `start` to `end` turns to another thing than older messages wish. "It actually works" turns to nothing, and
 * "I'd rather have a small one" and "actually, in green" to the same thing.
 */
export function corrects(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start)
  const after = text.slice(end, end + AFTER_CHARS)
  if (REFERS_BACK.test(after)) return false
  switch (text.slice(start, end).toLowerCase()) {
    case 'actually':
      return start <= BEFORE_CHARS && BEGINS.test(before) && THING_FOLLOWS.test(after)
    case 'rather':
      return WOULD.test(before) && THING_FOLLOWS.test(after)
    case 'mind':
      return CHANGED.test(before)
    case 'instead':
      return CLAUSE_ENDS.test(after) && A_THING.test(before) && !STANDS_FOR_IT.test(before)
    default:
      return false
  }
}

const BEFORE_CHARS = 30
const AFTER_CHARS = 40
const REFERS_BACK = /^[^.!?\n]*(?<!\p{L})(?:ones?|it|them|that|this|those|these|something)(?!\p{L})/iu
const BEGINS = /^(?:(?:no|oh|hmm|hm|well|wait|sorry|ok|okay|but)[,.…!]*\s+)*$/iu
const THING_FOLLOWS =
  /^,?(?: no,?)?(?: (?:have|get|want|need|go for|buy|book|try|like))? (?:an?|some|another)(?!\p{L})/iu
const WOULD = /(?:i['’]d|we['’]d|would) $/iu
const CHANGED = /changed my $/iu
const STANDS_FOR_IT = / ones? $/iu
const CLAUSE_ENDS = /^\s*(?:$|[.,;!?\n])/u
const A_THING = /(?<!\p{L})(?:an?|some)(?: [\p{L}-]+){1,3} $/iu
