// Numbers and currencies in texts of many languages: "$1,299", "50,- €", "2 lakh rupees", "500元".

/** What a thing costs, as far as its ad tells. */
export interface LeastPrice {
  readonly amount: number
  /** ISO 4217; undefined where the ad names none. */
  readonly currency: string | undefined
}

/**
 * The least of the amounts beside a currency, since "was $120, now $89" costs 89 and "$10–$20" may cost 10.
 * @param price as it is shown, "€899" or "from 12.00 USD"; undefined where it cannot be read
 */
export function leastPriceIn(price: string): LeastPrice | undefined {
  let least: LeastPrice | undefined
  for (const { index, 0: digits } of numbersIn(price)) {
    const { currency } = withoutCurrency(price.slice(0, index), price.slice(index + digits.length))
    if (currency === undefined && digits.length !== price.trim().length) continue
    const amount = numberOf(digits) * timesIn(price.slice(index + digits.length))
    if (least === undefined || amount < least.amount) least = { amount, currency }
  }
  return least
}

/** The first of them; not by `matchAll`, which makes the expression anew each time, for more than most texts cost. */
export function numbersIn(text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  NUMBER.lastIndex = 0
  for (let next = NUMBER.exec(text); next !== null && found.length < NUMBERS_MAX; next = NUMBER.exec(text)) {
    found.push(next)
  }
  return found
}

/** 1,299.00 and 1.299,00 and 1 299: the last mark begins the cents where one or two digits follow it. */
export function numberOf(digits: string): number {
  const cents = /[.,]\d{1,2}$/.exec(digits)
  const whole = digits.slice(0, cents?.index).replace(/\D/g, '')
  return Number(`${whole}.${cents ? cents[0].slice(1) : '0'}`)
}

/** What a number is multiplied by: "2k", "1.5 million". */
export function timesIn(behind: string): number {
  const found = MULTIPLE.exec(behind)
  return found === null ? 1 : MULTIPLES.get(found[0].trim().toLowerCase())!
}

/** What stands before and behind a number, and the currency between. */
export function withoutCurrency(before: string, behind: string): Surroundings {
  const symbol = SYMBOL_BEFORE.exec(before.slice(-SYMBOL_CHARS))
  const after = behind.replace(MULTIPLE, '')
  const unit = CURRENCY_AFTER.exec(after)
  return {
    // Of many countries the sign is $, and which one is said behind: $2,000 MXN.
    currency: currencyOf(symbol?.[0].trim() === '$' && unit ? unit : (symbol ?? unit)),
    lead: symbol ? before.slice(0, -symbol[0].length) : before,
    rest: unit ? after.slice(unit[0].length) : after,
  }
}

interface Surroundings {
  readonly currency: string | undefined
  readonly lead: string
  readonly rest: string
}

function currencyOf(found: RegExpExecArray | null): string | undefined {
  return found === null ? undefined : CURRENCIES.get(found[0].replace(NO_CENTS, '').trim().toLowerCase())
}

/** "US$ ", with the space. */
const SYMBOL_CHARS = 4

/** So many numbers of a text are looked at. */
const NUMBERS_MAX = 64
/** ISO 4217 by each sign, code and name in small letters. */
export const CURRENCIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    USD: '$ us$ usd dollar dollars bucks dólar dólares dollari dolar dolarów доллар доллара долларов ドル 美元 美金 달러 دولار डॉलर',
    EUR: '€ eur euro euros евро ユーロ 欧元 유로 يورو',
    GBP: '£ gbp pound pounds quid',
    CHF: 'chf fr. franken francs',
    CAD: 'c$ ca$ cad',
    AUD: 'a$ au$ aud',
    NZD: 'nz$ nzd',
    SGD: 's$ sgd',
    BRL: 'r$ brl reais',
    INR: '₹ inr rs rs. rupee rupees रुपये रुपए रु',
    JPY: '¥ ￥ jpy yen 円',
    CNY: 'cny rmb yuan 元 块 塊 人民币',
    KRW: '₩ krw 원',
    PLN: 'zł zl pln złotych zlotych złote',
    // Of the crowns of three countries, where only "kr" is said, the one most people have.
    SEK: 'kr kr. sek kronor :-',
    NOK: 'nok kroner',
    DKK: 'dkk',
    CZK: 'kč czk',
    RUB: '₽ rub руб руб. рублей рубля р р.',
    UAH: '₴ uah грн гривень',
    TRY: '₺ tl lira',
    ILS: '₪ ils שקל שקלים',
    AED: 'aed dirham dirhams درهم',
    SAR: 'sar riyal riyals ريال',
    // Of all pesos the one that is worth most.
    MXN: 'mxn mx$ pesos',
  }).flatMap(([currency, names]) => names.split(' ').map((name) => [name, currency])),
)

