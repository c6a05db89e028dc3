// "Under $100", "over $300": what somebody wants to pay at most and at least, read from what they say, and whether an ad costs more or less.
import { countWords } from '../text/count-words.ts'
import type { Span } from './dislikes.ts'
import { DENIED, LEAST_BEFORE, leastSaid, lowerEndOf, TO } from './least-said.ts'
import {
  alternatives,
  asTyped,
  CODES,
  CURRENCIES,
  type LeastPrice,
  NAMES,
  numberOf,
  numbersIn,
  timesIn,
  UNSPACED,
  withoutCurrency,
} from './price-text.ts'

export interface PriceLimit {
  /** Infinity where the conversation names none. */
  readonly most: number
  /** 0 where it names none. */
  readonly least: number
  /** ISO 4217; undefined where the conversation names none. */
  readonly currency: string | undefined
}

/** A limit, and where the text says it, its currency and words like "under" included. */
export interface SaidLimit extends PriceLimit {
  readonly spans: readonly Span[]
}

/**
 * The limit that a text sets, the last one where it sets several; a least price needs a currency or a range. A bare number is a price only where the text speaks of
 * money and counts nothing with it: "under 5" may be an age and a "budget 27 inch monitor" costs more, "a budget of 500" and
 * "under 500" are prices. A few words with a price, "monitor $500", name what may be paid, and so does a message that says nothing
 * but "max 400", if it answers no question of another number.
 * @param question what was said right before; "500" answers "What is your budget?"
 */
export function priceLimitIn(text: string, question?: string): SaidLimit | undefined {
  if (!HAS_DIGIT.test(text)) return undefined
  const isAnswer =
    question !== undefined && asksForPrice(question) && countWords(text, ANSWER_WORDS_MAX + 1) <= ANSWER_WORDS_MAX
  let limit: SaidLimit | undefined
  for (const { index, 0: digits } of numbersIn(text)) {
    const contextFrom = Math.max(0, index - CONTEXT_CHARS)
    const end = index + digits.length
    const behind = text.slice(end, end + CONTEXT_CHARS)
    const { currency: own, lead, rest: all } = withoutCurrency(text.slice(contextFrom, index), behind)
    const rest = all.replace(EACH_TIME, '')
    const isEachTime = rest !== all
    const times = timesIn(behind)
    const amount = numberOf(digits) * times
    const currency = own ?? currencyOfLowerEnd(lead, rest, amount)
    const isNamed = currency !== undefined && !MAY_BE_WEIGHT.test(behind)
    const isPlain = isPlainPrice(lead, rest, { digits, times, amount, isEachTime })
    const isMessage =
      amount >= PLAIN_PRICE_MIN && isLimitAlone(text, lead, rest) && (isAnswer || !asksForNumber(question))
    if (!isNamed && !isAnswer && !isPlain && !isMessage && !SPEAKS_OF_MONEY.test(lead)) continue
    if (currency === undefined && (countsSomething(rest) || YEAR.test(digits))) continue
    if (currency === undefined && times === 1 && !isEachTime && !isMessage && isFarFetched(lead, isAnswer)) continue
    if (NO_PRICE_AFTER.test(rest)) continue
    if (amount <= 0) continue
    const range = UPPER_END.exec(lead)
    const before = range ?? MOST_BEFORE.exec(lead)
    const after = MOST_AFTER.exec(rest)
    const least = before || after || !isNamed ? undefined : leastSaid(lead, rest)
    const about = before || after || least || !isNamed ? null : ABOUT_BEFORE.exec(lead)
    if (!before && !after && !least && !about && !((isNamed || isAnswer) && isBarePrice(text, lead, rest))) continue
    const said = {
      most: least ? Infinity : about ? amount * ABOUT_REACH : amount,
      least: least ? amount : range ? lowerEndOf(range[0], amount, times) : 0,
      currency,
    }
    const span = {
      from: contextFrom + (least?.from ?? (before ?? about)?.index ?? lead.length),
      to: end + behind.length - rest.length + (least?.behind ?? after?.[0].length ?? 0),
    }
    limit = { ...joinLimits(said, limit), spans: [...(limit?.spans ?? []), span] }
  }
  return limit
}

