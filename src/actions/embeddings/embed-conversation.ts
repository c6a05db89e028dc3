// What an embedding model makes of a conversation: the sum of what it makes of each of the newest things that the user said, so that
// of a talk that goes on only the newest message is new to it.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLruMap, type LruMap } from '../../base/lru-map.ts'
import type { AdRequest } from '../../domain/ad-request.ts'
import type { EmbeddingOutcome } from '../../domain/decision.ts'
import { type AskModel, ModelError } from './ask-model.ts'

/**
 * The vector of a conversation; a promise only where the model must be asked. Undefined where it has not answered within `withinMs`;
 * what it answers later is there for the next request. Never rejects.
 */
export type EmbedConversation = (
  conversation: Pick<AdRequest['conversation'], 'query' | 'messages'>,
  withinMs: number,
) => Float32Array | undefined | Promise<Float32Array | undefined>

export interface EmbedConversationDeps {
  readonly ask: AskModel
  readonly monotonicMs: () => number
  /** Hears what became of each conversation. */
  readonly onOutcome: (outcome: EmbeddingOutcome) => void
}

/** How many of the user's messages are read, and how much less each counts than the one after it; about as the words do. */
const MESSAGES = 4
const DECAY = 0.8
/** Vectors of messages that are remembered: as many as fit into so many bytes. */
const REMEMBERED_BYTES = 16 * 1024 * 1024
const REMEMBERED_MAX = 8_192
/** Texts that the model is asked about at a time; beyond, conversations go without rather than wait in line. */
const ASKED_MAX = 256
/** A model that left so many conversations in a row waiting is left alone for a while, so that the next ones do not wait in vain. */
const MISSES_MAX = 8
const REST_MS = 5_000

export function createEmbedConversation({ ask, monotonicMs, onOutcome }: EmbedConversationDeps): EmbedConversation {
  let remembered: LruMap<string, Float32Array> | undefined
  const asked = new Map<string, Promise<Float32Array | undefined>>() // bounded by ASKED_MAX
  let dims = 0
  let misses = 0
  let restsUntilMs = Number.NEGATIVE_INFINITY

  const noteMiss = (outcome: 'late' | 'failed'): undefined => {
    onOutcome(outcome)
    if (++misses < MISSES_MAX) return
    misses = 0
    restsUntilMs = monotonicMs() + REST_MS
  }

  const remember = (name: string, vector: Float32Array): void => {
    if (vector.length > 0 && vector.length !== dims) remembered = undefined // another model answers by now
    dims = vector.length || dims
    if (dims === 0) return
    const bytesEach = dims * Float32Array.BYTES_PER_ELEMENT
    remembered ??= createLruMap({ entriesMax: Math.min(REMEMBERED_MAX, Math.ceil(REMEMBERED_BYTES / bytesEach)) })
    remembered.set(name, vector)
  }

  // All that is new in one question, each text told apart for others who wait for the same. Where the model refuses one of them, such as
  // one that is too long for it, each is asked about by itself, so that the others are read still.
  const askFor = (names: readonly string[], texts: readonly string[]): void => {
    const answer = ask(texts)
    names.forEach((name, i) => {
      const alone = () => ask([texts[i]!]).then(([vector]) => vector, whereRefused)
      const one = answer
        .then(
          (vectors) => vectors[i],
          (error) => (texts.length > 1 && whereRefused(error) ? alone() : whereRefused(error)),
        )
        .then((vector) => {
          asked.delete(name)
          if (vector !== undefined) remember(name, vector)
          return vector
        })
      asked.set(name, one)
    })
  }

  return (conversation, withinMs) => {
    const texts = newestTexts(conversation)
    const names = texts.map(nameOf)
    const known = names.map((name) => remembered?.get(name))
    if (known.every((vector) => vector !== undefined)) {
      onOutcome('known')
      return sumOf(known)
    }
    const fresh = [...new Set(names.filter((name, i) => known[i] === undefined && !asked.has(name)))]
    if (withinMs <= 0 || monotonicMs() < restsUntilMs || asked.size + fresh.length > ASKED_MAX) {
      onOutcome('skipped')
      return undefined
    }
    if (fresh.length > 0) {
      askFor(
        fresh,
        fresh.map((name) => texts[names.indexOf(name)]!),
      )
    }
    const all = Promise.all(names.map((name, i) => known[i] ?? asked.get(name)))
    const tooLate = new AbortController()
    return Promise.race([all, sleep(withinMs, undefined, { signal: tooLate.signal }).catch(() => undefined)])
      .then((vectors) => {
        if (vectors === undefined) return noteMiss('late')
        const sum = vectors.every((vector) => vector !== undefined) ? sumOf(vectors) : undefined
        if (sum === undefined) return noteMiss('failed')
        misses = 0
        onOutcome('asked')
        return sum
      })
      .finally(() => tooLate.abort())
  }
}

/** What the user said, the newest first: no more than the gates have looked at, blank or not. */
function newestTexts({ query, messages }: Parameters<EmbedConversation>[0]): string[] {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  return [query, ...said.toReversed()].slice(0, MESSAGES).filter((text) => text.trim() !== '')
}

/** Nothing that was said is remembered, only what the model made of it under a name that does not tell it. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 22)
}

/** What is remembered of a text that the model cannot read. */
const UNREADABLE = new Float32Array(0)

function whereRefused(error: unknown): Float32Array | undefined {
  return error instanceof ModelError && error.isAboutTexts ? UNREADABLE : undefined
}

function sumOf(all: readonly Float32Array[]): Float32Array | undefined {
  const vectors = all.filter(({ length }) => length > 0)
  const dims = vectors[0]?.length
  if (dims === undefined || vectors.some(({ length }) => length !== dims)) return undefined
  const sum = new Float32Array(dims)
  let weight = 1
  for (const vector of vectors) {
    let squares = 0
    for (const value of vector) squares += value * value
    const scale = squares > 0 ? weight / Math.sqrt(squares) : 0
    for (let i = 0; i < dims; i++) sum[i]! += vector[i]! * scale
    weight *= DECAY
  }
  return sum
}
