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
const TEXT_CHARS_MAX = 2_000

const Answer = Compile(
  Type.Object({
    data: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), embedding: Type.Array(Type.Number()) })),
  }),
)
/** Of 8,192 dimensions, each told in 32 characters; no model makes more of a text. */
const VECTOR_BYTES_MAX = 256 * 1024
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
      answer = await textOf(response, texts.length * VECTOR_BYTES_MAX)
    } catch (cause) {
      if (cause instanceof ModelError) throw new ModelError(`${address} ${cause.message}`)
      const why = late.aborted ? `gave no answer within ${timeoutMs} ms` : `cannot be reached: ${reasonOf(cause)}`
      throw new ModelError(`${address} ${why}`, { cause })
    }
    if (status !== 200) {
      // Some repeat what they do not like, the key among it.
      const said = (key === undefined ? answer : answer.replaceAll(key, '***')).slice(0, REASON_CHARS_MAX)
      throw new ModelError(`${address} answered ${status}: ${said}`, { isAboutTexts: ABOUT_TEXTS.has(status) })
    }
    return vectorsIn(answer, texts.length, address)
  }
}

// What is too long is given up where it is: some hundred megabytes would be read within the time.
async function textOf({ body }: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new ModelError(`answered more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes).toString()
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
  const { data } = parsed
  const vectors = new Map(data.map(({ index, embedding }) => [index, Float32Array.from(embedding)]))
  const inOrder = Array.from({ length: count }, (_, i) => vectors.get(i))
  if (data.length !== count || !inOrder.every((vector) => vector !== undefined)) {
    throw no(`with ${data.length} embeddings for ${count} texts, or not with one for each`)
  }
  const dims = inOrder[0]?.length ?? 0
  if (dims === 0 || inOrder.some(({ length }) => length !== dims)) throw no('with embeddings of different lengths')
  if (!inOrder.every((vector) => vector.every(Number.isFinite))) throw no('with numbers that are too large')
  return inOrder
}

// What fetch throws says "fetch failed"; what failed is behind it.
function reasonOf(cause: unknown): string {
  const { message, cause: deeper } = cause as Error
  return deeper instanceof Error ? deeper.message || String((deeper as NodeJS.ErrnoException).code) : message
}