/** What is said newer goes before what was said older, which stays where it says something else and both can be true. */
export function joinLimits(newer: PriceLimit, older: PriceLimit | undefined): PriceLimit {
  const { most, least, currency } = newer
  if (older === undefined || !isSame(currency, older.currency)) return { most, least, currency }
  const joined = {
    most: most === Infinity ? older.most : most,
    least: least === 0 ? older.least : least,
    currency: currency ?? older.currency,
  }
  return joined.least < joined.most ? joined : { most, least, currency }
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other
}

function countsSomething(rest: string): boolean {
  return !COUNTS_NOTHING.test(rest) && !BELOW_AFTER.test(rest)
}

/** The last sentences of an answer, which may be long, ask. */
function asksForPrice(question: string): boolean {
  return ASKS_FOR_PRICE.test(question.slice(-QUESTION_CHARS))
}

/** "How wide can it be?", "What size?": the number that answers is no price. Nor is it in scripts in which this cannot be told. */
function asksForNumber(question: string | undefined): boolean {
  return question !== undefined && ASKS_FOR_NUMBER.test(question.slice(-QUESTION_CHARS))
}

/** "Max 400", "ok, up to 400 please": a whole message that names no more than the limit. "Pro max 256" names a model. */
function isLimitAlone(text: string, lead: string, rest: string): boolean {
  if (text.length > LIMIT_ALONE_CHARS || !isMost(lead, rest) || OF_ANYTHING.test(lead)) return false
  const before = lead.slice(0, MOST_BEFORE.exec(lead)?.index)
  return NOTHING_ELSE.test(`${before} ${rest.replace(MOST_AFTER, '')}`)
}

/** "Under 500", "max 50k", "40 a month max": so much is no age, no size and no resolution. */
function isPlainPrice(lead: string, rest: string, said: SaidNumber): boolean {
  const { digits, times, amount, isEachTime } = said
  if (times === 1 && isEachTime) return amount >= EACH_TIME_PRICE_MIN && isMost(lead, rest)
  if (times === 1) {
    return amount >= PLAIN_PRICE_MIN && (BELOW_BEFORE.test(lead) || BELOW_AFTER.test(rest) || TO_SPEND.test(rest))
  }
  return !RESOLUTION.test(digits) && isMost(lead, rest)
}

function isMost(lead: string, rest: string): boolean {
  return MOST_BEFORE.test(lead) || MOST_AFTER.test(rest)
}

interface SaidNumber {
  readonly digits: string
  /** What it is multiplied by, and what it is then. */
  readonly times: number
  readonly amount: number
  /** For a month or a night. */
  readonly isEachTime: boolean
}

/** "Monitor $500", "a laptop for 500 euros", "$500": little else is said, and nothing of it that the price is less than. */
function isBarePrice(text: string, lead: string, rest: string): boolean {
  if (LEAST_BEFORE.test(lead) || NO_BARE_PRICE_BEFORE.test(lead)) return false
  if (HAS_DIGIT.test(rest) || (HAS_DIGIT.test(lead) && rest.trim() !== '')) return false
  return countWords(text, BARE_WORDS_MAX + 1) <= BARE_WORDS_MAX
}

/** Whether what is said later asks for things of any price. */
export function isForAnyPrice(text: string): boolean {
  return ANY_PRICE.test(text)
}

/** Whether somebody asks for cheaper things than there were, so that no least price holds. */
export function wantsCheaper(text: string): boolean {
  return CHEAPER.test(text)
}

/** "$500-800 laptop" and "between $500 and 800" name it once; in "$500 - 16GB" the second number counts something else. */
function currencyOfLowerEnd(lead: string, rest: string, most: number): string | undefined {
  const { currency, number, joint } = LOWER_END.exec(lead)?.groups ?? {}
  if (currency === undefined || numberOf(number!) >= most) return undefined
  const isEnd = COUNTS_NOTHING.test(rest) || (/^[-–]$/.test(joint!) && /^\s/.test(rest))
  return isEnd ? CURRENCIES.get(currency.toLowerCase()) : undefined
}

/** Where money is spoken of a while before, "pro max 256" is a model, and "ages 3 to 5" and "kids under 12" are years. */
function isFarFetched(lead: string, isAnswer: boolean): boolean {
  if (OF_PEOPLE.test(lead)) return true
  return !isAnswer && (ENDS_IN_MAX.test(lead) || UPPER_END.test(lead)) && !JUST_SPOKE_OF_MONEY.test(lead)
}

