// Makes models/needs.bin of what things are called and what people say who need them, kind by kind.
//   node tools/build-needs.ts > models/needs.bin
// tools/needs/*.txt hold a kind a line: "names, as titles write them; the usual one first | what people say who need one, by phrases";
// tools/known-names/*.txt things whose name says the kind to whoever knows them: "names; of things | a name of their kind".
import { crc32 } from 'node:zlib'
import { holdsFree, isFreeOf } from '../src/engine/match/free-of.ts'
import { NEEDS_FORMAT, type NeedsHeader } from '../src/engine/match/needs.ts'
import { everydayWeightOf } from '../src/engine/match/weigh-terms.ts'
import { foldAccents } from '../src/engine/text/fold.ts'
import { unitOf } from '../src/engine/text/measures.ts'
import { createTermReader } from '../src/engine/text/terms.ts'
import { hashHi, hashLo } from '../src/engine/text/tokenise.ts'
import { loadWordFrequencies, RARITY_STEPS } from '../src/engine/text/word-frequency.ts'
import { type KindLine, type KnownLine, readKinds, readKnownNames } from './needs-folder.ts'

const VERSION = '2026-11-28'
/** Words of a kind's needs that are kept, those that tell most. */
const NEEDS_MAX = 16
/** What is said more often than once in 4,000 words tells next to nothing. */
const RARITY_MIN = 3.6 * RARITY_STEPS
/** Of names, once in 2,500: "car" still does. */
const NAMED_RARITY_MIN = 3.4 * RARITY_STEPS
/** Of things that people know by one word: what is read as another word ("currys" as "curry") is rarer than once in 100,000. */
const READ_OTHERWISE_RARITY_MIN = 5 * RARITY_STEPS
/** What is no part of what an app or tool is for: a "flowchart maker" says "flowcharts" of itself. */
const INSTRUMENTS = new Set(
  'api app apps finder generator maker planner platform plugin software tool website'.split(' '),
)
/** So many names that end in a word make it one for what things are. */
const HEAD_NAMES_MIN = 3
/** What a word tells more of a kind with each further phrase that holds it. */
const SAID_AGAIN = 0.3

interface Term {
  readonly key: string
  readonly lo: number
  readonly hi: number
  readonly rarity: number
  /** As it was written. */
  readonly surface: string
  /** Whether it is what the thing is free of: "gluten-free". */
  readonly isFree: boolean
}

const reader = createTermReader(loadWordFrequencies())
const stems = createNumbers()
const words = createNumbers()

interface Kind {
  /** As they are written. */
  readonly texts: readonly string[]
  readonly names: readonly (readonly Term[])[]
  /** The words of the names that tell something of it. */
  readonly called: readonly Term[]
  readonly needs: readonly Term[]
}

const kinds: Kind[] = [...byFirstName().values()].map((lines) => {
  const names = new Map(lines.flatMap((line) => line.names.map(nameOf)).map((name) => [keyOf(name), name]))
  names.delete('')
  const ofNames = distinct([...names.values()].flat())
  const own = new Set(ofNames.map(({ key }) => key))
  const said = lines.flatMap((line) => line.needs.flatMap(read)).filter(mayBeNeeded)
  return {
    texts: lines.flatMap((line) => line.names),
    names: [...names.values()],
    called: ofNames.filter(({ rarity, isFree }) => rarity >= NAMED_RARITY_MIN && !isFree),
    needs: tellingOf(said.filter(({ key }) => !own.has(key))),
  }
})

const known = knownByKind()
const purposes = purposesByKind()
// The rarest stem of a name is where it is looked for.
const named = kinds
  .flatMap(({ names }, kind) =>
    [names, [...purposes[kind]!, ...(known.get(kind) ?? [])]].flatMap((some, isHint) =>
      some.map((terms) => ({
        kind,
        isHint,
        stems: terms.toSorted((a, b) => b.rarity - a.rarity).map(stems.numberOf),
      })),
    ),
  )
  .sort((a, b) => a.stems[0]! - b.stems[0]!)
