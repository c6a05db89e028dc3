// How an answer may call what an ad's title describes: nobody says "Laptop Corvid X14, 14 inch, 16 GB RAM" to a friend.
import { isStopWord } from '../text/stop-words.ts'
import { nameLengthOf } from './head-of-name.ts'

/**
 * Title, keywords, and names within the title that tell what it sells by themselves: all of it up to its details and what it is for
 * ("POS system for cafés"), that from the brand on ("Corvid X14"), and a model ("X14", "WH-700"). What has a number also stands with its
 * brand before it.
 */
export function namesOf(title: string, brand: string, keywords: readonly string[]): string[] {
  const head = title.slice(0, nameLengthOf(title))
  const names = [title, ...keywords]
  if (head.length < title.length && isName(head)) names.push(head)
  const at = brand === '' ? -1 : ` ${head} `.toLowerCase().indexOf(` ${brand.toLowerCase()} `)
  if (at > 0) names.push(head.slice(at))
  const model = at >= 0 ? head.slice(at + brand.length + 1) : (CODE.exec(head)?.[0] ?? '')
  if (MODEL.test(model)) names.push(model)
  return names.flatMap((name) => (HAS_DIGIT.test(name) ? [name, `${brand} ${name}`] : name))
}

// One word is a kind of things, and what begins like a sentence or a shop window is none.
function isName(head: string): boolean {
  const [first, ...others] = head.toLowerCase().split(' ')
  return others.length > 0 && !isStopWord(first!, 'en') && !OPENS_ADVERT.has(first!)
}

const OPENS_ADVERT: ReadonlySet<string> = new Set(
  `best big book build buy cheap compare create discover enjoy explore find free get great grow join learn make meet more new order play
  read save see shop special start stop top try watch work`.split(/\s+/),
)
const HAS_DIGIT = /\d/
/** "Talon 16", and no "14 inch". */
const MODEL = /^\p{Lu}.*\d/u
/** The last word of a name without the brand, and no size ("205/55 R16"). Of one digit it may say anything: "S3", "DDR5". */
const CODE = /(?<=\p{L} )\p{Lu}[\p{L}-]*\d[\p{L}-]*\d[\p{L}\d-]*$/u
