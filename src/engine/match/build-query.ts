// Turns a conversation into weighted terms. Knows nothing of any inventory; what is rare in stock is weighed in the search.
import type { Conversation, Message } from '../../domain/ad-request.ts'
import { countWords } from '../text/count-words.ts'
import type { TermBuffer } from '../text/terms.ts'
import { RARITY_UNKNOWN } from '../text/word-frequency.ts'
import { agrees, askedIn, closesMatter, refuses, speaksOfIt } from './asked.ts'
import { corrects } from './corrections.ts'
import { DENIES, MAY_OWN, saidBefore } from './denials.ts'
import { dislikedAfter, dislikedIn, holds, NONE } from './dislikes.ts'
import { FREE_OF_HASH, holdsFree, isFreeOf } from './free-of.ts'
import { directionOf, leadsToPlace, type Lead, leadOf, placeKindOf } from './from-to.ts'
import { headLengthOf, mayNameKind } from './head-of-name.ts'
import { CODE_FENCE, isBareName, linesOf } from './lines.ts'
import { createQueryMemory, inEnglish, type MatchQuery } from './match-query.ts'
import { createMender } from './mend-word.ts'
import { createWishes, OPENS_NONE, OPENS_THERE } from './new-wish.ts'
import { withDigits, withYears } from './number-words.ts'
import { type ReadWords, readInTongue, type Stock } from './other-tongue.ts'
import { ownedIn } from './owned.ts'
import { pickLargest } from './pick-largest.ts'
import { isForAnyPrice, joinLimits, type PriceLimit, priceLimitIn, wantsCheaper } from './price-limit.ts'
import { languageOf } from './read-ad.ts'
import { isCapitalAt, isDigitAt, isNameAt } from './sentences.ts'
import { COUNTS_MONEY, MAY_CORRECT, MAY_DISLIKE, OPENS_WISH, talkOf, TALKS, TELLS_WHEN } from './talk-words.ts'
import { createTermTally } from './term-tally.ts'
import { tuning } from './tuning.ts'
import { everydayWeightOf, saturated, unsaturated } from './weigh-terms.ts'
import { AS_OWNED, asideWeightOf, factorOf, IN_CODE, isFollowed, tells, tellsMuch } from './word-in-talk.ts'

/** What is read of a conversation. The lines of its query may be what the user said one after the other. */
export type ConversationText = Pick<Conversation, 'query' | 'messages' | 'response'>

/**
 * A function that reads conversations, in the language given (BCP 47; English where absent). What the user says counts, and a little
 * of the answer and of what the assistant asked; what it told before says less about the wish than about the talk.
 */
