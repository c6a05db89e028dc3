// What the assistant said right before the user: what it asked belongs to the wish, above all where the user agrees, and that something
// is booked ends one.
import { isWordCode } from '../text/tokenise.ts'

/**
 * What of `said` belongs to the wish, each sentence on a line of its own: what it asks; of what the user agreed to the last question, or
 * the last sentence where nothing is asked. What it asks of things that the user may have is no wish.
 */
export function askedIn(said: string, isAgreed: boolean): string {
  let asked = ''
  let last: string | undefined
  let from = 0
  for (let at = nextMark(said, 0); at >= 0; at = nextMark(said, from)) {
    const question = said.slice(beginOfSentence(said, from, at), at)
    from = at + 1
    if (isAgreed) last = question
    else if (asked.length < ASKED_CHARS && !OWNS.test(question)) asked += `${question}\n`
  }
  if (last !== undefined) asked = OWNS.test(last) ? '' : last
  else if (isAgreed) asked = lastSentenceOf(said)
  return asked.replace(PRICE, ' ').trim()
}

/** "Yes, a light one", "exactly": the user takes up what was asked or proposed. */
export function agrees(text: string, language: string): boolean {
  return (AGREES[language] ?? AGREES.en)!.test(text)
}

/** "No", "nope, a wired one": what was asked is none of the wish. "No more than five" and "no preference" refuse nothing. */
export function refuses(text: string, language: string): boolean {
  return (REFUSES[language] ?? REFUSES.en)!.test(text)
}

/** In English: that something was booked or bought, or the question whether there is anything else. What follows is another matter. */
export function closesMatter(said: string): boolean {
  const end = said.slice(-CLOSING_CHARS)
  return (end.includes('else') && ELSE.test(end)) || (MAY_BE_DONE.test(end) && DONE.test(end))
}

/** In English: "does it have a gym?", "a bigger one" are of what was spoken of before. */
export function speaksOfIt(text: string): boolean {
  return IT.test(text)
}

// Question marks but those of links; of several the last.
function nextMark(text: string, from: number): number {
  let at = text.indexOf('?', from)
  while (at >= 0 && (isWordCode(text.charCodeAt(at + 1)) || text.charAt(at + 1) === '?')) at = text.indexOf('?', at + 1)
  return at
}

function lastSentenceOf(said: string): string {
  let end = said.length
  while (end > 0 && !isWordCode(said.charCodeAt(end - 1))) end--
  return said.slice(beginOfSentence(said, 0, end), end)
}

/** @param from it begins there at the earliest */
function beginOfSentence(text: string, from: number, end: number): number {
  const least = Math.max(from, end - SENTENCE_CHARS)
  let at = end
  while (at > least && !endsBefore(text, at)) at--
  return at
}

// A line, or a mark with a space behind it and a word before: "6.1", "7:30", "e.g. one", "St. Louis" and "12 oz. 5" go on.
function endsBefore(text: string, at: number): boolean {
  const mark = text.charAt(at - 1)
  if (mark === '\n') return true
  if (!'.!?:'.includes(mark) || text.charCodeAt(at) > SPACE) return false
  return mark !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, at - ABBREVIATION_CHARS), at))
}

const SPACE = 0x20
const ABBREVIATION = /(?:^|[^a-z])(?:[a-z]|st|dr|mrs?|ms|oz|ft|vs|approx|etc|min|max)\.$/i
const ABBREVIATION_CHARS = 8
/** What it may cost is no word of the matter. */
const PRICE = /[$€£₹] ?\d[\d.,]*|\d[\d.,]* ?(?:€|dollars|euros|pounds|bucks|rupees|usd|eur|gbp|inr)(?![a-z])/gi
const OWNS = /\b(?:already|do you (?:have|own)|have you (?:got|bought))\b/i
/** A longer sentence is read from so far before its end; and so much of the end of what is said may close a matter. */
const SENTENCE_CHARS = 300
/** Of more than so much that is asked the rest is not read. */
const ASKED_CHARS = 600
const CLOSING_CHARS = 200

const OPENING = String.raw`^[^\p{L}\p{N}]*(?:(?:oh|ah|ok|okay|well|hm+)[ ,.!]+)?`
const says = (words: string) => new RegExp(`${OPENING}(?:${words})`, 'iu')
/** Nothing but a mark or the end comes next: "sim card" and "right now" agree to nothing. */
const ALONE = String.raw`(?=\s*(?:$|[,;!\n]|[.](?! ?\d)|[–—-]\s))`
const NOT_DENIED = String.raw`(?![\p{L}\p{N}’'-])(?![ ,]+(?:(?:que|che) )?(?:not|no|nothing|don['’]t|nicht|nein|nee|niet|non|n[ãa]o)(?! (?:problem|worries|doubt))(?!\p{L}))`

