// A server that speaks the embeddings interface of OpenAI, with a model that knows a few words: each stands for a topic, and a text is the sum
// of its topics, beside a direction that all texts share as they do with real models.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const TOPICS = [
  ['laptop', 'zorbing'],
  ['vacuum', 'quorling'],
  ['tent', 'camping'],
  ['coffee', 'espresso'],
] as const

export interface EmbeddingModel {
  /** What `ASIDE_EMBEDDINGS_URL` is to be. */
  readonly url: string
  /** All texts that it was asked about, in their order. */
  readonly heard: readonly string[]
  /** Keys that it was shown. */
  readonly keys: ReadonlySet<string>
  forget(): void
  /** From now on it takes so long. */
  delay(ms: number): void
  /** From now on it answers this instead, until `undefined`. */
  answer(instead: { status: number; body: string } | undefined): void
  /** From now on it is another model: the same topics in other dimensions. */
  swap(): void
  /** Texts that hold this word are refused, with all that were sent beside them. */
  refuse(word: string): void
  close(): void
}

export async function openEmbeddingModel(): Promise<EmbeddingModel> {
  const heard: string[] = []
  const keys = new Set<string>()
  let delayMs = 0
  let instead: { status: number; body: string } | undefined
  let refused: string | undefined
  let isSwapped = false
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { input } = JSON.parse(body) as { input: string[] }
    heard.push(...input)
    keys.add(String(request.headers.authorization))
    await sleep(delayMs)
    const isRefused = refused !== undefined && input.some((text) => text.includes(refused!))
    const { status, body: said } =
      instead ?? (isRefused ? { status: 400, body: 'too long' } : { status: 200, body: answerTo(input, isSwapped) })
    response.writeHead(request.url === '/v1/embeddings' ? status : 404, { 'content-type': 'application/json' })
    response.end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    heard,
    keys,
    forget: () => void (heard.length = 0),
    delay: (ms) => void (delayMs = ms),
    answer: (given) => void (instead = given),
    swap: () => void (isSwapped = true),
    refuse: (word) => void (refused = word),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

// In any order, as the interface allows.
function answerTo(input: readonly string[], isSwapped: boolean): string {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, isSwapped) }))
  return JSON.stringify({ object: 'list', data: data.toReversed() })
}

function vectorOf(text: string, isSwapped: boolean): number[] {
  const words = text.toLowerCase()
  const topics = TOPICS.map((names) => names.filter((name) => words.includes(name)).length)
  return isSwapped ? [1, ...topics] : [...topics, 1]
}