export function createQueryBuilder(deps: Stock) {
  const { isInStock } = deps
  const tally = createTermTally(QUERY_TERMS_MAX)
  const mend = isInStock && createMender(deps.terms, isInStock)
  const { weight: said } = tally
  // Of each distinct term: how it reads, where it was said last, and the oldest message that says it.
  const rarities = new Uint8Array(QUERY_TERMS_MAX)
  const sources = new Uint8Array(QUERY_TERMS_MAX)
  const starts = new Uint32Array(QUERY_TERMS_MAX)
  const ends = new Uint32Array(QUERY_TERMS_MAX)
  const factors = new Float32Array(QUERY_TERMS_MAX)
  const oldest = new Uint8Array(QUERY_TERMS_MAX)
  // How often it was said before another wish was opened, and what part of that is left.
  const earlier = new Float64Array(QUERY_TERMS_MAX)
  const parts = new Float64Array(QUERY_TERMS_MAX)
  // Of each message that is about the newest wish, what its age leaves of it; 0 of others.
  const ages = new Float64Array(TURNS_MAX)
  // 1 for a word as one that comes after "from" or "to", beside the word itself.
  const isDirected = new Uint8Array(QUERY_TERMS_MAX)
  // IS_PLACE where a word was said to be the place.
  const whereabouts = new Uint8Array(QUERY_TERMS_MAX)
  // Above zero from where the user says that it is not wanted; what was said of it before that counts no more.
  const denied = new Uint8Array(QUERY_TERMS_MAX)
  // Above zero for a word that was said by the way alone.
  const asides = new Uint8Array(QUERY_TERMS_MAX)
  const values = new Float64Array(QUERY_TERMS_MAX)
  const order = new Uint16Array(QUERY_TERMS_MAX)
  // Every mention of a term by the user, newest message first, since weights follow once all messages are read.
  const mentioned = new Uint16Array(MENTIONS_MAX)
  const mentionedIn = new Uint8Array(MENTIONS_MAX)
  const kinds = new Uint8Array(MENTIONS_MAX)
  let mentions = 0
  // The surest that was said of any place.
  let surest = 0
  const wishes = createWishes()
  const takeArrays = createQueryMemory()
  const words: ReadWords = {
    lo: tally.lo,
    hi: tally.hi,
    rarities,
    isSettled: (i) => denied[i] !== 0 || isDirected[i] !== 0,
    surfaceOf: (i) => texts[sources[i]!]!.slice(starts[i], ends[i]),
    has: isSaid,
    leaveOut: (i) => void (denied[i] = DENIED),
  }
  let texts: string[] = []
  let questions: (string | undefined)[] = [] // what the assistant said right before each of them
  let counted: string[] = [] // those of the user with their numbers as digits, where they may be prices
  let isCorrection: boolean[] = [] // whether one takes back what was said before

  return function buildQuery(conversation: ConversationText, languageTag?: string): MatchQuery {
    const language = languageOf(languageTag)
    const { query: asked, messages, response } = conversation
    forget()
    const first = messages.findIndex(({ role }) => role === 'user')
    const lines = linesOf(asked)
    for (let i = lines.length - 1; i >= 0; i--) {
      readMessage(lines[i]!, asked, language, messages.at(-1), first < 0 && i === 0)
    }
    for (let i = messages.length - 1; i >= 0; i--) {
      const { role, content } = messages[i]!
      if (role === 'user') readMessage(content, content, language, messages[i - 1], i === first)
    }
    const isName = texts.length === 1 && isBareName(asked)
    if (isName) {
      weighKind(texts[0]!, language)
      if (language === 'en') joinNeighbours(texts[0]!)
    }
    const turns = texts.length
    const ofNewest = weighMentions(turns, lines.length)
    const unwanted = unwantedTerms()
    const priceLimit = readLimit(ofNewest)
    const userTerms = tally.count
    readAsked(Math.min(turns, lines.length + ANSWERS_BEFORE_MAX), lines.length, language)
    if (response !== undefined && response !== '') readAside(response, language, tuning.responseWeight, false)
    const isTold = languageTag !== 'und'
    const mayBeForeign = language === 'en' && (!isTold || isName)
    const isForeign = mayBeForeign && readInTongue(words, userTerms, deps)
    mendWords(userTerms, language, isTold && !isForeign)
    const query = heaviest(priceLimit, unwanted)
    return language === 'en' ? query : { ...query, english: inEnglish(query, deps.terms) }
  }

  function forget(): void {
    tally.clear()
    sources.fill(UNSEEN)
    denied.fill(0)
    asides.fill(0)
    texts = []
    questions = []
    counted = []
    isCorrection = []
    mentions = 0
    surest = 0
    wishes.clear()
  }

  /** @param whole the message that holds the text, or is it */
  function readMessage(
    content: string,
    whole: string,
    language: string,
    saidLast: Message | undefined,
    isOldest: boolean,
  ): void {
    const turn = texts.length
    if (turn >= TURNS_MAX) return
    const text = withYears(content)
    texts.push(text)
    isCorrection.push(false)
    questions.push(saidLast?.role === 'assistant' ? saidLast.content : undefined)
    const found = deps.terms.read(text, language)
    const isEnglish = language === 'en'
    const isSentence = isEnglish && countWords(whole, SENTENCE_WORDS) === SENTENCE_WORDS
    // Read at most once, in English where a word like "have" stands before another.
    let owned = isEnglish ? undefined : ownedIn(text, language)
    let unwanted = isEnglish ? NONE : dislikedIn(text, language)
    const hasFree = isEnglish && holdsFree(text)
    let mayCountMoney = false
    let fence = text.indexOf(CODE_FENCE)
    let isCode = false
    // The oldest message cannot turn to another thing.
    const mayTurn = isEnglish && !isOldest
    const isAfterClosing =
      mayTurn && saidLast?.role === 'assistant' && closesMatter(saidLast.content) && !speaksOfIt(text)
    wishes.nextMessage()
    for (let i = 0; i < found.count; i++) {
      for (; fence >= 0 && fence < found.start[i]!; fence = text.indexOf(CODE_FENCE, fence + CODE_FENCE.length)) {
        isCode = !isCode
      }
      const kind = isEnglish && !isCode ? talkOf(found.lo[i]!, found.hi[i]!) : 0
      const talk = kind & (OPENS_WISH | TALKS | TELLS_WHEN)
      if (kind & COUNTS_MONEY) mayCountMoney = true
      // After a matter that is closed each new thing is another wish.
      if (isAfterClosing) wishes.begin(i, found.start[i]!)
      const mayNameWish = mayTurn && !isCode && wishes.reach(text, found, i)
      const entry = tally.entryOf(found.lo[i]!, found.hi[i]!)
      if (entry >= 0) {
        const start = found.start[i]!
        const named = isNameAt(text, start)
        const isNewest = sources[entry] === UNSEEN || sources[entry] === turn
        const before = isEnglish && isNewest ? saidBefore(text, start) : 0
        if (before === MAY_OWN) owned ??= ownedIn(text, language)
        const isDisliked = isNewest && holds(unwanted, start)
        if (isEnglish && isNewest && (isDisliked || isFreeOf(text, start, found.end[i]!, hasFree, before)))
          readFreeOf(found, i, turn)
        if (before === DENIES || isDisliked) deny(entry, text, found, i)
        else if (denied[entry] !== 0) wantAfterAll(entry, isNewest)
        const aside = isCode ? IN_CODE : owned !== undefined && holds(owned, start) ? AS_OWNED : 0
        if (asides[entry] !== 0 && isSaidOutright(entry, turn, aside)) revive(entry)
        if (sources[entry] === UNSEEN) {
          const factor = factorOf(text, found, i, talk, isSentence)
          meet(entry, found, i, turn, aside === 0 ? factor : Math.min(factor, asideWeightOf(aside)))
          asides[entry] = aside
        }
        const isMatter = talk === 0 && denied[entry] === 0
        // Of the newest message nothing is left behind.
        const mayBePlace = turn > 0 && isCapitalAt(text, start)
        const lead = isEnglish && (isMatter || mayBePlace) ? leadOf(text, start) : 0
        mention(entry, turn, mayBePlace ? placeKindOf(lead, named) : 0)
        if (lead !== 0 && isMatter) readDirection(lead, found, i, turn)
        whereabouts[entry]! |= leadsToPlace(lead)
        if (mayNameWish && talk === 0 && !named && tellsMuch(text, found, i)) wishes.note(entry, turn, text, found, i)
      }
      if (kind & MAY_DISLIKE) {
        const disliked = dislikedAfter(text, found.start[i]!, found.end[i]!)
        if (disliked.length > 0) unwanted = disliked
      }
      if (kind & MAY_CORRECT && corrects(text, found.start[i]!, found.end[i]!)) isCorrection[turn] = true
      if (talk & OPENS_WISH) wishes.begin(i + 1, found.end[i]!)
    }
    counted.push(mayCountMoney ? withDigits(text) : text)
  }

  // Who wants a phone and "no smartphone", which is read as "smart phone", wants a phone.
  function deny(entry: number, text: string, found: TermBuffer, i: number): void {
    // A number and the measure that it begins are no words of which one stands for the other.
    const isPart =
      !isDigitAt(text, found.start[i]!) &&
      ((i + 1 < found.count && found.start[i + 1] === found.start[i]) ||
        (i > 0 && found.start[i - 1] === found.start[i]))
    if (!isPart) denied[entry] = isFollowed(text, found, i) ? DENIED_IN_NAME : DENIED
    else if (sources[entry] === UNSEEN) denied[entry] = DENIED_AS_PART
  }

  // Said again without a denial before it.
  function wantAfterAll(entry: number, isNewest: boolean): void {
    if (denied[entry] === DENIED_AS_PART) revive(entry)
    else if (isNewest && denied[entry] === DENIED_IN_NAME) denied[entry] = 0
  }

  // Who owns a tent now may have wished for it before.
  function isSaidOutright(entry: number, turn: number, aside: number): boolean {
    return asides[entry] === IN_CODE ? aside !== IN_CODE : aside === 0 && sources[entry] === turn
  }

  // As if it were said for the first time.
  function revive(entry: number): void {
    denied[entry] = 0
    sources[entry] = UNSEEN
  }

  // The same word once more, as one that comes after "from" or "to".
  function readDirection(lead: Lead, found: TermBuffer, i: number, turn: number): void {
    const direction = directionOf(lead)
    if (direction === 0) return
    const entry = tally.entryOf((found.lo[i]! ^ direction) >>> 0, found.hi[i]!)
    if (entry < 0) return
    if (sources[entry] === UNSEEN) meet(entry, found, i, turn, tuning.directionWeight)
    isDirected[entry] = 1
    mention(entry, turn, 0)
  }

  // The same word once more, as one that the thing is to be free of, where any ad says so.
  function readFreeOf(found: TermBuffer, i: number, turn: number): void {
    const lo = (found.lo[i]! ^ FREE_OF_HASH) >>> 0
    if (isInStock?.(lo, found.hi[i]!) !== true) return
    const entry = tally.entryOf(lo, found.hi[i]!)
    if (entry < 0) return
    if (sources[entry] === UNSEEN) meet(entry, found, i, turn, 1)
    mention(entry, turn, 0)
  }

  function meet(entry: number, found: TermBuffer, i: number, source: number, factor: number): void {
    rarities[entry] = found.rarity[i]!
    sources[entry] = source
    starts[entry] = found.start[i]!
    ends[entry] = found.end[i]!
    factors[entry] = factor
    isDirected[entry] = whereabouts[entry] = asides[entry] = 0
  }

  /** @param kind how surely it is a place, or 0 */
  function mention(entry: number, turn: number, kind: number): void {
    oldest[entry] = turn
    if (mentions === MENTIONS_MAX) return
    if (kind > surest) surest = kind
    mentioned[mentions] = entry
    mentionedIn[mentions] = turn
    kinds[mentions++] = kind
  }

  // In a bare name the last word is the kind: "red canvas shoes for women" are shoes.
  function weighKind(name: string, language: string): void {
    const head = headLengthOf(name, language)
    let kind = -1
    for (let i = 0; i < mentions; i++) {
      const entry = mentioned[i]!
      if (starts[entry]! >= head || (kind >= 0 && starts[entry]! <= starts[kind]!)) continue
      const isVerb = (talkOf(tally.lo[entry]!, tally.hi[entry]!) & OPENS_WISH) !== 0
      if (!isVerb && mayNameKind(name, starts[entry]!, ends[entry]!, language)) kind = entry
    }
    if (kind >= 0 && tally.count > 1) factors[kind]! *= tuning.kindWeight
  }

  // "Eye shadow" is looked for as "eyeshadow", too, where ads write it so.
  function joinNeighbours(name: string): void {
    if (isInStock === undefined) return
    const words = Math.min(tally.count, JOINED_TERMS_MAX)
    for (let i = 0; i < words; i++) {
      for (let next = 0; next < words; next++) {
        if (starts[next] !== ends[i]! + 1 || denied[i] !== 0 || denied[next] !== 0) continue
        if (!TWO_WORDS.test(name.slice(starts[i], ends[next]))) continue
        const both = name.slice(starts[i], ends[i]) + name.slice(starts[next], ends[next])
        const found = deps.terms.read(both.toLowerCase(), 'en')
        if (found.count !== 1 || !isInStock(found.lo[0]!, found.hi[0]!)) continue
        const entry = tally.entryOf(found.lo[0]!, found.hi[0]!)
        if (entry < 0 || sources[entry] !== UNSEEN) continue
        meet(entry, found, 0, 0, tuning.joinedWeight)
        starts[entry] = starts[i]!
        ends[entry] = ends[next]!
        mention(entry, 0, 0)
      }
    }
  }

  /**
   * Returns how many messages speak of the newest wish.
   * @param lines how many of them are lines of one and equally new
   */
  function weighMentions(turns: number, lines: number): number {
    let at = 0
    let left = 1
    let decay = 1
    let ofNewest = turns
    earlier.fill(0, 0, tally.count)
    parts.fill(0, 0, tally.count)
    for (let turn = 0; turn < turns; turn++) {
      if (turn >= lines) decay *= tuning.turnDecay
      ages[turn] = left === 1 ? decay : 0
      for (; at < mentions && mentionedIn[at] === turn; at++) {
        const entry = mentioned[at]!
        if (denied[entry] !== 0) continue
        // Whatever is wished for, where it is to be stays what it was.
        const isPlace = kinds[at] !== 0 && kinds[at] === surest
        if (left === 1 || isPlace) said[entry]! += decay
        else {
          earlier[entry]! += decay
          parts[entry] = Math.max(parts[entry]!, left)
        }
      }
      const opening = wishes.opensIn(turn, texts[turn]!, oldest)
      if (opening !== OPENS_NONE) ofNewest = Math.min(ofNewest, turn + 1)
      if (opening === OPENS_THERE) left *= tuning.leftWishWeight
      else if (opening !== OPENS_NONE || isCorrection[turn]) left *= tuning.olderWishWeight
    }
    if (left < 1) {
      for (let entry = 0; entry < tally.count; entry++) {
        if (earlier[entry] !== 0) said[entry]! += unsaturated(parts[entry]! * saturated(earlier[entry]!))
      }
    }
    return ofNewest
  }

  // Asked for before what is said of the price is left out.
  function unwantedTerms(): MatchQuery['unwanted'] {
    let unwanted: { lo: number; hi: number }[] | undefined
    for (let entry = 0; entry < tally.count; entry++) {
      if (denied[entry] !== DENIED && denied[entry] !== DENIED_IN_NAME) continue
      unwanted ??= []
      unwanted.push({ lo: tally.lo[entry]!, hi: tally.hi[entry]! })
    }
    return unwanted
  }

  // A laptop "under $500" says nothing of the phone that is asked for next.
  function readLimit(ofNewest: number): PriceLimit | undefined {
    let limit: PriceLimit | undefined
    for (let turn = 0; turn < ofNewest; turn++) {
      const said = priceLimitIn(counted[turn]!, questions[turn])
      if (said === undefined) continue
      for (const { from, to } of said.spans) leaveOut(turn, from, to)
      const newer = counted.slice(0, turn)
      if (newer.some(isForAnyPrice)) continue
      const older = wantsCheaper(counted[turn]!) || newer.some(wantsCheaper) ? { ...said, least: 0 } : said
      limit = joinLimits(limit ?? older, older)
    }
    return limit
  }

  // What it may cost is no word of the matter: "100 beech blocks" are no shoes "under $100".
  function leaveOut(turn: number, from: number, to: number): void {
    for (let entry = 0; entry < tally.count; entry++) {
      if (sources[entry] === turn && starts[entry]! >= from && ends[entry]! <= to) denied[entry] = DENIED
    }
  }

  // What the assistant asked, newest first: "an inflatable one?" and "yes" together name the thing.
  function readAsked(turns: number, lines: number, language: string): void {
    let refused: string | undefined
    for (let turn = 0; turn < turns; turn++) {
      const said = questions[turn]
      // Of lines with the same before them the first one answers; and what is refused at last was not wanted before.
      if (said === undefined || turn + 1 < lines || ages[turn] === 0 || said === refused) continue
      const answer = texts[turn]!
      if (refuses(answer, language)) {
        refused = said
        continue
      }
      const isAgreed = agrees(answer, language)
      const asked = askedIn(said, isAgreed)
      if (asked === '') continue
      readAside(asked, language, (isAgreed ? tuning.agreedWeight : tuning.askedWeight) * ages[turn]!, language === 'en')
    }
  }

  // What the assistant says only adds to what is asked: it is long, and much of it is said by the way.
  function readAside(text: string, language: string, weight: number, isTalk: boolean): void {
    texts.push(text)
    const found = deps.terms.read(text, language)
    for (let i = 0; i < found.count; i++) {
      const entry = tally.entryOf(found.lo[i]!, found.hi[i]!)
      if (entry < 0) continue
      if (sources[entry] === UNSEEN) {
        const talk = isTalk ? talkOf(found.lo[i]!, found.hi[i]!) & (OPENS_WISH | TALKS | TELLS_WHEN) : 0
        meet(entry, found, i, texts.length - 1, factorOf(text, found, i, talk, isTalk))
      }
      said[entry]! += weight
    }
  }

  // What nobody knows, neither the language nor any ad, is read as what is in stock that it may have been meant to be.
  function mendWords(userTerms: number, language: string, isSurelyEnglish: boolean): void {
    let left = mend === undefined ? 0 : MENDED_MAX
    for (let i = 0; i < userTerms && left > 0; i++) {
      if (rarities[i] !== RARITY_UNKNOWN || words.isSettled(i)) continue
      if (isInStock!(tally.lo[i]!, tally.hi[i]!)) continue
      // A capital tells nothing where a sentence begins.
      const isName = isNameAt(texts[sources[i]!]!, starts[i]!)
      const surface = isName ? words.surfaceOf(i) : words.surfaceOf(i).toLowerCase()
      const mended = mend!({ surface, language, isSurelyEnglish })
      if (mended === undefined) continue
      left--
      let place = mended.isGuess ? undefined : i
      for (const { lo, hi, rarity } of mended.meant) {
        if (isSaid(lo, hi)) continue
        const entry = place ?? tally.entryOf(lo, hi)
        place = undefined
        if (entry < 0) continue
        for (const told of [sources, starts, ends, factors, asides, said]) told[entry] = told[i]!
        tally.lo[entry] = lo
        tally.hi[entry] = hi
        rarities[entry] = rarity
      }
    }
  }

  function isSaid(lo: number, hi: number): boolean {
    for (let i = 0; i < tally.count; i++) if (tally.lo[i] === lo && tally.hi[i] === hi) return true
    return false
  }

  // What is looked for: the terms that are wanted and weigh most, with where each was said.
  function heaviest(priceLimit: PriceLimit | undefined, unwanted: MatchQuery['unwanted']): MatchQuery {
    for (let i = 0; i < tally.count; i++) {
      said[i] = saturated(said[i]!) * factors[i]!
      values[i] = denied[i] !== 0 ? UNWANTED : said[i]! * everydayWeightOf(rarities[i]!)
    }
    let count = pickLargest(values, tally.count, tuning.lookedUpTermsMax, order)
    while (count > 0 && values[order[count - 1]!] === UNWANTED) count--

    const { places, lo, hi, weight, rarity, roles } = takeArrays(count)
    const sourceTexts = texts // another list than the next query's
    const surfaceOf = (i: number) => sourceTexts[places[i * 3]!]!.slice(places[i * 3 + 1], places[i * 3 + 2])
    for (let i = 0; i < count; i++) {
      const entry = order[i]!
      lo[i] = tally.lo[entry]!
      hi[i] = tally.hi[entry]!
      weight[i] = said[entry]!
      rarity[i] = rarities[entry]!
      places[i * 3] = sources[entry]!
      places[i * 3 + 1] = starts[entry]!
      places[i * 3 + 2] = ends[entry]!
      roles[i] = tells(texts[sources[entry]!]!, starts[entry]!, ends[entry]!) | whereabouts[entry]!
    }
    return { count, lo, hi, weight, rarity, roles, priceLimit, unwanted, surfaceOf }
  }
}