/** A price that nobody could read is above no limit. */
export function isAbove(price: LeastPrice | undefined, { most, currency }: Omit<PriceLimit, 'least'>): boolean {
  if (price === undefined) return false
  if (isSame(price.currency, currency)) return price.amount > most
  return price.amount * (WORTH[price.currency!] ?? 0) > most * (WORTH[currency!] ?? Infinity) * WORTH_REACH
}

/** Nor is it below the least. */
export function isBelow(price: LeastPrice | undefined, { least, currency }: Omit<PriceLimit, 'most'>): boolean {
  if (price === undefined || least === 0) return false
  if (isSame(price.currency, currency)) return price.amount < least
  return price.amount * (WORTH[price.currency!] ?? Infinity) * WORTH_REACH < least * (WORTH[currency!] ?? 0)
}

/** So much around a number is looked at. */
const CONTEXT_CHARS = 40

/**
 * What one is worth in dollars, roughly, as of 2026, where that moves slowly; the signs of yen and yuan are one. An ad in
 * another currency is above a limit only where it is so by far.
 */
const WORTH: Readonly<Record<string, number>> = {
  ...{ USD: 1, EUR: 1.1, GBP: 1.3, CHF: 1.2, CAD: 0.72, AUD: 0.65, NZD: 0.6, SGD: 0.75, BRL: 0.18, INR: 0.0115 },
  ...{ KRW: 0.0007, PLN: 0.27, SEK: 0.1, NOK: 0.1, DKK: 0.15, CZK: 0.045, RUB: 0.012, UAH: 0.024 },
  ...{ ILS: 0.28, AED: 0.27, SAR: 0.27, MXN: 0.055 },
}
const WORTH_REACH = 1.5

/** Of the words of a limit those after which also a bare number may be a price. */
const BELOW = asTyped([
  ...[
    'under',
    'below',
    'less than',
    'cheaper than',
    'unter',
    'weniger als',
    'günstiger als',
    'billiger als',
    'moins de',
  ],
  ...[
    'sous',
    'menos de',
    'por debajo de',
    'abaixo de',
    'meno di',
    'sotto i',
    'sotto',
    'onder',
    'onder de',
    'minder dan',
  ],
  ...[
    'mindre enn',
    'mindre än',
    'mindre end',
    'billigere enn',
    'billigere end',
    'billigare än',
    'poniżej',
    'mniej niż',
  ],
  ...['sotto gli', 'sotto le', 'en dessous de', 'en-dessous de', 'inférieur à', 'inferior a', 'inferiore a'],
  ...['<', '<=', '≤', 'дешевле', 'меньше', 'أقل من', 'بأقل من', 'تحت', '不超过', '不超過', '低于', '低於'],
])
const UP_TO = asTyped([
  ...BELOW,
  // English
  ...['up to', 'at most', 'no more than', 'not more than', 'not over', 'max', 'max.'],
  ...['maximum', 'maximum of', 'max of', 'within', 'lower than'],
  ...['upto', 'sub', 'sub-', 'max price', 'maximum price', 'price limit', 'price limit of'],
  ...['nothing over', 'nothing above', 'limit is', 'limit of', 'limit:', 'max is', 'maximum is', 'limited to'],
  ...['not more expensive than', 'no more expensive than', 'make it', 'stretch to', 'what about', 'how about'],
  ...['budget to', 'budget’s', "budget's", 'budget =', 'budget ~', 'budget -'],
  ...['budget', 'budget is', 'budget of', 'budget:', 'budget around', 'budget is around', 'budget is about'],
  // German, Dutch
  ...['bis', 'bis zu', 'höchstens', 'maximal', 'budget von'],
  ...['nicht mehr als', 'nicht teurer als', 'nicht über', 'niet meer dan', 'niet duurder dan'],
  ...['niet boven', 'niet boven de'],
  ...['tot', 'maximaal', 'hooguit', 'budget van'],
  // Norwegian, Danish, Swedish
  ...[
    'inntil',
    'opptil',
    'op til',
    'upp till',
    'maks',
    'maks.',
    'maksimalt',
    'høyst',
    'højst',
    'högst',
    'budsjett på',
    'budget på',
  ],
  ...['ikke mer enn', 'ikke mere end', 'inte mer än', 'ikke over', 'inte över'],
  // French, Spanish, Portuguese, Italian
  ...[
    'moins cher que',
    'menos que',
    'pas plus de',
    'pas plus cher que',
    'no más caro que',
    'no más de',
    'não mais de',
    'não mais do que',
    'não mais que',
    'non più di',
  ],
  ...["jusqu'à", 'jusqu’à', 'au maximum', 'budget de', 'dépasse pas', 'sans dépasser'],
  ...['hasta', 'máximo', 'como máximo', 'presupuesto de', 'presupuesto es de', 'no pase de', 'no supere los'],
  ...['até', 'no máximo', 'máximo de', 'orçamento de', 'orçamento é de', 'não passe de'],
  ...['fino a', 'massimo', 'al massimo', 'budget di', 'entro', 'entro i', 'entro gli', 'non superi i'],
  // Polish, Russian, Turkish, Arabic, Hindi
  ...['do', 'maksymalnie', 'nie więcej niż', 'nie drożej niż', 'budżet', 'budżet do'],
  ...['до', 'не дороже', 'не более', 'не больше', 'максимум', 'бюджет', 'бюджет до', 'в пределах'],
  ...['en fazla', 'maksimum', 'bütçem', 'حتى', 'بحد أقصى', 'لا يزيد عن', 'ميزانيتي', 'बजट'],
  // Chinese, Japanese, Korean
  ...['最多', '预算', '預算', '预算是', '予算', '予算は', '예산', '최대'],
])
const FILLERS = 'a|the|about|around|roughly|only|just|maybe|like|circa|ca\\.?|etwa|rund|environ|unos|cerca de|ongeveer'
/** "I don't want to spend more than $100": with these words between alone, since "I don't mind spending more" sets no limit. */
const WILLING =
  'want|wanna|like|need|plan|planning|intend|afford|wish|have|looking|going|willing|able|prepared|really|actually|to'
