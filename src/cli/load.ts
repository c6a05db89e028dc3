// A closed loop of ad requests over a few kept-alive connections. It shares the machine with the server that it measures,
// so it says what one can expect here, not what the server could do at most.
import { Agent as AgentHttps, request as requestHttps } from 'node:https'
import { realClock } from '../base/clock.ts'
import { Agent, request as requestHttp } from '../base/node-http.ts'
import type { ApiClient } from './api-client.ts'

export interface LoadResult {
  readonly seconds: number
  readonly connections: number
  /** Answers by status; `broken` counts connections that broke. */
  readonly answers: Readonly<Record<string, number>>
  /** Answers with 200. */
  readonly perSecond: number
  /** Share of 200 answers that hold at least one ad, 0–1. */
  readonly filled: number
  /** Milliseconds from the sending of a request to the end of its answer. */
  readonly ms: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number }
}

export async function askRepeatedly(
  client: ApiClient,
  {
    seconds,
    connections,
    stopped,
    onProgress,
  }: {
    seconds: number
    connections: number
    /** Ends it before its time. */
    stopped: AbortSignal
    onProgress: (share: number) => void
  },
): Promise<LoadResult> {
  const startMs = realClock.monotonicMs()
  const endMs = startMs + seconds * 1_000
  const answers: Record<string, number> = {}
  const times: number[] = []
  let filled = 0
  const ask = openLine(client, connections)

  async function keepAsking(worker: number): Promise<void> {
    for (let i = worker; realClock.monotonicMs() < endMs && !stopped.aborted; i += connections) {
      const sentMs = realClock.monotonicMs()
      const { status, hasAds } = await ask(bodyOf(i)).catch(() => ({ status: 'broken', hasAds: false }))
      answers[status] = (answers[status] ?? 0) + 1
      if (hasAds) filled++
      if (times.length < TIMES_MAX) times.push(realClock.monotonicMs() - sentMs)
      if (worker === 0) onProgress(Math.min(1, (realClock.monotonicMs() - startMs) / (endMs - startMs)))
    }
  }

  await Promise.all(Array.from({ length: connections }, (_, worker) => keepAsking(worker)))
  ask.close()
  const lastedMs = realClock.monotonicMs() - startMs
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const good = answers['200'] ?? 0
  return {
    seconds: lastedMs / 1_000,
    connections,
    answers,
    perSecond: good / (lastedMs / 1_000),
    filled: filled / Math.max(1, good),
    ms: { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: times.at(-1) ?? 0 },
  }
}

const TIMES_MAX = 5_000_000
const ADJECTIVES = ['quiet', 'light', 'cheap', 'durable', 'warm', 'small', 'fast', 'waterproof', 'organic', 'used']
const THINGS = [
  'laptop',
  'tent',
  'running shoes',
  'coffee machine',
  'guitar',
  'winter jacket',
  'hotel in Lisbon',
  'desk lamp',
  'bike helmet',
  'dog food',
]
const USES = [
  'for train rides',
  'for a weekend',
  'for my mother',
  'for two people',
  'under 100 euros',
  'that lasts',
  'for beginners',
  'with a warranty',
]

/** 800 different conversations, so that nothing is answered from a cache by chance. */
function bodyOf(i: number): string {
  const query = `I need a ${ADJECTIVES[i % 10]} ${THINGS[Math.floor(i / 10) % 10]} ${USES[Math.floor(i / 100) % 8]}`
  return JSON.stringify({
    conversationContext: { query },
    slots: [{ slotId: 'bench', format: 'action_card', count: 3 }],
  })
}

type Line = ((body: string) => Promise<{ status: string; hasAds: boolean }>) & { close(): void }

function openLine(client: ApiClient, connections: number): Line {
  const { url, headers } = client.prepare('/api/v1/ads/request')
  const isHttps = url.protocol === 'https:'
  const agent = isHttps
    ? new AgentHttps({ keepAlive: true, maxSockets: connections })
    : new Agent({ keepAlive: true, maxSockets: connections })
  const open = isHttps ? requestHttps : requestHttp
  const send = (body: string) =>
    new Promise<{ status: string; hasAds: boolean }>((resolve, reject) => {
      const request = open(
        url,
        {
          method: 'POST',
          agent,
          headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('end', () =>
            resolve({ status: String(response.statusCode), hasAds: text.includes('"impressionId"') }),
          )
          response.on('error', reject)
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  return Object.assign(send, { close: () => agent.destroy() })
}
