// Turns a conversation into weighted terms. Knows nothing of any inventory; what is rare in stock is weighed in the search.
import type { Conversation, Message } from '../../domain/ad-request.ts'
import { RARITY_UNKNOWN } from '../text/word-frequency.ts'
import { agrees, askedIn, refuses } from './asked.ts'
import { createNameReader } from './bare-name.ts'
import { isBareName, linesOf } from './lines.ts'
import { BARE_TERMS, createQueryMemory, inEnglish, type MatchQuery, MAY_BE_NEED } from './match-query.ts'
import { createMender } from './mend-word.ts'
import { createWishes } from './new-wish.ts'
import { type ReadWords, readInTongue, type Stock } from './other-tongue.ts'
import { pickLargest } from './pick-largest.ts'
import { isForAnyPrice, joinLimits, type PriceLimit, priceLimitIn, wantsCheaper } from './price-limit.ts'
import { createQueryNotes, DENIED, DENIED_IN_NAME, QUERY_TERMS_MAX, UNSEEN } from './query-notes.ts'
import { languageOf } from './read-ad.ts'
import { createMessageReader } from './read-message.ts'
import { isNameAt } from './sentences.ts'
import { OPENS_WISH, talkOf, TALKS, TELLS_WHEN } from './talk-words.ts'
import { tuning } from './tuning.ts'
import { createMentionWeigher } from './weigh-mentions.ts'
import { everydayWeightOf, saturated } from './weigh-terms.ts'
import { factorOf, tells } from './word-in-talk.ts'

/** What is read of a conversation. The lines of its query may be what the user said one after the other. */
export type ConversationText = Pick<Conversation, 'query' | 'messages' | 'response'>

/**
 * A function that reads conversations, in the language given (BCP 47; English where absent). What the user says counts, and a little
 * of the answer and of what the assistant asked; what it told before says less about the wish than about the talk.
 */
