// Texts of our own for the commercial-intent gate, made of sentence frames: many kinds of wishes and of other talk, in many
// manners of writing, so that neither a noun nor length, case or politeness decides.
import { randomOf, type Example } from './fit.ts'
import { expand, framesOf } from './frames/expand.ts'
import { NEEDS } from './frames/needs.ts'
import { NOUNS_ABROAD, OTHER_TALK_ABROAD, WISHES_ABROAD } from './frames/languages.ts'
import {
  ADVICE_OPENINGS,
  DEED_OPENINGS,
  DEEDS_FOR_SALE,
  DEEDS_NOT_FOR_SALE,
  DESCRIBED_GOODS,
  QUESTIONS_FOR_SALE,
  QUESTIONS_NOT_FOR_SALE,
  THING_OPENINGS,
  THINGS_FOR_SALE,
  THINGS_NOT_FOR_SALE,
} from './frames/requests.ts'
import { REPLIES } from './frames/replies.ts'
import { SMALL_TALK } from './frames/small-talk.ts'
import { SUM_QUESTIONS, SUM_SENTENCES, TASKS_WITH_TEXT } from './frames/stories.ts'
import { TASKS } from './frames/tasks.ts'
import { WISHES } from './frames/wishes.ts'

const EACH_FRAME = 14
const EACH_FRAME_ABROAD = 4
const REQUESTS = 3_000
const QUESTIONS_EACH = 6
const SUMS = 2_000
const TASKS_PASTED = 2_500
const NAMED_GOODS = 2_500
const MIXES = 1_200

/**
 * Seeded; the source of each text names its kind ("own:coding").
 * @param pasted texts that stand below a task, best about goods, so that talk of goods alone is no wish.
 * @param titles of goods, parts of which are asked for.
 */
export function ownTexts(pasted: readonly string[], titles: readonly string[]): Example[] {
  const random = randomOf(5)
  const texts = new Map<string, Example>()
  const add = (text: string, label: 0 | 1, kind: string, manner: boolean): void => {
    const said = manner ? inSomeManner(text, random) : text
    texts.set(said, { text: said, label, source: `own:${kind}`, weight: 0.5 })
  }
  for (const [label, kinds] of [{ ...SMALL_TALK, ...TASKS }, WISHES].entries()) {
    for (const [kind, block] of Object.entries(kinds)) {
      for (const frame of framesOf(block)) {
        for (let i = 0; i < EACH_FRAME; i++) add(expand(frame, random), label as 0 | 1, kind, i % 2 === 1)
      }
    }
  }
  addRequests(add, random)
  addLongTasks(add, random, pasted)
  addNamedGoods(add, random, titles)
  addMixes(add, random)
  for (const [label, blocks] of [OTHER_TALK_ABROAD, WISHES_ABROAD].entries()) {
    for (const [language, block] of Object.entries(blocks)) {
      for (const frame of entriesOf(block)) {
        for (let i = 0; i < EACH_FRAME_ABROAD; i++) {
          const text = expand(withNouns(frame, language, random), random)
          add(random() < 0.5 ? text : text.toLowerCase(), label as 0 | 1, `abroad-${language}`, false)
        }
      }
    }
  }
  return [...texts.values()]
}

/** Everyday requests and questions, as many of each kind as `count` tells; seeded. */
export function harmlessRequests(count: number): string[] {
  const random = randomOf(9)
  const said = (...lists: readonly string[]): string =>
    lists.map((list) => expand(pickOf(entriesOf(list), random), random)).join(' ')
  const texts = Array.from({ length: count }, () => [
    said(ADVICE_OPENINGS, DEEDS_FOR_SALE),
    said(ADVICE_OPENINGS, DEEDS_NOT_FOR_SALE),
    said(DEED_OPENINGS, DEEDS_FOR_SALE),
    said(DEED_OPENINGS, DEEDS_NOT_FOR_SALE),
    said(QUESTIONS_NOT_FOR_SALE),
    said(QUESTIONS_FOR_SALE),
  ])
  return texts.flat().map((text) => inSomeManner(text, random))
}

/** What people want who say for whom, against what, or without what, so many of each frame; seeded. */
export function needs(each: number): string[] {
  const random = randomOf(13)
  return framesOf(NEEDS).flatMap((frame) =>
    Array.from({ length: each }, () => inSomeManner(expand(frame, random), random)),
  )
}

/** What people answer in the middle of a talk, so many of each frame; seeded. */
export function replies(each: number): string[] {
  const random = randomOf(17)
  return framesOf(REPLIES).flatMap((frame) =>
    Array.from({ length: each }, () => inSomeManner(expand(frame, random), random)),
  )
}

type Add = (text: string, label: 0 | 1, kind: string, manner: boolean) => void

/** Openings with matters, evenly of both kinds. */
function addRequests(add: Add, random: () => number): void {
  const said = (lists: readonly string[]): string =>
    lists.map((list) => expand(pickOf(entriesOf(list), random), random)).join(' ')
  for (let i = 0; i < REQUESTS; i++) {
    add(said([THING_OPENINGS, THINGS_FOR_SALE]), 1, 'things', i % 2 === 1)
    add(said([THING_OPENINGS, THINGS_NOT_FOR_SALE]), 0, 'things', i % 2 === 1)
    add(said([DEED_OPENINGS, DEEDS_FOR_SALE]), 1, 'deeds', i % 2 === 1)
    add(said([DEED_OPENINGS, DEEDS_NOT_FOR_SALE]), 0, 'deeds', i % 2 === 1)
  }
  for (const [label, block] of [QUESTIONS_NOT_FOR_SALE, QUESTIONS_FOR_SALE].entries()) {
    for (const frame of entriesOf(block)) {
      for (let i = 0; i < QUESTIONS_EACH; i++) add(expand(frame, random), label as 0 | 1, 'questions', i % 2 === 1)
    }
  }
}