const SPEND_MORE = [
  `(?:${DENIED})(?: (?:${WILLING}))* (?:(?:spend|spending|pay|paying|cost|go|be) (?:any )?(?:more than|over|above)|exceed|exceeding)`,
  String.raw`(?:no|n[ãa]o|non|pas)(?! (?:m[ei] )?(?:import|dispiac))(?: [^ ]+){0,2} (?:${[
    ...['gastar\\p{L}*', 'gaste', 'pagar\\p{L}*', 'cuesten?', 'costar', 'valgan?', 'custem?', 'custar'],
    ...['spendere', 'pagare', 'costi(?:no)?', 'costare', 'd[ée]penser', 'payer', 'mettre'],
  ].join('|')}) (?:m[áa]s de|mais de|mais (?:do )?que|pi[ùu] di|plus de)`,
].join('|')
const CHEAPER =
  /(?<!\p{L})(?:cheaper|less expensive|more affordable|too (?:expensive|dear|pricey|much money)|(?:billiger|günstiger|guenstiger)(?:e[mnrs]?)?|zu teuer|(?:moins|trop) ch(?:er|[eè]re)s?|m[áa]s barat[oa]s?|mais barat[oa]s?|meno car[oaie]|pi[ùu] economic[oaihe]+|goedkoper|te duur|дешевле)(?!\p{L})/iu