/** For an expression: the longest first. */
export const alternatives = (names: readonly string[]) =>
  names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$.]/g, String.raw`\$&`))
    .join('|')
/** And as many type them, without accents: "maximo", "jusqu'a", "hoechstens". Not "uber", which is a ride. */
export const asTyped = (names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => [name, withoutAccents(name.replace(/[äöü]/g, '$&e'))])),
]
const withoutAccents = (name: string) =>
  name
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+/gu, '')
    .normalize('NFC')
/** After a character of a script without spaces the next word may follow at once. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u
/** For an expression: names that no letter follows. */
const wholeWords = (names: readonly string[]) =>
  [...Map.groupBy(names, (name) => UNSPACED.test(name))]
    .map(([isUnspaced, some]) => `(?:${alternatives(some)})${isUnspaced ? '' : String.raw`(?![\p{L}\p{M}])`}`)
    .join('|')
/** For an expression: all names of currencies. */
export const NAMES = wholeWords([...CURRENCIES.keys()])
/** For an expression: what may stand before a number, as a sign does. */
export const CODES = alternatives(
  [...CURRENCIES]
    .filter(([name, code]) => /[^a-z]|^(?:rs|kr|yen)$/.test(name) || name === code.toLowerCase())
    .map(([name]) => name),
)

/**
 * Digits that stand alone or behind a currency, with marks between thousands, in India 1,29,999, and before cents. A space is
 * such a mark in 1 299, but "$500 256GB" is a price and a size, and "PS5 300" a name and a number.
 */
const NUMBER = new RegExp(
  [
    String.raw`\d{1,2}(?:,\d{2}){1,4},\d{3}(?:\.\d{1,2})?(?!\d)`,
    String.raw`(?<!\p{L})(?!(?<=[$£₹¥] ?)\d{3} (?!000))\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?!\d|(?!${NAMES})\p{L})`,
    String.raw`\d{1,3}(?:[.,\u00a0\u202f’']\d{3})+(?:[.,]\d{1,2})?(?!\d)`,
    String.raw`\d+(?:[.,]\d{1,2})?(?!\d)`,
  ].join('|'),
  'gu',
)
const SYMBOL_BEFORE = new RegExp(String.raw`(?<!\p{L})(?:${CODES})\s?$`, 'iu')
const CURRENCY_AFTER = new RegExp(String.raw`^(?:,[-–—]{1,2})?\s?(?:${NAMES})`, 'iu')
/** "50,- €" */
const NO_CENTS = /^,[-–—]{1,2}/

const MULTIPLES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1e3: 'k thousand grand tausend duizend mille mil tusen tusind tys tys. тыс тыс. тысяч 千 천 हज़ार हजार ألف',
    1e4: '万 萬 만',
    1e5: 'lakh lakhs lac लाख',
    1e6: 'm mn million millions mio mio. millionen miljoen millón millones milhão milhões milione milioni млн',
    1e7: 'crore crores cr',
    1e9: 'bn billion milliarden milliards',
  }).flatMap(([times, names]) => names.split(' ').map((name) => [name, Number(times)])),
)
const MULTIPLE = new RegExp(String.raw`^\s?(?:${wholeWords([...MULTIPLES.keys()])})`, 'iu')
