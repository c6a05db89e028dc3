// Asks an embedding model what it makes of texts, over the interface that OpenAI gave its own and most servers of models speak:
// POST …/embeddings, https://platform.openai.com/docs/api-reference/embeddings/create
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/**
 * One vector for each text, in their order, all of the same length.
 * @throws ModelError in a sentence
 */
export type AskModel = (texts: readonly string[], stop?: AbortSignal) => Promise<Float32Array[]>

export interface ModelAddress {
  /** Without `/embeddings`. */
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  readonly timeoutMs: number
}

export class ModelError extends Error {
  /** Whether it is about what was asked: the same texts would be refused again. */
  readonly isAboutTexts: boolean

  constructor(message: string, { isAboutTexts = false, cause }: { isAboutTexts?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isAboutTexts = isAboutTexts
  }
}

/** So much of a text is read: most models read 512 tokens and cut or refuse what is longer. */
export const TEXT_CHARS_MAX = 2_000

const Answer = Compile(
  Type.Object({
    data: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), embedding: Type.Array(Type.Number()) })),
  }),
)
/** A text that is too long for the model, or that it cannot read; anything else may be another time. */
const ABOUT_TEXTS = new Set([400, 413, 422])
const REASON_CHARS_MAX = 200

export function createAskModel({ url, model, key, timeoutMs }: ModelAddress): AskModel {
  const address = `${url}/embeddings`
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) }

  return async (texts, stop) => {
    const late = AbortSignal.timeout(timeoutMs)
    const signal = stop ? AbortSignal.any([stop, late]) : late
    const input = texts.map((text) => text.slice(0, TEXT_CHARS_MAX).toWellFormed())
    const body = JSON.stringify({ model, input, encoding_format: 'float' })
    let status: number
    let answer: string
    try {
      const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' })
      status = response.status
      answer = await response.text()
    } catch (cause) {
      const why = late.aborted ? `gave no answer within ${timeoutMs} ms` : `cannot be reached: ${reasonOf(cause)}`
      throw new ModelError(`${address} ${why}`, { cause })
    }
    if (status !== 200) {
      const said = answer.slice(0, REASON_CHARS_MAX)
      throw new ModelError(`${address} answered ${status}: ${said}`, { isAboutTexts: ABOUT_TEXTS.has(status) })
    }
    return vectorsIn(answer, texts.length, address)
  }
}

function vectorsIn(answer: string, count: number, address: string): Float32Array[] {
  const no = (what: string) => new ModelError(`${address} answered ${what}`)
  let parsed: unknown
  try {
    parsed = JSON.parse(answer)
  } catch {
    throw no('what is no JSON')
  }
  if (!Answer.Check(parsed)) throw no('without a list "data" of embeddings')
  const vectors: Float32Array[] = []
  for (const { index, embedding } of parsed.data) vectors[index] = Float32Array.from(embedding)
  const dims = vectors[0]?.length ?? 0
  for (let i = 0; i < count; i++) {
    if (vectors[i] === undefined) throw no(`with ${parsed.data.length} embeddings for ${count} texts`)
    if (vectors[i]!.length !== dims || dims === 0) throw no('with embeddings of different lengths')
  }
  return vectors.slice(0, count)
}

// What fetch throws says "fetch failed"; what failed is behind it.
function reasonOf(cause: unknown): string {
  const { message, cause: deeper } = cause as Error
  return deeper instanceof Error ? deeper.message || String((deeper as NodeJS.ErrnoException).code) : message
}
