// Looks whether the words of an ad speak to a model in place of people: markup, signs that part speakers, and instructions. A model reads
// ads beside a conversation, so what it finds waits for a person.
//
// Markup and signs are found for certain. Instructions are found by words that stand together, which misses some and errs now and then.
import { COPY_FIELDS, type Copy } from '../../domain/ad.ts'
import { createPhraseTable } from '../understand/phrase-table.ts'
import { wordsOfAll } from '../understand/text-features.ts'
import { unmask } from '../understand/unmask.ts'
import { DEEDS, INSTRUCTIONS, WORDS, type Deed } from './instruction-words.ts'
import { markupIn, speakerIn } from './markup.ts'

/** What an ad is held for, in words; undefined where nothing of it speaks to a model, which is nearly always. */
export type CheckCopy = (copy: Copy) => string | undefined

export function createCheckCopy(): CheckCopy {
  // Made when the first ad comes: its tables cost a start some milliseconds.
  let deedIn: ReturnType<typeof createReader> | undefined
  return (copy) => {
    deedIn ??= createReader()
    const deed = deedIn(wholeOf(copy))
    if (deed === undefined) return undefined
    const field = COPY_FIELDS.find((name) => deedIn!(textOf(copy[name])) !== undefined)
    return field === undefined ? `its texts, read together: ${DEEDS[deed]}` : `${field} ${DEEDS[deed]}`
  }
}

/** What stands in two fields is read in one go, as two clauses of a sentence; the items of a list are read one by one. */
function wholeOf(copy: Copy): string {
  let whole = ''
  for (const name of COPY_FIELDS) {
    const value = copy[name]
    if (value !== undefined && value.length > 0)
      whole += typeof value === 'string' ? `${value} · ` : `\n${value.join('\n')}`
  }
  return whole
}

function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value ?? []).join('\n')
}

const KINDS = Object.keys(WORDS) as (keyof typeof WORDS)[]
const BY = KINDS.indexOf('by')
const WE = KINDS.indexOf('we')
const LEAD = KINDS.indexOf('lead')
const ROLE = KINDS.length

/** One of several kinds that have to stand in a sentence. */
interface Slot {
  readonly kinds: readonly number[]
  /** Of these, the word has to begin a clause. */
  readonly begins: readonly boolean[]
  /** How it comes behind the one before it. */
  readonly behind: 'anywhere' | 'soon' | 'next'
}

interface Instruction {
  readonly slots: readonly Slot[]
  readonly vetoes: readonly number[]
  readonly deed: Deed
}

interface Found {
  readonly kind: number
  readonly from: number
  readonly to: number
  readonly beginsClause: boolean
}

/** Says what a text would have a model do. */
function createReader(): (text: string) => Deed | undefined {
  const patterns = KINDS.map((kind) => WORDS[kind].split(',').map((pattern) => pattern.trim().replace(/\s+/g, ' ')))
  const phrases = createPhraseTable(patterns.flatMap((own, tag) => own.map((pattern) => [pattern, tag] as const)))
  const known = new Set(patterns.flat().flatMap((pattern) => pattern.split(/[ |*]+/)))
  const isKnown = (word: string) => word.length >= KNOWN_CHARS_MIN && known.has(word)
  const instructions = INSTRUCTIONS.map(([kinds, deed]) => instructionOf(kinds, deed))
  const isHere = new Uint8Array(KINDS.length + 1)

  return (text) => {
    const markup = markupIn(text)
    if (markup !== undefined) return markup
    const plain = unmask(LEADING_SIGN.test(text) ? text.replace(LEADING_SIGNS, 'i') : text, isKnown)
    const { hits } = phrases.find(wordsOfAll(plain))
    if (hits.length === 0) return undefined
    isHere.fill(0)
    for (const { tag } of hits) isHere[tag] = 1
    const hasSpeaker = speakerIn(plain)
    if (hasSpeaker) isHere[ROLE] = 1
    const possible = instructions.filter(({ slots }) =>
      slots.every(({ kinds }) => kinds.some((kind) => isHere[kind] === 1)),
    )
    if (possible.length === 0) return undefined
    for (const sentence of plain.split(SENTENCE_END)) {
      const found = findIn(sentence)
      if (found.length === 0) continue
      const deed = possible.find((instruction) => isSaid(instruction, found, hasSpeaker, UNSPACED.test(sentence)))?.deed
      if (deed !== undefined) return deed
    }
    return undefined
  }

  function findIn(sentence: string): Found[] {
    const found: Found[] = []
    let before = 0
    for (const clause of sentence.split(CLAUSE_END)) {
      const { hits, wordCount } = phrases.find(wordsOfAll(clause))
      // "Please" and "now" may stand in front.
      const lead = hits.find(({ tag, from }) => tag === LEAD && from === 0)?.to ?? 0
      for (const { tag, from, to } of hits)
        if (found.length < FOUND_MAX)
          found.push({ kind: tag, from: before + from, to: before + to, beginsClause: from === 0 || from === lead })
      before += wordCount
      if (found.length >= FOUND_MAX) break
    }
    return found
  }
}

