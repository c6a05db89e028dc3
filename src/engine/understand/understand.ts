// What a conversation says about itself: its language, whether an offer is welcome, and topics near which no ad belongs.
import type { AdRequest, Conversation } from '../../domain/ad-request.ts'
import { countWords } from '../text/count-words.ts'
import { intentThresholdFor } from './commercial-intent.ts'
import type { Gates } from './open-gates.ts'
import type { SensitiveTopic } from './sensitive-topics.ts'
import { isLong } from './text-features.ts'

export interface Understood {
  /** BCP 47 primary language; `und` where neither said nor recognised. */
  readonly language: string
  /** 0–1. */
  readonly commercialIntent: number
  readonly isCommercial: boolean
  /** Highest score first; each of them speaks against ads, unless the publisher allows it. */
  readonly sensitiveTopics: readonly SensitiveTopic[]
}

export type Understand = (request: AdRequest) => Understood

/** User messages read for the gates; older talk says little about the moment. */
const USER_TEXTS_MAX = 4
/** Fewer words than these tell too little of their language. */
const SENTENCE_WORDS = 4
/** So many may tell it by themselves, where it is as sure as this: "und ein Zelt". */
const SWITCH_WORDS = 3
const SURE_OF_SWITCH = 0.85
/** So much of what was said before tells its language. */
const BEFORE_CHARS = 200

export function createUnderstand({ intent, sensitive, detectLanguage }: Gates): Understand {
  // "42, please" is in the language of what was said before, and a few words are read together with it: "trail, waterproof" is no Dutch.
  const languageOf = (userTexts: readonly string[]): string => {
    for (let i = userTexts.length - 1; i >= 0; i--) {
      const text = userTexts[i]!
      const words = i > 0 ? countWords(text, SENTENCE_WORDS) : SENTENCE_WORDS
      const alone = words === SWITCH_WORDS ? detectLanguage(text, SURE_OF_SWITCH) : 'und'
      if (alone !== 'und') return alone
      const isShort = words < SENTENCE_WORDS
      const language = detectLanguage(isShort ? `${text}\n${userTexts[i - 1]!.slice(0, BEFORE_CHARS)}` : text)
      if (language !== 'und') return language
    }
    return 'und'
  }

  return ({ conversation, user }) => {
    const userTexts = newestUserTexts(conversation)
    const language = primaryOf(conversation.language ?? user.language) ?? languageOf(userTexts)
    const commercialIntent = intent.intentOfTurns(userTexts)
    const topics = readWhole(userTexts).map((text) => sensitive.topicsOf(text, language))
    if (conversation.response) topics.push(sensitive.topicsOf(conversation.response, language, 'assistant'))
    return {
      language,
      commercialIntent: Math.round(commercialIntent * 1_000) / 1_000,
      isCommercial: commercialIntent >= intentThresholdFor(userTexts, language),
      sensitiveTopics: strongest(topics),
    }
  }
}

/** As one text where all of it is read; else each by itself, since of a long text the middle is left out. */
function readWhole(userTexts: readonly string[]): readonly string[] {
  if (userTexts.length === 1) return userTexts
  const joined = userTexts.join('\n')
  return isLong(joined) ? userTexts : [joined]
}

// Oldest first, the query last.
function newestUserTexts({ query, messages }: Conversation): string[] {
  const texts = [query]
  for (let i = messages.length - 1; i >= 0 && texts.length < USER_TEXTS_MAX; i--) {
    const { role, content } = messages[i]!
    if (role === 'user') texts.unshift(content)
  }
  return texts
}

function primaryOf(tag: string | undefined): string | undefined {
  return tag === undefined ? undefined : tag.split('-', 1)[0]!.toLowerCase()
}

function strongest(lists: readonly (readonly SensitiveTopic[])[]): SensitiveTopic[] {
  if (lists.every((list) => list.length === 0)) return []
  const best = new Map<string, SensitiveTopic>()
  for (const topic of lists.flat()) {
    if (topic.score > (best.get(topic.category)?.score ?? 0)) best.set(topic.category, topic)
  }
  return [...best.values()].sort((a, b) => b.score - a.score)
}