function addLongTasks(add: Add, random: () => number, pasted: readonly string[]): void {
  const sentences = entriesOf(SUM_SENTENCES)
  for (let i = 0; i < SUMS; i++) {
    const told = Array.from({ length: 2 + Math.floor(random() * 3) }, () => expand(pickOf(sentences, random), random))
    add(sentencesOf([...told, expand(pickOf(entriesOf(SUM_QUESTIONS), random), random)]), 0, 'sums', i % 3 === 2)
  }
  const tasks = entriesOf(TASKS_WITH_TEXT)
  for (let i = 0; i < TASKS_PASTED && pasted.length > 0; i++) {
    const text = pickOf(pasted, random)
    add(
      expand(pickOf(tasks, random), random).replace('&', () => text),
      0,
      'pasted',
      i % 3 === 2,
    )
  }
}

/** A wish, or a task, in the middle of small talk; the small talk is the same in both. */
function addMixes(add: Add, random: () => number): void {
  const talk = framesOf(SMALL_TALK['small talk'] ?? '')
  const chat = (most: number): string[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => expand(pickOf(talk, random), random))
  const kinds = [Object.values({ ...SMALL_TALK, ...TASKS }), Object.values(WISHES)]
  for (let i = 0; i < MIXES; i++) {
    const label = (i % 2) as 0 | 1
    const told = expand(pickOf(framesOf(pickOf(kinds[label] ?? [], random)), random), random)
    const said = [...chat(2), told, ...chat(2)]
    add(i % 4 < 2 ? sentencesOf(said) : said.join('. '), label, 'mixed', i % 3 === 0)
  }
}

/** What goods are called in the trade, asked for the way people describe what they want. */
function addNamedGoods(add: Add, random: () => number, titles: readonly string[]): void {
  for (let i = 0; i < NAMED_GOODS && titles.length > 0; i++) {
    const words = pickOf(titles, random)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}. ]+/gu, ' ')
      .split(/\s+/)
    const from = Math.floor(random() * Math.max(1, words.length - 3))
    const name = words.slice(from, from + 2 + Math.floor(random() * 5)).join(' ')
    const frame =
      i % 3 === 0 ? pickOf(framesOf(DESCRIBED_GOODS), random) : `${pickOf(entriesOf(THING_OPENINGS), random)} &`
    const article = random() < 0.4 ? 'a ' : ''
    add(
      expand(frame, random).replace('&', () => article + name),
      1,
      'named',
      i % 2 === 1,
    )
  }
}

function sentencesOf(told: readonly string[]): string {
  return told.map((one) => one.charAt(0).toUpperCase() + one.slice(1).replace(/[^?.]$/, '$&.')).join(' ')
}

const OPENINGS = [
  'hi, ',
  'hello! ',
  'hey, ',
  'please ',
  'ok so ',
  'um ',
  'so ',
  'also ',
  'and ',
  'good morning, ',
  'quick question: ',
  'hey there. ',
]
const ENDINGS = [' please', ', thanks', ' thank you!', ' thx', ' asap', ' if possible', ' for me', '...', '!!']
const ASIDES = [
  'i had a long day. ',
  'thanks for the last answer. ',
  'i live in a small town. ',
  'my kid is asleep so i have a minute. ',
  'i am new here. ',
  'this may sound silly. ',
]

/** The same said politely, hastily, with a word in front, in capitals or without, with a slip of the finger. */
function inSomeManner(text: string, random: () => number): string {
  const pick = (list: readonly string[]): string => pickOf(list, random)
  let said = text
  if (random() < 0.35) said = pick(OPENINGS) + said
  else if (random() < 0.15) said = pick(ASIDES) + said
  if (random() < 0.2) said = said.replace(/[?.!]?$/, pick(ENDINGS))
  const manner = random()
  if (manner < 0.35) said = said.charAt(0).toUpperCase() + said.slice(1).replace(/\bi\b/g, 'I')
  else if (manner < 0.5) said = said.replace(/[.,?!']/g, '')
  else if (manner < 0.55) said = said.toUpperCase()
  else if (manner < 0.62 && said.length > 12) {
    const at = 3 + Math.floor(random() * (said.length - 6))
    said = said.slice(0, at) + said.charAt(at + 1) + said.charAt(at) + said.slice(at + 2)
  }
  return said
}

function withNouns(frame: string, language: string, random: () => number): string {
  const nouns = entriesOf(NOUNS_ABROAD[language] ?? '')
  return frame.replace(/%/g, () => pickOf(nouns, random))
}

const known = new Map<string, readonly string[]>()

/** The entries of a block; a bar inside brackets is a choice of the frame, not the end of an entry. */
function entriesOf(block: string): readonly string[] {
  const entries =
    known.get(block) ??
    block
      .split(/\n|\|(?![^[]*\])/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
  known.set(block, entries)
  return entries
}

function pickOf<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}
