// The examples that the gates learn from: labelled texts, and texts made of the inventory and of searches.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { choicesOf } from '../../src/engine/understand/phrase-table.ts'
import { LEXICON, type SensitiveCategory } from '../../src/engine/understand/sensitive-lexicon.ts'
import { extractFeatures } from '../../src/engine/understand/text-features.ts'
import { createTopicPhrases, HARMLESS_TAG, taggedPatterns } from '../../src/engine/understand/topic-phrases.ts'
import { randomOf, type Example } from './fit.ts'
import { graveMessages, messages } from './messages.ts'
import { harmlessRequests, needs, ownTexts, replies } from './own-texts.ts'

export type LabelledText = {
  readonly id: string
  readonly source: string
  readonly text: string
  readonly label: 0 | 1
  readonly category: string
}
export type Ad = {
  readonly source: string
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly category: string
}
export type Conversation = {
  readonly id: string
  readonly source: string
  readonly query: string
  readonly turns?: readonly { readonly role: string; readonly text: string }[]
}

export function readJsonl<T>(folder: string, name: string): T[] {
  const lines = gunzipSync(readFileSync(join(folder, name)))
    .toString('utf8')
    .split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T)
}

/** Rows of one data set are many and alike; at this weight they do not outvote the kinds of talk that no set holds. */
const DATA_SET_WEIGHT = 0.1
const CONVERSATION_WEIGHT = 0.3
const CHIT_CHAT_TEXTS = 2500
/** English is in all other examples as well. */
const MESSAGE_WEIGHT = 0.5
const MESSAGE_ABROAD_WEIGHT = 1.2
/** Whoever tells a story mostly wishes for something here; at full weight any long text would look like a wish. */
const LONG_WISH_CHARS = 150
const LONG_WISH_SHARE = 0.3

/**
 * Everything a person may type who would welcome an offer, and what they type when they would not.
 * @param chatFile `dataset.json` of the Python package chitchat-dataset
 */
export function intentExamples(folder: string, chatFile: string): Example[] {
  const ads = readJsonl<Ad>(folder, 'ads.jsonl.gz')
  const examples: Example[] = readJsonl<LabelledText>(folder, 'intent.jsonl.gz').map(({ text, label, source }) => ({
    text,
    label,
    source,
    weight: DATA_SET_WEIGHT,
  }))
  for (const { query, source } of readJsonl<Conversation>(folder, 'conv.queries.jsonl.gz')) {
    // Requests for a service read much like writing tasks; with less weight the gate would side with the tasks.
    examples.push({
      text: query,
      label: 1,
      source: `conv:${source}`,
      weight: source === 'tools' ? 0.6 : CONVERSATION_WEIGHT,
    })
  }
  for (const example of productQueries(ads, 1600)) examples.push({ ...example, weight: 0.2 })
  // Harmless questions and chat from the safety data want nothing that is sold.
  for (const { text, label, source } of readJsonl<LabelledText>(folder, 'safety.jsonl.gz')) {
    if (source === 'coconot-contrast') examples.push({ text, label: 0, source: 'questions', weight: 0.2 })
    if (source === 'davidson' && label === 0) examples.push({ text, label: 0, source: 'questions', weight: 0.1 })
  }
  examples.push(...ownTextsWith(ads), ...chitChat(chatFile))
  for (const { language, label, text } of messages()) {
    const share = label === 1 && text.length > LONG_WISH_CHARS ? LONG_WISH_SHARE : 1
    const weight = share * (language === 'en' ? MESSAGE_WEIGHT : MESSAGE_ABROAD_WEIGHT)
    examples.push({ text, label, source: 'own:messages', weight })
  }
  return examples
}

function ownTextsWith(ads: readonly Ad[]): Example[] {
  const pasted = ads.filter((_, i) => i % 9 === 0).map((ad) => `${ad.title}. ${ad.description}`.slice(0, 400))
  const goods = ads.filter(({ source }) => source === 'icecat' || source === 'pscon').map(({ title }) => title)
  return ownTexts(pasted, goods)
}

type Chat = { readonly messages: readonly (readonly { readonly text: string }[])[] }

/** All that people said who were asked to talk of anything, turn by turn. */
export function chatsIn(file: string): string[] {
  const chats = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chat>)
  return chats.flatMap(({ messages }) =>
    messages.map((turn) =>
      turn
        .map((message) => message.text)
        .join(' ')
        .trim(),
    ),
  )
}