/** Shorter ones are parts of too many codes and sizes to be read out of them. */
const KNOWN_CHARS_MIN = 4
/** "1gnore": a sign in front, which no grave word of a conversation begins with. */
const LEADING_SIGN = /(?<![a-z0-9])[1!|][a-z][a-z0-9]{3}/i
const LEADING_SIGNS = /(?<![a-z0-9])[1!|](?=[a-z][a-z0-9]{3})/gi
const SENTENCE_END = /[.!?;](?=\s|$)|[\n。！？；|•"“”«»()[\]>]+/
const CLAUSE_END = /[,，、:：·–—]|\s-\s/
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/
/** Of one sentence: whoever repeats such words hundreds of times is read by the first of them, and far less is shown. */
const FOUND_MAX = 200
/** Words from the first of an instruction to its last; of a script without spaces, characters. */
const REACH = { words: 16, chars: 40 }
/** From one of an instruction to what makes it none. */
const VETO_WORDS = 4
/** Words between one and what comes behind it. */
const GAP = { words: 4, chars: 12 }
/** Between one and what comes right behind it: none. */
const NEXT = 0

function instructionOf(text: string, deed: Deed): Instruction {
  const parts = text.split(' ')
  const slots = parts
    .filter((part) => !part.startsWith('!'))
    .map((part) => {
      const names = part.replace(/^[>+]/, '').split('|')
      return {
        kinds: names.map((name) => kindOf(name.replace('^', ''))),
        begins: names.map((name) => name.startsWith('^')),
        behind: part.startsWith('>')
          ? ('soon' as const)
          : part.startsWith('+')
            ? ('next' as const)
            : ('anywhere' as const),
      }
    })
  return { slots, vetoes: parts.filter((part) => part.startsWith('!')).map((part) => kindOf(part.slice(1))), deed }
}

function kindOf(name: string): number {
  const kind = name === 'role' ? ROLE : KINDS.indexOf(name as keyof typeof WORDS)
  if (kind < 0) throw new Error(`"${name}" is no kind of words`)
  return kind
}

function isSaid(
  { slots, vetoes }: Instruction,
  found: readonly Found[],
  hasSpeaker: boolean,
  isUnspaced: boolean,
): boolean {
  const [reach, gap] = isUnspaced ? [REACH.chars, GAP.chars] : [REACH.words, GAP.words]
  const taken: Found[] = []
  const isApart = (one: Found) => taken.every(({ from, to }) => one.to <= from || one.from >= to)
  // "We never name other brands", but not "never name other brands, we are best"; and no friend far off excuses anything.
  const isClose = (one: Found) =>
    one.kind === WE
      ? taken.every(({ from }) => one.to <= from)
      : taken.some(({ from, to }) => from - one.to < farthest(one) && one.from - to < farthest(one))
  const farthest = ({ kind }: Found) => (kind === BY ? 1 : VETO_WORDS)
  const isBehind = (distance: number, how: 'soon' | 'next') =>
    distance >= 0 && distance <= (how === 'soon' ? gap : NEXT)
  const fills = (at: number): boolean => {
    const slot = slots[at]
    if (slot === undefined) return !found.some((one) => vetoes.includes(one.kind) && isApart(one) && isClose(one))
    if (hasSpeaker && slot.kinds.includes(ROLE)) return fills(at + 1)
    return found.some((one) => {
      const choice = slot.kinds.indexOf(one.kind)
      if (choice < 0 || (slot.begins[choice] && !one.beginsClause)) return false
      const last = taken.at(-1)
      if (slot.behind !== 'anywhere' && last && !isBehind(one.from - last.to, slot.behind)) return false
      const fits = isApart(one) && taken.every(({ from, to }) => Math.max(one.to - from, to - one.from) <= reach)
      if (!fits) return false
      taken.push(one)
      if (fills(at + 1)) return true
      taken.pop()
      return false
    })
  }
  return fills(0)
}
