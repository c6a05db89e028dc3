// What the assistant said right before the user: what it asked belongs to the wish, above all where the user agrees, and that something
// is booked ends one.
import { isWordCode } from '../text/tokenise.ts'

/**
 * What of `said` belongs to the wish, each sentence on a line of its own: what it asks; of what the user agreed to the last question, or
 * the last sentence where nothing is asked. What it asks of things that the user may have is no wish.
 */
export function askedIn(said: string, isAgreed: boolean): string {
  let asked = ''
  for (let at = nextMark(said, 0); at >= 0; at = nextMark(said, at + 1)) {
    const question = said.slice(beginOfSentence(said, at), at)
    const isWish = !OWNS.test(question)
    if (isAgreed) asked = isWish ? question : NOTHING
    else if (isWish) asked += `${question}\n`
  }
  return isAgreed && asked === '' ? lastSentenceOf(said) : asked.trim()
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

// Question marks but those of links; of several the last.
function nextMark(text: string, from: number): number {
  let at = text.indexOf('?', from)
  while (at >= 0 && (isWordCode(text.charCodeAt(at + 1)) || text.charAt(at + 1) === '?')) at = text.indexOf('?', at + 1)
  return at
}

function lastSentenceOf(said: string): string {
  let end = said.length
  while (end > 0 && !isWordCode(said.charCodeAt(end - 1))) end--
  return said.slice(beginOfSentence(said, end), end).trim()
}

function beginOfSentence(text: string, end: number): number {
  let at = end
  while (at > 0 && end - at < SENTENCE_CHARS && !endsBefore(text, at)) at--
  return at
}

// A line, or a mark with a space behind it and a word before: "6.1", "7:30" and "e.g. one" go on.
function endsBefore(text: string, at: number): boolean {
  const mark = text.charAt(at - 1)
  if (mark === '\n') return true
  return (
    '.!?:'.includes(mark) && text.charCodeAt(at) <= SPACE && !ABBREVIATION.test(text.slice(Math.max(0, at - 4), at))
  )
}

const NOTHING = '\n'
const SPACE = 0x20
const ABBREVIATION = /(?:^|[^a-z])[a-z]\.$/i
const OWNS = /\b(?:already|do you (?:have|own)|have you (?:got|bought))\b/i
/** A longer sentence is read from so far before its end; and so much of the end of what is said may close a matter. */
const SENTENCE_CHARS = 300
const CLOSING_CHARS = 200

const OPENING = String.raw`^[^\p{L}\p{N}]*(?:(?:oh|ah|ok|okay|well|hm+)[ ,.!]+)?`
const says = (words: string) => new RegExp(`${OPENING}(?:${words})`, 'iu')
/** Nothing but a mark or the end comes next: "sim card" and "right now" agree to nothing. */
const ALONE = String.raw`(?=\s*(?:$|[,;!\n]|[.](?! ?\d)|[–—-]\s))`
const NOT_DENIED = String.raw`(?![\p{L}\p{N}’'-])(?![ ,]+(?:not|no|nicht|non|no|não)(?! (?:problem|worries|doubt))(?![\p{L}]))`

const AGREES: Readonly<Record<string, RegExp>> = {
  en: says(
    `(?:yes+|yeah|yea|yep|yup|sure|exactly|definitely|absolutely|of course)${NOT_DENIED}|(?:right|correct)${ALONE}`,
  ),
  de: says(`(?:ja|jawohl|genau|gerne)${NOT_DENIED}`),
  nl: says(`(?:ja|jazeker|graag|precies)${NOT_DENIED}`),
  fr: says(`(?:oui|exactement|volontiers)${NOT_DENIED}`),
  es: says(`(?:sí|claro|exacto)${NOT_DENIED}|si${ALONE}`),
  pt: says(`(?:sim|claro|isso)${NOT_DENIED}`),
  it: says(`(?:sì|certo|esatto)${NOT_DENIED}|si${ALONE}`),
}

const REFUSES: Readonly<Record<string, RegExp>> = {
  en: says(
    `(?:(?:yeah|yes|right|absolutely|definitely|of course)[ ,]+)?(?:(?:no+|nope|nah|neither)(?:${ALONE}| (?:thanks?|i|we|it|that|he|she|they|a|an|the|just|only|rather)(?![\\p{L}’'-]))|not(?:${ALONE}| (?:really|at all|yet)(?!\\p{L}))|i don['’]t think so)`,
  ),
  de: says(`(?:nein|nee|nö)(?!\\p{L})`),
  nl: says(`nee(?!\\p{L})`),
  fr: says(`non(?![\\p{L}-])`),
  es: says(`no${ALONE}`),
  pt: says(`não${ALONE}`),
  it: says(`no${ALONE}`),
}

const ELSE =
  /\bhelp you with anything else\b|\b(?:any|some)thing else (?:i|we) can (?:do|help)\b|\b(?:anything|what) else(?: you (?:need|require)| today| for (?:you|now|today|the \w+))?[?!.]*$/i
/** Most of what is said holds none of these, and is not looked at closely. */
const MAY_BE_DONE = /booked|reserved|confirmed|purchased|scheduled|ordered|successful|complete|placed|made|done|set\b/i
const ORDERED =
  'tables?|rooms?|tickets?|seats?|car|appointment|reservation|booking|cab|taxi|ride|flights?|hotel|order|purchase|payment'
/** What is told of somebody's own table, room or order; not of what may be booked, nor of what is booked out. */
const DONE = new RegExp(
  String.raw`(?:^|[.!?\n] )(?:now )?(?:booked|reserved|confirmed|done)(?=[.:!,;]|$)|` +
    String.raw`(?<!\b(?:if|once|when|until|unless|nothing|not|should|shall)\b[^.!?\n]{0,60})\b(?:` +
    String.raw`(?:i|we)(?:['’]ve| have) (?:now |just )?(?:booked|reserved|confirmed|purchased|scheduled)|` +
    String.raw`(?:(?:${ORDERED})(?: for [\w ]{1,30}?)?|it|that|this|you)(?:['’]s|['’]re| is| are| was| were| has| have)(?: been)?(?: now| all| successfully)? ` +
    String.raw`(?:booked|reserved|confirmed|purchased|scheduled|ordered|successful|complete|placed|made|done|set)` +
    String.raw`)\b(?! (?:out|up|solid|by|from)\b)(?![^.!\n]*\?)|` +
    String.raw`\b(?:reservation|booking|purchase|payment) (?:successful|complete|confirmed)\b`,
  'i',
)