const AGREES: Readonly<Record<string, RegExp>> = {
  en: says(
    `(?:yes+|yeah|yea|yep|yup|sure|exactly|definitely|absolutely|of course)${NOT_DENIED}|(?:right|correct)${ALONE}`,
  ),
  de: says(`(?:ja|jawohl|genau|gerne?|klar)${NOT_DENIED}`),
  nl: says(`(?:ja|jazeker|graag|precies)${NOT_DENIED}`),
  fr: says(`(?:oui|exactement|volontiers)${NOT_DENIED}`),
  es: says(`(?:sí|claro|exacto)${NOT_DENIED}|si${ALONE}`),
  pt: says(`(?:sim|claro|isso)${NOT_DENIED}`),
  it: says(`(?:sì|certo|esatto)${NOT_DENIED}|si${ALONE}`),
}

/** "No" refuses unless one of these follows: "no more than five", "no preference". */
const NO = String.raw`no+(?![\p{L}\p{N}’'/-]|[.] ?\d| (?:more|less|idea|preferences?|problems?|worries|doubt|rush|limit|budget|matter|particular|specific|need|big|real|special|sugar)(?!\p{L}))`
const REFUSES: Readonly<Record<string, RegExp>> = {
  en: says(
    `(?:(?:yeah|yes|right|absolutely|definitely|of course|actually|um+|uh|thanks|sorry)[ ,]+)?(?:${NO}|(?:nope|nah|neither|none)(?![\\p{L}’'-])|not(?:${ALONE}| (?:really|at all|yet|that|this|those)(?! sure)(?!\\p{L})))|i don['’]t think so|i['’]d rather not`,
  ),
  de: says(`(?:ja[ ,]+)?(?:nein|nee|nö)(?!\\p{L})`),
  nl: says(`(?:ja[ ,]+)?nee(?!\\p{L})`),
  fr: says(`non(?![\\p{L}-])`),
  es: says(`(?:claro que )?no(?:${ALONE}| (?:gracias|quiero|me)(?!\\p{L}))`),
  pt: says(`(?:claro que )?n[ãa]o(?:${ALONE}| (?:obrigad[oa]|quero)(?!\\p{L}))`),
  it: says(`(?:certo che )?no(?:${ALONE}| (?:grazie|voglio|mi)(?!\\p{L}))`),
}

const IT = /\b(?:its?|they|them|their|ones?)\b/i
const ELSE =
  /\b(?:help|assist)(?: you)? with (?:any|some)thing else\b|\b(?:any|some)thing else (?:that )?(?:i|we) can (?:do|help|assist)\b|\banything else(?: you need| today| for (?:you|now|today|the \w+))[?!.]*$/i
/** Most of what is said holds none of these, and is not looked at closely. */
const MAY_BE_DONE =
  /booked|reserved|confirmed|purchased|scheduled|ordered|successful|complete|placed|made|done|all set/i
const ORDERED =
  'tables?|rooms?|tickets?|seats?|car|appointment|reservation|booking|cab|taxi|ride|flights?|hotel|order|purchase|payment'
const IS = String.raw`(?:['’]s| is| are| was| were| has| have)(?: been)?(?: now| all| successfully)?`
const CLAUSE_ENDS = String.raw`(?=[.!,;\n]|$| (?:for you|now)\b)`
/** What is told of somebody's own table, room or order; not of what may be booked, is booked out, or how a thing is made. */
const DONE = new RegExp(
  String.raw`(?:^|[.!?] |\n)[^a-z\n]{0,4}(?:now )?(?:booked|reserved|confirmed|done)(?=[.:!,;]|$)|` +
    // What comes first is asked first: looking back costs most.
    String.raw`\b(?=(?:i|we|it|that|this|you|${ORDERED})\b)(?<!\b(?:if|once|when|until|unless|nothing|not|should|shall)\b[^.!?\n]{0,60})(?:` +
    String.raw`(?:i|we)(?:['’]ve| have)? (?:now |just )?(?:booked|reserved|purchased) |(?:i|we)(?:['’]ve| have) (?:now |just )?(?:confirmed|scheduled) |` +
    String.raw`(?:${ORDERED})(?: (?:for|with|at|to|on) [\w'’ .]{1,40}?)?${IS} (?:booked|reserved|confirmed|purchased|scheduled|ordered|successful|complete|placed|made|done)\b(?! (?:out|up|solid|by|from)\b)|` +
    String.raw`(?:it|that|this)${IS} (?:booked|reserved|confirmed|purchased|scheduled|done)${CLAUSE_ENDS}|you(?:['’]re| are) all set\b` +
    String.raw`)(?![^.!\n]*\?)|` +
    String.raw`\b(?:reservation|booking|purchase|payment) (?:successful|complete|confirmed)\b`,
  'i',
)
