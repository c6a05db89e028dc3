// Reads a message of the user, term by term, into the notes of a conversation: what is wanted in it, and what is said by the way.
import { countWords } from '../text/count-words.ts'
import type { TermBuffer } from '../text/terms.ts'
import { closesMatter, speaksOfIt } from './asked.ts'
import { corrects } from './corrections.ts'
import { DENIES, MAY_OWN, saidBefore } from './denials.ts'
import { dislikedAfter, dislikedIn, holds, NONE, type Span } from './dislikes.ts'
import { FREE_OF_HASH, holdsFree, isFreeOf } from './free-of.ts'
import { directionOf, leadsToPlace, type Lead, leadOf, placeKindOf } from './from-to.ts'
import { CODE_FENCE } from './lines.ts'
import type { Wishes } from './new-wish.ts'
import { withDigits, withYears } from './number-words.ts'
import type { Stock } from './other-tongue.ts'
import { ownedIn } from './owned.ts'
import { DENIED, DENIED_AS_PART, DENIED_IN_NAME, type QueryNotes, TURNS_MAX, UNSEEN } from './query-notes.ts'
import { isCapitalAt, isDigitAt, isNameAt } from './sentences.ts'
import { COUNTS_MONEY, MAY_CORRECT, MAY_DISLIKE, OPENS_WISH, talkOf, TALKS, TELLS_WHEN } from './talk-words.ts'
import { tuning } from './tuning.ts'
import { AS_OWNED, asideWeightOf, factorOf, IN_CODE, isFollowed, tellsMuch } from './word-in-talk.ts'

/** To be called with the newest message first. */
export type ReadMessage = (
  content: string,
  /** The message that holds the text, or is it. */
  whole: string,
  language: string,
  /** What the assistant said right before it. */
  question: string | undefined,
  isOldest: boolean,
) => void

