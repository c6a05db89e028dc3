// How an answer may call what an ad's title describes: nobody says "Laptop Corvid X14, 14 inch, 16 GB RAM" to a friend.
import { unitOf } from '../text/measures.ts'
import { isStopWord } from '../text/stop-words.ts'
import { nameLengthOf } from './head-of-name.ts'
import { kindOf } from './kinds.ts'

/**
 * Title, keywords, and names within the title that tell what it sells by themselves: all of it up to its details and what it is for
 * ("POS system for cafés"), that from the brand on ("Corvid X14"), and a model ("X14", "WH-700"). What has a number also stands with its
 * brand before it.
 */
export function namesOf(title: string, brand: string, keywords: readonly string[]): string[] {
  const head = title.slice(0, nameLengthOf(title)).trim()
  const names = [title, ...keywords]
  if (head.length < title.length && isName(head)) names.push(head)
  const at = brand === '' ? -1 : ` ${head} `.toLowerCase().indexOf(` ${brand.toLowerCase()} `)
  if (at > 0) names.push(head.slice(at))
  const model = at >= 0 ? head.slice(at + brand.length + 1) : (CODE.exec(head)?.[0] ?? '')
  if (MODEL.test(model)) names.push(model)
  return names.flatMap((name) => (HAS_DIGIT.test(name) ? [name, `${brand} ${name}`] : name))
}

/**
 * How an English answer may call the kind of thing, in two words or more of lower case: what the title says behind brand and model, and the ends
 * of longer keywords. "Cairnway Ridge waterproof hiking boots" are "waterproof hiking boots" and, by a keyword, "hiking boots". Two names must
 * end with that kind, or it is none: "Purrloft cat tree made for flats". What the ad is called as a whole is no tail.
 * @param categories without what they lie within
 * @param mayHold whether the answer may hold a phrase; what it does not hold is not looked into
 */
export function tailsOf(
  title: string,
  brand: string,
  keywords: readonly string[],
  categories: readonly string[],
  mayHold: (phrase: string) => boolean,
): string[] {
  const head = title.slice(0, nameLengthOf(title)).trim()
  const tails = [...behindBrand(head.split(' '), brand), ...keywords.flatMap(endsOf)].filter(mayHold)
  if (tails.length === 0) return tails
  const whole = [...namesOf(title, brand, keywords), brand, ...categories].map((name) => name.toLowerCase())
  const kinds = [head, ...keywords].map(kindOf)
  return tails.filter((tail) => {
    const kind = kindOf(tail.slice(tail.lastIndexOf(' ') + 1))
    return kind !== '' && kinds.indexOf(kind) < kinds.lastIndexOf(kind) && !whole.includes(tail)
  })
}

const TAIL_WORDS_MIN = 2

function behindBrand(words: readonly string[], brand: string): string[] {
  if (words[0]!.toLowerCase() !== brand.split(' ')[0]!.toLowerCase()) return []
  let from = Math.max(1, words.findLastIndex((word) => !isCommon(word)) + 1)
  // "26 cm cast iron skillet".
  if (HAS_DIGIT.test(words[from - 1]!) && from < words.length && unitOf(words[from]!) !== undefined) from++
  return from + TAIL_WORDS_MIN <= words.length ? [words.slice(from).join(' ')] : []
}

function endsOf(name: string): string[] {
  const words = LONG.test(name) ? name.split(' ') : []
  if (!words.every(isCommon)) return []
  return words.slice(TAIL_WORDS_MIN).map((_, at) => words.slice(at + 1).join(' '))
}

// A plain word of English, and no name.
function isCommon(word: string): boolean {
  return COMMON.test(word) && !isStopWord(word, 'en')
}

const COMMON = /^[a-z][a-z-]*$/
/** More than two words. */
const LONG = / .* /

// One word is a kind of things ("things to do" are no more), and what begins like a sentence or a shop window is none.
function isName(head: string): boolean {
  const words = head.toLowerCase().split(' ')
  const telling = words.filter((word) => !isStopWord(word, 'en'))
  return telling.length > 1 && telling[0] === words[0] && !OPENS_ADVERT.has(words[0]!)
}

const OPENS_ADVERT: ReadonlySet<string> = new Set(
  `ask be become best big book bring build buy call change cheap choose cook create come compare cut discover do download drive eat enjoy
  every everything explore feel find first fly free gain get gift give go great grow have hear help hire insure join jump keep last learn let
  listen live look love lose make many meet more move need never new next now one only open order our own pay pick play protect read relax
  rent run save say see sell send set ship shop sign sleep special spend start stay stop switch take talk tell things three today top train
  transfer travel trust try turn two use visit walk want watch wear win work your`.split(/\s+/),
)
const HAS_DIGIT = /\d/
/** "Talon 16", and no "14 inch". */
const MODEL = /^\p{Lu}.*\d/u
/** The last word of a name without the brand, and no size ("205/55 R16"). Of one digit it may say anything: "S3", "DDR5". */
const CODE = /(?<=\p{L} )\p{Lu}[\p{L}-]*\d[\p{L}-]*\d[\p{L}\d-]*$/u
