// What benches fill the service with and ask it: judged data where a folder is given, else a made-up inventory of the same size.
import { cpus, loadavg } from 'node:os'
import { adLine } from '../scripts/eval/inventory.ts'
import { conversationOf, readEvalFolder } from '../tools/eval-folder.ts'
import { generateAds, generateConversations } from './generate-inventory.ts'
import { closedLoop, type Load, postBytes, type Target } from './load.ts'

export interface Stock {
  readonly name: string
  /** Lines of the import endpoint; made when they are asked for where there are many. */
  readonly ads: Iterable<string>
  readonly conversations: readonly object[]
}

const MADE_ADS = 36_361
const MADE_CONVERSATIONS = 640
const SEED = 20_261_121

/**
 * @param folder evaluation data; undefined: made-up data, the same on every machine
 * @param madeAds how many of the latter
 */
export function openStock(folder: string | undefined, madeAds = MADE_ADS): Stock {
  if (folder === undefined) {
    return {
      name: `${madeAds} made-up ads`,
      ads: { [Symbol.iterator]: () => generateAds(madeAds, SEED).map((ad) => JSON.stringify(ad)) },
      conversations: generateConversations(MADE_CONVERSATIONS, SEED + 1),
    }
  }
  const data = readEvalFolder(folder)
  return {
    name: `${data.ads.length} ads of the evaluation data`,
    ads: data.ads.map(adLine),
    conversations: data.questions.map(conversationOf),
  }
}

/** Variants of each body that differ in their user, so that no made-up person is shown thousands of ads. */
const USERS_PER_BODY = 16
export const ADS_PER_ANSWER = 3

/**
 * Bodies that are answered in full, since an empty answer would be cheaper than what is measured.
 * @returns different conversations (at most `max`), and how long their answers are
 */
export async function fullRequests(baseUrl: string, key: string, { conversations }: Stock, max: number) {
  const bodies: object[] = []
  let answerBytes = 0
  for (const conversationContext of conversations) {
    const body = { conversationContext, slots: [{ slotId: 'main', format: 'action_card', count: ADS_PER_ANSWER }] }
    const response = await fetch(`${baseUrl}/api/v1/ads/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (JSON.parse(text).slots?.[0]?.ads.length !== ADS_PER_ANSWER) continue
    answerBytes += Buffer.byteLength(text)
    bodies.push(body)
    if (bodies.length === max) break
  }
  const requests: Buffer[] = []
  for (let user = 0; user < USERS_PER_BODY; user++) {
    bodies.forEach((body, i) => {
      const userContext = { userId: `user-${user}-${i}`, sessionId: `session-${user}-${i}` }
      requests.push(askBytes(key, { ...body, userContext }))
    })
  }
  return { bodies, requests, answerBytes: Math.round(answerBytes / bodies.length) }
}

export function askBytes(key: string, body: object): Buffer {
  return postBytes('/api/v1/ads/request', { authorization: `Bearer ${key}` }, JSON.stringify(body))
}

export interface Spent extends Load {
  /** Processor time of all threads of the server, in microseconds. */
  readonly cpuPerRequest: number
}

/** A closed loop, with what it cost the server. */
export async function spend(
  target: Target & { cpuMicroseconds(): Promise<number> },
  connections: number,
  requests: number,
): Promise<Spent> {
  const before = await target.cpuMicroseconds()
  const load = await closedLoop(target, connections, requests)
  return { ...load, cpuPerRequest: ((await target.cpuMicroseconds()) - before) / requests }
}

/** What figures depend on; they mean little without it. */
export function machineOf(): string {
  const model = cpus()[0]?.model ?? 'unknown processor'
  return `${cpus().length} × ${model}, Node ${process.version}, load average ${loadavg()[0]!.toFixed(1)}`
}
