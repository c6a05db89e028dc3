// Reads English numbers that are written as words where they may be money: "under a hundred bucks", "three hundred dollars". And years that
// are cut short, in any language.

/**
 * The text with such numbers as digits, each in as much room as it had, so that every place stays what it was: "a hundred" becomes
 * "000000100". Small numbers stay words where no currency follows, since "the budget one" costs no dollar.
 */
export function withDigits(text: string): string {
  return text.replace(NUMBER, (said) => {
    const amount = amountOf(said.toLowerCase().split(/[\s-]+/))
    return Number.isNaN(amount) ? said : String(amount).padStart(said.length, '0')
  })
}

/** "Four", "twenty", in any case. */
export function isNumberWord(word: string): boolean {
  return VALUES.has(word.toLowerCase())
}

/** The text with short years in full: "songs from '17" becomes "songs from 2017", "a '65 Mustang" "a 1965 Mustang". */
export function withYears(text: string): string {
  if (!MAY_HOLD_YEAR.test(text)) return text
  return text.replace(SHORT_YEAR, (_, year: string) => (Number(year) < CENTURY_TURNS ? `20${year}` : `19${year}`))
}

const MAY_HOLD_YEAR = /['’]\d\d/
/** Not "5'10", "the '10' bus" or "a '55 inch' screen". */
const SHORT_YEAR =
  /(?<![\p{L}\p{N}'’])['’](\d\d)(?![\p{L}\p{N}'’]|[ -]?(?:inch|in|ft|foot|feet|cm|mm|m|kg|lbs?|oz|[gt]b|hz|w|v)(?![a-z]))/giu
const CENTURY_TURNS = 40

function amountOf(words: readonly string[]): number {
  let whole = 0
  let part = 0
  for (const word of words) {
    const value = VALUES.get(word)
    if (word === 'hundred') part = (part || 1) * 100
    else if (word === 'thousand' || word === 'grand') {
      whole += (part || 1) * 1000
      part = 0
    } else if (value !== undefined) {
      // "Twenty five" is 25, "five twenty" who knows what.
      if (part % 100 !== 0 && !(part % 10 === 0 && part % 100 > 10 && value < 10)) return Number.NaN
      part += value
    }
  }
  return whole + part
}

const SMALL =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const VALUES: ReadonlyMap<string, number> = new Map([
  ...SMALL.split(' ').map((word, i) => [word, i + 1] as const),
  ...TENS.split(' ').map((word, i) => [word, (i + 2) * 10] as const),
  // Who has "a couple hundred" has not counted.
  ['couple', 2.5],
])
const ONE = [...VALUES.keys()].filter((word) => word !== 'couple').join('|')
const ROUND = 'hundred|thousand|grand'
const BETWEEN = String.raw`[\s-](?:and\s)?`
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?<!(?:few|several|many|some|half) )(?:` +
    [
      String.raw`(?:(?:(?:${ONE})[\s-])+|an?\s(?:couple\s(?:of\s)?)?|couple\s)?(?:${ROUND})(?:${BETWEEN}(?:${ONE}|${ROUND}))*`,
      String.raw`(?:${ONE})(?:[\s-](?:${ONE}))?(?=\s(?:dollars?|bucks?|euros?|quid|pounds?|usd|eur|gbp)(?!\p{L}))`,
    ].join('|') +
    String.raw`)(?![\p{L}\p{N}-])`,
  'giu',
)