const ANY_PRICE =
  /(?<!\p{L})(?:any price|(?:price|budget|money|cost) (?:does not|doesn['’]?t) matter|(?:price|budget|money|cost) is no (?:object|issue|problem)|no budget limit|(?:forget(?: about)?|ignore) (?:the|my) (?:budget|price|limit))(?!\p{L})/iu
/** "Nothing under $100" asks for dear things, and what is saved or earned is no price of the thing. */
const NO_LIMIT_BEFORE = [
  ...['no', 'not', 'nothing', 'nicht', 'nichts', 'niet', 'niets', 'pas', 'nada', 'não', 'nao', 'niente'],
  ...['save', 'saves', 'saving', 'earn', 'win', 'borrow'],
]
const NO_LIMIT = String.raw`(?:${alternatives(NO_LIMIT_BEFORE)}|(?:${DENIED})(?: \p{L}+){0,3} anything)`
const isSpaced = (name: string) => !UNSPACED.test(name)
const MOST_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?<!${NO_LIMIT} )(?:${alternatives(UP_TO.filter(isSpaced))}|${SPEND_MORE})(?: (?:${FILLERS}))?\s?$|(?:${alternatives(UP_TO.filter((name) => !isSpaced(name)))})\s?$`,
  'iu',
)
const MOST_AFTER =
  /^\s?,?\s?(?:(?:or|and) (?:less|under|below|cheaper)|max(?:i|imum)?(?!\p{L})|at (?:the )?most|tops|budget|d[ei] (?:presupuesto|or[çc]amento|budget)|to spend(?!\p{L})|oder weniger|ou moins|[ou] menos|o meno|of minder|(?:(?:no|como|au|al) )?m[áa](?:xim(?:o|um|aa?l)|ssimo)(?!\p{L})|alt[ıi](?:nda)?(?!\p{L})|से कम|तक(?![\p{L}\p{M}])|के (?:अंदर|नीचे)|以[内內下里]|之内|未満|まで|이하|미만|이내|까지)/iu
/** After "up to" and "max" all kinds of things are counted, after "under" hardly. */
const BELOW_BEFORE = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${alternatives(BELOW.filter(isSpaced))})|${alternatives(BELOW.filter((name) => !isSpaced(name)))})\s?$`,
  'iu',
)
const BELOW_AFTER = /^\s?(?:alt[ıi]nda|से कम|以[内內下里]|之内|未満|이하|미만|이내)/iu
/** From so much on a bare number below which something is to be is no age, size or time. */
const PLAIN_PRICE_MIN = 100
/** "40 a month"; with "max" or "under" beside it so much is no number of times. */
const EACH_TIME = /^\s?(?:(?:a|per|each|every)\s|\/\s?)(?:month|mo|night)(?!\p{L})/iu
const EACH_TIME_PRICE_MIN = 10
const TO_SPEND = /^\s?(?:to spend|tops|ausgeben|uitgeven)(?!\p{L})/iu
/** "Up to 8k" is of pictures. */
const RESOLUTION = /^[458]$/
const ABOUT = asTyped([
  ...['around', 'about', 'roughly', 'approximately', 'approx.', 'approx', 'circa', 'ca.', 'ca', '~'],
  ...['um die', 'etwa', 'ungefähr', 'rund', 'environ', 'autour de', 'dans les', 'unos', 'alrededor de', 'cerca de'],
  ...[
    'por volta de',
    'na faixa de',
    'uns',
    'intorno a',
    'intorno ai',
    'intorno agli',
    'sui',
    'sugli',
    'ongeveer',
    'rond de',
    'rundt',
    'runt',
    'cirka',
    'około',
  ],
  ...['около', 'примерно', 'yaklaşık', 'حوالي', 'लगभग', '大约', '大約', '约', '約', '약'],
])
const ABOUT_BEFORE = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${alternatives(ABOUT.filter(isSpaced))})|${alternatives(ABOUT.filter((name) => !isSpaced(name)))})\s?$`,
  'iu',
)
/** Who says "around $400" looks at what costs a quarter more. */
const ABOUT_REACH = 1.25
/** In more words than these a price may come by the way. */
const BARE_WORDS_MAX = 6
const NO_BARE_PRICE_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:of|by|than|worth|${NO_LIMIT}(?: (?:${alternatives(UP_TO)}))?)\s?$|\+$`,
  'iu',
)
/** In more words than these a number may answer something else. */
const ANSWER_WORDS_MAX = 4
const QUESTION_CHARS = 120
const ASKS_FOR_PRICE =
  /(?<!\p{L})(?:budget|(?:how much|what (?:should|may|can|could|would|might|will)) [^.!?]*(?:spend|pay|cost)|price (?:range|limit|point)|ausgeben|kosten|dépenser|presupuesto|gastar|orçamento|spendere|budżet|budsjett|бюджет|bütçe\p{L}*)(?!\p{L})[^.!?\n]*\?|(?:预算|預算|予算|예산)[^。\n]*[?？]/iu
const ASKS_FOR_NUMBER =
  /(?<!\p{L})(?:how (?!can|do|does|would|will|should|could|is|are|soon|about)\p{L}+|sizes?|widths?|heights?|lengths?|weights?|ages?|capacity|distance|power|memory|storage|wie (?:viele?|groß|breit|hoch|lang|alt|schwer|weit)|größe|breite|höhe|länge|gewicht|alter|combien|tailles?|largeur|hauteur|longueur|poids|âge|cu[áa]nt[oa]s?|tamaño|ancho|altura|peso|edad|tamanho|largura|idade|quant[oaie]s?|taglia|larghezza|altezza|età|hoe (?:veel|groot|breed|hoog|lang|oud|zwaar|ver)|maat|breedte|hoogte|lengte|leeftijd)(?!\p{L})[^.!?\n]*\?|[^\p{Script=Latin}\P{L}][^?？؟]*[?？؟]/iu