const heads = headsOf(kinds.flatMap(({ texts }) => texts))
const called = kinds.map((kind) => kind.called.map(stems.numberOf))
const needs = kinds.map((kind) => kind.needs.map(words.numberOf))
const nameFrom = new Uint32Array(stems.terms.length + 1)
for (const { stems: own } of named) nameFrom[own[0]! + 1]!++
for (let i = 0; i < stems.terms.length; i++) nameFrom[i + 1]! += nameFrom[i]!

const longs = [
  stems.terms.map(({ lo }) => lo),
  stems.terms.map(({ hi }) => hi),
  nameFrom,
  beginsOf(named.map((name) => name.stems)),
  beginsOf(called),
  beginsOf(needs),
  words.terms.map(({ lo }) => lo),
  words.terms.map(({ hi }) => hi),
]
const shorts = [named.map(({ kind }) => kind), named.flatMap((name) => name.stems), called.flat(), needs.flat()]
for (const list of shorts) if (list.some((number) => number > 0xffff)) throw new Error('more than 16 bits can number')
const body = Buffer.concat([
  ...longs.map((list) => Buffer.from(Uint32Array.from(list).buffer)),
  ...shorts.map((list) => Buffer.from(Uint16Array.from(list).buffer)),
  Buffer.from(stems.terms.map(({ rarity }) => rarity)),
  Buffer.from(named.map(({ isHint }) => isHint)),
  Buffer.from(stems.terms.map(({ key }) => Number(heads.has(key)))),
])
const header: NeedsHeader = {
  format: NEEDS_FORMAT,
  name: 'needs',
  version: VERSION,
  counts: [
    stems.terms.length,
    named.length,
    shorts[1]!.length,
    kinds.length,
    shorts[2]!.length,
    words.terms.length,
    shorts[3]!.length,
  ],
  checksum: crc32(body),
  provenance: [
    { source: 'kinds of our own, in tools/needs', licence: 'as this service' },
    { source: 'names that people know, in tools/known-names', licence: 'as this service' },
  ],
  scores: {},
}
process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]))
process.stderr.write(
  `${kinds.length} kinds, ${named.length} names of ${called.flat().length} telling words, ${needs.flat().length} words of needs\n`,
)

/** Numbers and units say how much, of anything. */
function mayBeNeeded({ surface, rarity }: Term): boolean {
  return rarity >= RARITY_MIN && !/\d/.test(surface) && unitOf(surface) === undefined
}

/** Lines whose first names say the same are of one kind. */
function byFirstName(): Map<string, KindLine[]> {
  const lines = new Map<string, KindLine[]>()
  for (const line of readKinds()) {
    const first = keyOf(nameOf(line.names[0]!)) || line.names[0]!
    lines.set(first, [...(lines.get(first) ?? []), line])
  }
  return lines
}

/**
 * The names of known things, by the number of their kind. Of a kind that is called so in the second place alone, a line for several
 * things ("spirits; vodka; rum"), they are called that and nothing else: it becomes one more of `kinds`.
 */
function knownByKind(): Map<number, (readonly Term[])[]> {
  const numberOf = new Map<string, number>()
  for (const [kind, { texts }] of kinds.entries()) if (!numberOf.has(texts[0]!)) numberOf.set(texts[0]!, kind)
  const ofKind = ({ kind, place }: KnownLine): number => {
    const first = numberOf.get(kind)
    if (first !== undefined) return first
    const whole = kinds.find(({ texts }) => texts.includes(kind))
    if (whole === undefined) throw new Error(`${place}: tools/needs knows no kind with the name "${kind}"`)
    const called = nameOf(kind).filter(({ rarity }) => rarity >= NAMED_RARITY_MIN)
    const number = kinds.push({ texts: [kind], names: [], called, needs: whole.needs }) - 1
    numberOf.set(kind, number)
    return number
  }
  const known = Map.groupBy(
    readKnownNames().flatMap((line) => line.names.map((name) => ({ kind: ofKind(line), name: knownNameOf(name) }))),
    ({ kind }) => kind,
  )
  return new Map(
    [...known].map(([kind, all]) => {
      const own = new Set(kinds[kind]!.names.map(keyOf))
      const names = new Map(all.map(({ name }) => [keyOf(name), name]))
      return [kind, [...names].flatMap(([key, name]) => (key === '' || own.has(key) ? [] : [name]))]
    }),
  )
}