/** @param wishes hears where the user wishes for another thing */
export function createMessageReader(
  { terms, isInStock }: Pick<Stock, 'terms' | 'isInStock'>,
  notes: QueryNotes,
  wishes: Wishes,
): ReadMessage {
  const { tally, sources, denied, asides, whereabouts } = notes
  // Of the message that is being read:
  let text = ''
  let turn = 0
  let language = ''
  let isEnglish = false
  let isSentence = false
  let hasFree = false
  // Read at most once, in English where a word like "have" stands before another.
  let owned: readonly Span[] | undefined
  let unwanted = NONE
  // Where it next turns to code or back; below 0 where it does no more.
  let fence = -1
  let isCode = false
  let mayCountMoney = false

  return (content, whole, tongue, question, isOldest) => {
    if (notes.texts.length >= TURNS_MAX) return
    begin(content, whole, tongue, question)
    const found = terms.read(text, language)
    // The oldest message cannot turn to another thing.
    const mayTurn = isEnglish && !isOldest
    const isAfterClosing = mayTurn && question !== undefined && closesMatter(question) && !speaksOfIt(text)
    for (let i = 0; i < found.count; i++) {
      passFences(found.start[i]!)
      const kind = isEnglish && !isCode ? talkOf(found.lo[i]!, found.hi[i]!) : 0
      // After a matter that is closed each new thing is another wish.
      if (isAfterClosing) wishes.begin(i, found.start[i]!)
      const mayNameWish = mayTurn && !isCode && wishes.reach(text, found, i)
      const entry = tally.entryOf(found.lo[i]!, found.hi[i]!)
      if (entry >= 0) readTerm(entry, found, i, kind & (OPENS_WISH | TALKS | TELLS_WHEN), mayNameWish)
      if (kind !== 0) heedTalk(found, i, kind)
    }
    notes.counted.push(mayCountMoney ? withDigits(text) : text)
  }

  function begin(content: string, whole: string, tongue: string, question: string | undefined): void {
    text = withYears(content)
    turn = notes.texts.length
    language = tongue
    isEnglish = language === 'en'
    isSentence = isEnglish && countWords(whole, SENTENCE_WORDS) === SENTENCE_WORDS
    hasFree = isEnglish && holdsFree(text)
    owned = isEnglish ? undefined : ownedIn(text, language)
    unwanted = isEnglish ? NONE : dislikedIn(text, language)
    fence = text.indexOf(CODE_FENCE)
    isCode = false
    mayCountMoney = false
    notes.texts.push(text)
    notes.isCorrection.push(false)
    notes.questions.push(question)
    wishes.nextMessage()
  }

  function passFences(start: number): void {
    for (; fence >= 0 && fence < start; fence = text.indexOf(CODE_FENCE, fence + CODE_FENCE.length)) isCode = !isCode
  }

  /** @param talk what kind of talk the word is, or 0 where it is of the matter */
  function readTerm(entry: number, found: TermBuffer, i: number, talk: number, mayNameWish: boolean): void {
    const start = found.start[i]!
    const isNewest = notes.isNewest(entry, turn)
    const before = isEnglish && isNewest ? saidBefore(text, start) : 0
    readWhetherWanted(entry, found, i, before, isNewest)
    const aside = asideAt(start, before)
    if (asides[entry] !== 0 && notes.isSaidOutright(entry, turn, aside)) notes.revive(entry)
    if (sources[entry] === UNSEEN) meet(entry, found, i, talk, aside)
    readPlace(entry, found, i, talk === 0 && denied[entry] === 0)
    if (mayNameWish && talk === 0 && !isNameAt(text, start) && tellsMuch(text, found, i))
      wishes.note(entry, turn, text, found, i)
  }

  /** @param before what the words right before it say of it */
  function readWhetherWanted(entry: number, found: TermBuffer, i: number, before: number, isNewest: boolean): void {
    const start = found.start[i]!
    const isDisliked = isNewest && holds(unwanted, start)
    if (isEnglish && isNewest && (isDisliked || isFreeOf(text, start, found.end[i]!, hasFree, before)))
      readFreeOf(found, i)
    if (before === DENIES || isDisliked) deny(entry, found, i)
    else if (denied[entry] !== 0) wantAfterAll(entry, isNewest)
  }

  // The same word once more, as one that the thing is to be free of, where any ad says so.
  function readFreeOf(found: TermBuffer, i: number): void {
    const lo = (found.lo[i]! ^ FREE_OF_HASH) >>> 0
    if (isInStock?.(lo, found.hi[i]!) !== true) return
    const entry = tally.entryOf(lo, found.hi[i]!)
    if (entry < 0) return
    if (sources[entry] === UNSEEN) notes.meet(entry, found, i, turn, 1)
    notes.mention(entry, turn, 0)
  }

  // Who wants a phone and "no smartphone", which is read as "smart phone", wants a phone.
  function deny(entry: number, found: TermBuffer, i: number): void {
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
    if (denied[entry] === DENIED_AS_PART) notes.revive(entry)
    else if (isNewest && denied[entry] === DENIED_IN_NAME) denied[entry] = 0
  }

  function asideAt(start: number, before: number): number {
    if (before === MAY_OWN) owned ??= ownedIn(text, language)
    if (isCode) return IN_CODE
    return owned !== undefined && holds(owned, start) ? AS_OWNED : 0
  }

  function meet(entry: number, found: TermBuffer, i: number, talk: number, aside: number): void {
    const factor = factorOf(text, found, i, talk, isSentence)
    notes.meet(entry, found, i, turn, aside === 0 ? factor : Math.min(factor, asideWeightOf(aside)))
    asides[entry] = aside
  }

  // Whether it is the place of what is wished for, or where that comes from or goes to.
  function readPlace(entry: number, found: TermBuffer, i: number, isMatter: boolean): void {
    const start = found.start[i]!
    // Of the newest message nothing is left behind.
    const mayBePlace = turn > 0 && isCapitalAt(text, start)
    const lead = isEnglish && (isMatter || mayBePlace) ? leadOf(text, start) : 0
    notes.mention(entry, turn, mayBePlace ? placeKindOf(lead, isNameAt(text, start)) : 0)
    if (lead !== 0 && isMatter) readDirection(lead, found, i)
    whereabouts[entry]! |= leadsToPlace(lead)
  }

  // The same word once more, as one that comes after "from" or "to".
  function readDirection(lead: Lead, found: TermBuffer, i: number): void {
    const direction = directionOf(lead)
    if (direction === 0) return
    const entry = tally.entryOf((found.lo[i]! ^ direction) >>> 0, found.hi[i]!)
    if (entry < 0) return
    if (sources[entry] === UNSEEN) notes.meet(entry, found, i, turn, tuning.directionWeight)
    notes.isDirected[entry] = 1
    notes.mention(entry, turn, 0)
  }

  // What a word of the talk says of the others.
  function heedTalk(found: TermBuffer, i: number, kind: number): void {
    const start = found.start[i]!
    const end = found.end[i]!
    if (kind & COUNTS_MONEY) mayCountMoney = true
    if (kind & MAY_DISLIKE) {
      const disliked = dislikedAfter(text, start, end)
      if (disliked.length > 0) unwanted = disliked
    }
    if (kind & MAY_CORRECT && corrects(text, start, end)) notes.isCorrection[turn] = true
    if (kind & OPENS_WISH) wishes.begin(i + 1, end)
  }
}

/** From so many words on a text is a sentence, whose small words are talk; "photo paper" is not. */
const SENTENCE_WORDS = 4