export function createQueryBuilder(stock: Stock) {
  const { terms, isInStock, isNeeded } = stock
  const notes = createQueryNotes()
  const wishes = createWishes()
  const readMessage = createMessageReader(stock, notes, wishes)
  const readName = createNameReader(stock, notes)
  const weigher = createMentionWeigher(notes, wishes)
  const mend = isInStock && createMender(terms, isInStock)
  const { tally, rarities, sources, starts, ends, factors, denied, whereabouts, asides } = notes
  const { weight: said } = tally
  const words: ReadWords = {
    lo: tally.lo,
    hi: tally.hi,
    rarities,
    isSettled: (i) => denied[i] !== 0 || notes.isDirected[i] !== 0,
    surfaceOf: notes.surfaceOf,
    has: notes.isSaid,
    leaveOut: (i) => void (denied[i] = DENIED),
  }
  const values = new Float64Array(QUERY_TERMS_MAX)
  const order = new Uint16Array(QUERY_TERMS_MAX)
  const needs = new Uint8Array(QUERY_TERMS_MAX)
  const takeArrays = createQueryMemory()

  return function buildQuery(conversation: ConversationText, languageTag?: string): MatchQuery {
    const language = languageOf(languageTag)
    const { query: asked, response } = conversation
    notes.clear()
    wishes.clear()
    const lines = linesOf(asked)
    readUser(conversation, lines, language)
    const turns = notes.texts.length
    const isName = turns === 1 && isBareName(asked)
    if (isName) readName(notes.texts[0]!, language)
    const ofNewest = weigher.weigh(lines.length)
    const unwanted = unwantedTerms()
    const priceLimit = readLimit(ofNewest)
    const userTerms = tally.count
    readAsked(Math.min(turns, lines.length + ANSWERS_BEFORE_MAX), lines.length, language)
    if (response !== undefined && response !== '') readAside(response, language, tuning.responseWeight, false)
    const isTold = languageTag !== 'und'
    const mayBeForeign = language === 'en' && (!isTold || isName)
    const isForeign = mayBeForeign && readInTongue(words, userTerms, stock)
    mendWords(userTerms, language, isTold && !isForeign)
    const query = heaviest(priceLimit, unwanted, language === 'en' && !isForeign ? userTerms : 0)
    return language === 'en' ? query : { ...query, english: inEnglish(query, terms) }
  }

  // What the user says, newest first.
  function readUser({ query: asked, messages }: ConversationText, lines: readonly string[], language: string): void {
    const first = messages.findIndex(({ role }) => role === 'user')
    const question = questionIn(messages.at(-1))
    for (let i = lines.length - 1; i >= 0; i--) {
      readMessage(lines[i]!, asked, language, question, first < 0 && i === 0)
    }
    for (let i = messages.length - 1; i >= 0; i--) {
      const { role, content } = messages[i]!
      if (role === 'user') readMessage(content, content, language, questionIn(messages[i - 1]), i === first)
    }
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

  // A laptop "under $500" says nothing of the phone that is asked for next; and what it may cost is no word of the matter: "100 beech
  // blocks" are no shoes "under $100".
  function readLimit(ofNewest: number): PriceLimit | undefined {
    const { counted, questions } = notes
    let limit: PriceLimit | undefined
    for (let turn = 0; turn < ofNewest; turn++) {
      const told = priceLimitIn(counted[turn]!, questions[turn])
      if (told === undefined) continue
      for (const { from, to } of told.spans) notes.leaveOut(turn, from, to)
      const newer = counted.slice(0, turn)
      if (newer.some(isForAnyPrice)) continue
      const older = wantsCheaper(counted[turn]!) || newer.some(wantsCheaper) ? { ...told, least: 0 } : told
      limit = joinLimits(limit ?? older, older)
    }
    return limit
  }

  // What the assistant asked, newest first: "an inflatable one?" and "yes" together name the thing.
  function readAsked(turns: number, lines: number, language: string): void {
    const { ages } = weigher
    let refused: string | undefined
    for (let turn = 0; turn < turns; turn++) {
      const question = notes.questions[turn]
      // Of lines with the same before them the first one answers; and what is refused at last was not wanted before.
      if (question === undefined || turn + 1 < lines || ages[turn] === 0 || question === refused) continue
      const answer = notes.texts[turn]!
      if (refuses(answer, language)) {
        refused = question
        continue
      }
      const isAgreed = agrees(answer, language)
      const asked = askedIn(question, isAgreed)
      if (asked === '') continue
      readAside(asked, language, (isAgreed ? tuning.agreedWeight : tuning.askedWeight) * ages[turn]!, language === 'en')
    }
  }

  // What the assistant says only adds to what is asked: it is long, and much of it is said by the way.
  function readAside(text: string, language: string, weight: number, isTalk: boolean): void {
    const source = notes.texts.length
    notes.texts.push(text)
    const found = terms.read(text, language)
    for (let i = 0; i < found.count; i++) {
      const entry = tally.entryOf(found.lo[i]!, found.hi[i]!)
      if (entry < 0) continue
      if (sources[entry] === UNSEEN) {
        const talk = isTalk ? talkOf(found.lo[i]!, found.hi[i]!) & (OPENS_WISH | TALKS | TELLS_WHEN) : 0
        notes.meet(entry, found, i, source, factorOf(text, found, i, talk, isTalk))
      }
      said[entry]! += weight
    }
  }

  // What nobody knows, neither the language nor any ad, is read as what is in stock that it may have been meant to be.
  function mendWords(userTerms: number, language: string, isSurelyEnglish: boolean): void {
    let left = mend === undefined ? 0 : MENDED_MAX
    for (let i = 0; i < userTerms && left > 0; i++) {
      if (rarities[i] !== RARITY_UNKNOWN || words.isSettled(i)) continue
      const [lo, hi] = [tally.lo[i]!, tally.hi[i]!]
      if (isInStock!(lo, hi) || isNeeded?.(lo, hi)) continue
      // A capital tells nothing where a sentence begins.
      const isName = isNameAt(notes.texts[sources[i]!]!, starts[i]!)
      const surface = isName ? notes.surfaceOf(i) : notes.surfaceOf(i).toLowerCase()
      const mended = mend!({ surface, language, isSurelyEnglish })
      if (mended === undefined) continue
      left--
      let place = mended.isGuess ? undefined : i
      for (const { lo, hi, rarity } of mended.meant) {
        if (notes.isSaid(lo, hi)) continue
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

  // What is looked for: the terms that are wanted and weigh most, with where each was said. An ad may be needed for those of the first
  // `mayBeNeeds` that are whole words, where they are more than a name.
  function heaviest(
    priceLimit: PriceLimit | undefined,
    unwanted: MatchQuery['unwanted'],
    mayBeNeeds: number,
  ): MatchQuery {
    let words = 0
    for (let i = 0; i < tally.count; i++) {
      const isWhole = i < mayBeNeeds && denied[i] === 0 && said[i]! * factors[i]! > WHOLE_WORD
      needs[i] = isWhole ? MAY_BE_NEED : 0
      words += Number(isWhole)
      said[i] = saturated(said[i]!) * factors[i]!
      values[i] = denied[i] !== 0 ? UNWANTED : said[i]! * everydayWeightOf(rarities[i]!)
    }
    let count = pickLargest(values, tally.count, tuning.lookedUpTermsMax, order)
    while (count > 0 && values[order[count - 1]!] === UNWANTED) count--

    const { places, lo, hi, weight, rarity, roles } = takeArrays(count)
    const { texts } = notes // another list than the next query's
    const surfaceOf = (i: number) => texts[places[i * 3]!]!.slice(places[i * 3 + 1], places[i * 3 + 2])
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
      if (words > BARE_TERMS) roles[i]! |= needs[entry]!
    }
    return { count, lo, hi, weight, rarity, roles, priceLimit, unwanted, surfaceOf }
  }
}

/** What the assistant says right before the user does. */
function questionIn(message: Message | undefined): string | undefined {
  return message?.role === 'assistant' ? message.content : undefined
}

/** So many earlier messages of the user are read together with what the assistant asked before them. */
const ANSWERS_BEFORE_MAX = 2
/** Words of one conversation that are tried for what they may have been meant to be, the newest first. */
const MENDED_MAX = 3
/** What counts more was said by itself, not as talk or as a word for the second time: as a direction, a measure, two words as one. */
const WHOLE_WORD = 0.5
/** Ranks behind every term that is wanted, however little. */
const UNWANTED = -1