/** Some of it; what names a purchase could be read either way and stays out. */
function chitChat(file: string): Example[] {
  const isTalk = (text: string): boolean => text.length >= 2 && text.length <= 400 && !NAMES_PURCHASE.test(text)
  const texts = [...new Set(chatsIn(file).filter(isTalk))]
  const random = randomOf(1)
  return Array.from({ length: Math.min(CHIT_CHAT_TEXTS, texts.length) }, () => ({
    text: texts[Math.floor(random() * texts.length)] as string,
    label: 0 as const,
    source: 'own:chit-chat',
    weight: 0.3,
  }))
}

const NAMES_PURCHASE = /\b(buy|recommend|book|restaurant|shop|price|cheap|hotel|flight|store|amazon|order)/i

/** Texts near which no ad may stand, and everyday and commercial ones that must pass. */
export function safetyExamples(folder: string): Example[] {
  const labelled = readJsonl<LabelledText>(folder, 'safety.jsonl.gz')
  const seen = new Set(labelled.map(({ text }) => text))
  const examples: Example[] = labelled.map(({ text, label, source }) => ({ text, label, source }))
  for (const { text, source } of readJsonl<LabelledText>(folder, 'intent.jsonl.gz')) {
    if (!seen.has(text)) examples.push({ text, label: 0, source: `intent:${source}`, weight: 0.5 })
  }
  for (const { query, source } of readJsonl<Conversation>(folder, 'conv.queries.jsonl.gz')) {
    examples.push({ text: query, label: 0, source: `conv:${source}`, weight: 0.5 })
  }
  const random = randomOf(3)
  for (const ad of readJsonl<Ad>(folder, 'ads.jsonl.gz')) {
    if (random() > (ad.source === 'brands' ? 0.4 : 0.03)) continue
    const text = (random() < 0.5 ? ad.title : `${ad.title}. ${ad.description}`).slice(0, 200)
    examples.push({ text, label: 0, source: 'ads', weight: 0.5 })
  }
  // Bare nouns give the gate little to go by, so it must have seen many; what the lexicon names stays out of them.
  const phrases = createTopicPhrases()
  const isPlain = (text: string): boolean => Math.max(...phrases.scoresOf(extractFeatures(text)).scores) < 0.25
  for (const noun of productQueries(readJsonl<Ad>(folder, 'ads.jsonl.gz'), 2500)) {
    if (isPlain(noun.text)) examples.push({ ...noun, label: 0, weight: 0.8 })
  }
  // Without talk of other languages their very letters would look like slurs, and without what people tell of their day their feelings.
  for (const own of ownTexts([], [])) {
    const weight = own.source.startsWith('own:abroad') ? 1 : OWN_TALK_WEIGHT
    if (isPlain(own.text)) examples.push({ ...own, label: 0, weight })
  }
  // And without everyday requests, "how can I make" alone would look like the beginning of a crime.
  for (const text of new Set(harmlessRequests(500))) {
    if (isPlain(text)) examples.push({ text, label: 0, source: 'own:requests', weight: 1 })
  }
  // And without wishes that name people, creatures and dislikes, those words alone would look like an insult.
  for (const text of new Set(needs(NEEDS_EACH))) {
    if (isPlain(text)) examples.push({ text, label: 0, source: 'own:needs', weight: 0.5 })
  }
  // And without what people answer in the middle of a talk, "nothing" and "her" would.
  for (const text of new Set(replies(REPLIES_EACH))) {
    if (isPlain(text)) examples.push({ text, label: 0, source: 'own:replies', weight: 1 })
  }
  // And without what people type in other languages, their letters would, since data sets hold little but slurs in them.
  for (const { language, text } of messages()) {
    if (isPlain(text)) examples.push({ text, label: 0, source: 'own:messages', weight: language === 'en' ? 1 : 3 })
  }
  // And without what only looks grave, whatever people complain of would.
  for (const { language, topic, text } of graveMessages()) {
    if (!topic) examples.push({ text, label: 0, source: `${GRAVE_SOURCE}${language}` })
  }
  examples.push(...lexiconExamples(random))
  return examples
}

const OWN_TALK_WEIGHT = 0.8
/** Texts of each frame. */
const NEEDS_EACH = 20
const REPLIES_EACH = 20
const LEXICON_WEIGHT = 0.3