/** By kind, its names without the word for an instrument, where nothing else is called so. */
function purposesByKind(): (readonly Term[])[][] {
  const purposeOf = (text: string): readonly Term[] => {
    const words = text.split(' ')
    const left = words.filter((word) => !INSTRUMENTS.has(word))
    const name = left.length === words.length ? [] : nameOf(left.join(' '))
    return name.some(({ rarity }) => rarity >= RARITY_MIN) ? name : []
  }
  const all = kinds.map(({ texts }) => new Map(texts.map(purposeOf).map((name) => [keyOf(name), name])))
  const times = new Map<string, number>()
  for (const key of [...kinds.flatMap(({ names }) => names.map(keyOf)), ...all.flatMap((some) => [...some.keys()])])
    times.set(key, (times.get(key) ?? 0) + 1)
  return all.map((some) => [...some].flatMap(([key, name]) => (key !== '' && times.get(key) === 1 ? [name] : [])))
}

/** The words in which several names of several words end: "case", "stand". */
function headsOf(texts: readonly string[]): Set<string> {
  const names = texts.map(nameOf).filter(({ length }) => length > 1)
  const byLast = Map.groupBy(names, (name) => name.at(-1)!.key)
  return new Set([...byLast].flatMap(([key, some]) => (some.length >= HEAD_NAMES_MIN ? [key] : [])))
}

function tellingOf(said: readonly Term[]): Term[] {
  const times = new Map<string, number>()
  for (const { key } of said) times.set(key, (times.get(key) ?? 0) + 1)
  const worth = ({ key, rarity }: Term) => (1 + SAID_AGAIN * (times.get(key)! - 1)) * everydayWeightOf(rarity)
  return distinct(said)
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, NEEDS_MAX)
}

/** Empty where of several words one is left: "what to watch" is no watch, and a "down jacket" not any jacket. */
function nameOf(text: string): Term[] {
  const terms = distinct(read(text))
  return terms.length === 1 && text.includes(' ') ? [] : terms
}

/** Empty also where it is one word that is read as another one, which is common: whoever reads a title cannot tell them apart. */
function knownNameOf(text: string): readonly Term[] {
  const name = nameOf(text)
  const isItself = ({ lo, hi }: Term) => lo === hashLo(foldAccents(text)) && hi === hashHi(foldAccents(text))
  return name.length === 1 && !isItself(name[0]!) && name[0]!.rarity < READ_OTHERWISE_RARITY_MIN ? [] : name
}

function read(text: string): Term[] {
  const { count, lo, hi, rarity, start, end } = reader.read(text, 'en')
  const hasFree = holdsFree(text)
  return Array.from({ length: count }, (_, i) => {
    const surface = text.slice(start[i], end[i]).toLowerCase()
    const isFree = isFreeOf(text, start[i]!, end[i]!, hasFree)
    return { key: `${lo[i]} ${hi[i]}`, lo: lo[i]!, hi: hi[i]!, rarity: rarity[i]!, surface, isFree }
  })
}

function distinct(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.key, term])).values()]
}

function keyOf(terms: readonly Term[]): string {
  return terms
    .map(({ key }) => key)
    .sort()
    .join(',')
}

function beginsOf(lists: readonly (readonly number[])[]): number[] {
  let at = 0
  return [0, ...lists.map((list) => (at += list.length))]
}

function createNumbers() {
  const numbers = new Map<string, number>()
  const terms: Term[] = []
  return {
    terms,
    numberOf(term: Term): number {
      const known = numbers.get(term.key) ?? terms.push(term) - 1
      numbers.set(term.key, known)
      return known
    },
  }
}
