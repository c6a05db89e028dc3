// "Over $300", "$400–$500": where a price is the least that somebody wants to pay.
import { alternatives, asTyped, CODES, numberOf, timesIn } from './price-text.ts'

/** That the number between these two says the least: where the words for it begin in `lead`, and how many characters of `rest` they take. */
export function leastSaid(lead: string, rest: string): { from: number; behind: number } | undefined {
  const before = LEAST_BEFORE.exec(lead)
  const after = LEAST_AFTER.exec(rest)
  const from = before?.index ?? lead.length
  if ((!before && !after) || NO_WISH.test(lead.slice(0, from)) || TOO_MUCH.test(rest)) return undefined
  return { from, behind: after?.[0].length ?? 0 }
}

/**
 * The lower end of a range, of "$1-2k" a thousand; 0 where it is no lower one.
 * @param said all but the upper end: "$50 to ", "between 1k and "
 */
export function lowerEndOf(said: string, most: number, times: number): number {
  const [, digits, behind] = LOWER_NUMBER.exec(said)!
  const lower = numberOf(digits!) * timesIn(behind!)
  const least = lower * times < most ? lower * times : lower
  return least < most ? least : 0
}

/** For an expression: what stands between the ends of a range. */
export const TO = '-|–|to|and|bis|und|à|et|a|y|e|tot|en|hasta|até|do|до'
/** For an expression: that somebody does not want, or would not pay. */
export const DENIED = String.raw`(?:do|does|did|ca|wo|would|should|must|could)n['’]?t|not|cannot|never|without`

const LEAST = [
  ...['over', 'above', 'more than', 'at least', 'no less than', 'not less than', 'not under', 'not below'],
  ...['nothing under', 'nothing below', 'upwards of', 'minimum'],
  ...['more expensive than', 'higher than', '>', '>=', '≥'],
  ...['über', 'mehr als', 'teurer als', 'mindestens', 'ab', 'nicht unter', 'boven', 'meer dan', 'minstens', 'vanaf'],
  ...['plus de', 'au moins', 'à partir de', 'au-dessus de', 'más de', 'al menos', 'por lo menos'],
  ...[
    'a partir de',
    'mais de',
    'acima de',
    'pelo menos',
    'più di',
    'oltre',
    'almeno',
    'sopra i',
    'sopra gli',
    'a partire da',
  ],
  ...['powyżej', 'co najmniej', 'więcej niż', 'od', 'от', 'дороже', 'больше', 'не менее', 'не меньше'],
]
/** Without a letter before it. */
export const LEAST_BEFORE = new RegExp(String.raw`(?<!\p{L})(?:${alternatives(asTyped(LEAST))})\s?$`, 'iu')
const LEAST_AFTER =
  /^\s?(?:\+|(?:or|and) (?:more|up|above|over|higher)|minimum(?! wage)|at least|oder mehr|ou plus|o más|ou mais|o più|of meer)(?!\p{L})/iu
/** "Nothing that costs over $300", "my bill is over $300", "I can spend more than $300": nobody asks for what is dear. */
const NO_WISH = new RegExp(
  String.raw`(?<!\p{L})(?:${DENIED}|no|none|nothing|avoid|why|worth|ow(?:e|ed|ing)|afford|(?:can|could|able to|willing to|happy to) (?:spend|pay|go)|earn(?:s|ed|ing)?|ma(?:ke|kes|de|king)|sav(?:e|es|ed|ing)|paid|spent|w[io]n|debt|loan|cover(?:s|ing)|shipping|delivery|bill|wage|(?<!(?:that|which) )costs?|is|are|was|were|i(?:['’]ve)? (?:have|had|got)|nicht|nichts|kein\p{L}*|ohne|niet|niets|geen|ne|pas|rien|sans|nada|sin|não|nao|nem|sem|non|niente|senza|nie|не|без)(?!\p{L})(?:(?! but )[^.!?;,\n])*$`,
  'iu',
)
/** Behind a price that is told and not wished. */
const TOO_MUCH =
  /^\s?(?:is|are|would be|['’]s|seems|feels)(?: just| way| really| a bit)? (?:too|out of|a lot|much|more than|insane|crazy)(?!\p{L})/iu
const LOWER_NUMBER = new RegExp(String.raw`^(?:(?:${CODES})\s?)?(\d[\d.,]*)(k?)`, 'iu')