/** A sample of the lexicon's phrases; not of how grave things are told, in words that are mostly harmless. */
function lexiconExamples(random: () => number): Example[] {
  const examples: Example[] = []
  for (const [pattern, tag] of taggedPatterns([LEXICON])) {
    const isHarmless = tag === HARMLESS_TAG
    if (!isHarmless && tag % 2 === 1) continue
    for (let i = 0; i < 3; i++) {
      const words = choicesOf(pattern).map((choices) => choices[Math.floor(random() * choices.length)] as string)
      examples.push({ text: words.join(' '), label: isHarmless ? 0 : 1, source: 'lexicon', weight: LEXICON_WEIGHT })
    }
  }
  return examples
}

/**
 * What people say of grave matters, and all that is harmless. Of the sets of unsafe texts only the harmless ones are among it: learned
 * together with insults and instructions for crimes neither is told as well.
 */
export function graveExamples(folder: string): Example[] {
  const grave = graveMessages().filter(({ topic }) => topic)
  const examples = [
    ...grave.map(({ language, text }): Example => ({ text, label: 1, source: `${GRAVE_SOURCE}${language}` })),
    ...safetyExamples(folder).filter(({ label }) => label === 0),
  ]
  return examples.map((example) => (isWrittenElsewhere(example) ? { ...example, weight: ELSEWHERE_WEIGHT } : example))
}

/** What was written in another language than English, grave or not: of each there is a tenth of the English. */
function isWrittenElsewhere({ source }: Example): boolean {
  return source.startsWith(GRAVE_SOURCE) && source !== `${GRAVE_SOURCE}en`
}

const ELSEWHERE_WEIGHT = 4

/** What the sources of what was written about grave matters begin with. */
export const GRAVE_SOURCE = 'own:grave:'

/** For each kind of unsafe or grave text, the examples that tell it from the other kinds. */
export function kindExamples(folder: string): Map<SensitiveCategory, Example[]> {
  const unsafe = readJsonl<LabelledText>(folder, 'safety.jsonl.gz').filter(({ label }) => label === 1)
  const grave = graveMessages().filter(({ topic }) => topic)
  return new Map(
    KINDS.map(([kind, pattern]) => [
      kind,
      [
        ...unsafe.map(({ text, source, category }): Example => {
          const label = pattern?.test(`${source}/${category}`) ? 1 : 0
          return { text, label, source, weight: source === 'hatecheck' ? 0.5 : 1 }
        }),
        ...grave.map(({ text, topic, language }): Example => {
          return { text, label: topic === kind ? 1 : 0, source: `${GRAVE_SOURCE}${language}` }
        }),
      ],
    ]),
  )
}

/** With what the sets of unsafe texts call it, where they have it. */
const KINDS: readonly (readonly [SensitiveCategory, RegExp?])[] = [
  ['hate', /hatecheck\/|davidson\/|harassment|moderation\/.*hate|offensive language|catqa\/Hate/],
  ['violence', /violence|Physical Harm|threat_/],
  ['sexual', /sexual|Adult Content/],
  ['self_harm', /self-harm/],
  ['minors', /Child Abuse/],
  ['politics', /Political/],
  ['crime', /catqa\/(Economic|Fraud|Illegal|Malware|Privacy)|dangerous/],
  ['mental_health'],
  ['medical'],
  ['tragedy'],
  ['finance_distress'],
  ['gambling'],
  ['drugs'],
]

/** Bare product queries of one to four words, cut from titles, categories and keywords: "coffee", "hp laptop 15". */
function productQueries(ads: readonly Ad[], count: number): Example[] {
  const random = randomOf(11)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const goods = ads.filter((ad) => ad.source === 'icecat' || ad.source === 'pscon')
  const brands = ads.filter((ad) => ad.source === 'brands')
  const texts = new Set<string>()
  while (texts.size < count) {
    const kind = random()
    const fromBrand = kind < 0.45
    const ad = pick(fromBrand ? brands : goods)
    let text: string
    if (fromBrand) text = random() < 0.6 ? pick([ad.category, ...ad.keywords]) : ad.title
    else {
      const words = ad.title
        .replace(/[^\p{L}\p{N} ]+/gu, ' ')
        .split(/\s+/)
        .filter(Boolean)
      const length = 1 + Math.floor(random() * 4)
      const from = random() < 0.4 ? 0 : Math.max(0, Math.floor(random() * (words.length - length + 1)))
      text = words.slice(from, from + length).join(' ')
    }
    text = text.trim()
    if (/\p{L}{3}/u.test(text)) texts.add(random() < 0.7 ? text.toLowerCase() : text)
  }
  return [...texts].map((text) => ({ text, label: 1, source: 'product-queries', weight: 0.6 }))
}