/** A longer message tells more than its limit. */
const LIMIT_ALONE_CHARS = 40
/** "Make it 140" may be of the size that was spoken of before. */
const OF_ANYTHING = /(?:make it|(?:what|how) about|within)\s?$/i
const NOTHING_ELSE =
  /^[\s.,!]*(?:(?:ok|okay|well|so|and|but|oh|hm+|maybe|ideally|please|pls|thanks|bitte|svp|por favor)(?:[\s.,!]+|$))*$/iu
const HAS_DIGIT = /\d/
/** What "$500-800" and "between $500 and 800" begin with. */
const LOWER_END = new RegExp(
  String.raw`(?<!\p{L})(?<currency>${CODES})\s?(?<number>\d[\d.,]*)k?(?<joint>\s?(?:${TO})\s?)$`,
  'iu',
)
/** The upper end of "between $50 and $100", "$50 to $100" and "50-100 euros". */
const UPPER_END = new RegExp(String.raw`(?:(?:${CODES})\s?)?\d[\d.,]*k?\s?(?:${NAMES})?\s?(?:${TO})\s?$`, 'iu')
const OF_MONEY = String.raw`(?<!\p{L})(?:budget|price[ds]?|spend|pay|cost(?:s|ing)?|cheaper than|gastar\p{L}*|spendere|d[ée]penser)(?!\p{L})`
const SPEAKS_OF_MONEY = new RegExp(String.raw`${OF_MONEY}[^.!?\n]*$`, 'iu')
const JUST_SPOKE_OF_MONEY = new RegExp(String.raw`${OF_MONEY}[:,]?(?:\s+[^\s.!?]+){0,3}\s*$`, 'iu')
/** "Best budget phone 2026" is of the year. */
const YEAR = /^20[1-4]\d$/
const ENDS_IN_MAX = /(?<!\p{L})max\.?\s?$/iu
/** "Tickets for kids under 12": what is counted behind people is years, or the people themselves. */
const OF_PEOPLE =
  /(?<!\p{L})(?:age[ds]?|kids?|child|children|toddlers|boys|girls|teens|adults|seniors|people|persons|guests|groups|students|drivers|kindern?|personen|enfants|personnes|niños|personas|crianças|pessoas|bambini|persone|kinderen) (?:under|below|up to|bis|unter|sous|jusqu['’]à|hasta|até|fino a|tot|onder)\s?$/iu
/** "A stroller under 15 pounds" is light, and what somebody can pay is money. */
const MAY_BE_WEIGHT = /^\s?pounds?(?!\p{L})/iu
/** What may follow a bare price; after "27 inch", "5 miles" and "20 hours" it would be none. */
const SMALL_WORDS = [
  ...[
    'or',
    'and',
    'but',
    'so',
    'if',
    'for',
    'on',
    'at',
    'per',
    'each',
    'in total',
    'total',
    'to spend',
    'ausgeben',
    'uitgeven',
    'max',
    'maximum',
    'tops',
  ],
  ...['right', 'now', 'please', 'with', 'für', 'oder', 'und', 'aber', 'mit', 'voor', 'op', 'of', 'maar', 'met'],
  ...['pour', 'sur', 'ou', 'et', 'mais', 'avec', 'para', 'por', 'y', 'pero', 'con', 'e', 'mas', 'com', 'ma'],
]
const COUNTS_NOTHING = new RegExp(
  String.raw`^\s*(?:$|-(?!\p{L})|[^\s\p{L}\d"”″'’%°-]|(?:${alternatives(SMALL_WORDS)})(?!\p{L}))`,
  'iu',
)
/** What is taken off, sent or given is no price of the thing. */
const NO_PRICE_AFTER =
  /^\s?(?:off|discount|cash\s?back|shipping|delivery|%|credit|rebate|gift\s?cards?|(?:d[ei] )?(?:descuento|desconto|r[ée]duction|remise|sconto)(?!\p{L})|rabatt|korting)/iu