/** Of how many terms of a bare name it is asked; more are in five words only where they are strung together by signs. */
const JOINED_TERMS_MAX = 16
/** Letters alone, and no short word behind, since "be an" is no bean; or a number behind them. */
const TWO_WORDS = /^[a-z]{2,} [a-z]{3,}$|^[a-z]+ \d+$/i

/** Distinct terms of one conversation that are weighed at all, mentions of them, and messages. */
const QUERY_TERMS_MAX = 1024
const MENTIONS_MAX = 4096
const TURNS_MAX = 200
/** So many earlier messages of the user are read together with what the assistant asked before them. */
const ANSWERS_BEFORE_MAX = 2
/** Words of one conversation that are tried for what they may have been meant to be, the newest first. */
const MENDED_MAX = 3
/** Of a term that is not wanted: for itself, or in a longer name. "Not a phone case, a phone": then it may be wanted after that. */
const DENIED = 1
const DENIED_IN_NAME = 2
/** Of a word that another stands for: wherever it is said by itself it is wanted. */
const DENIED_AS_PART = 3
/** Ranks behind every term that is wanted, however little. */
const UNWANTED = -1
/** Of a term that nobody has said yet. */
const UNSEEN = 255

/** From so many words on a text is a sentence, whose small words are talk; "photo paper" is not. */
const SENTENCE_WORDS = 4
