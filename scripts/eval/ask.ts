// Asks questions over the HTTP API, as many ads as one answer can hold, and keeps what scoring needs.
import { conversationOf, type Question } from '../../tools/eval-folder.ts'

export interface Answer {
  /** The callers' ids of the ads, best first: slot after slot. */
  readonly adIds: readonly string[]
  /** Of the best ad; 0 where there is none. */
  readonly relevance: number
  /** Why the first slot is short; undefined where it is full. */
  readonly noFill?: string
  /** From `explain`, where it was asked for. */
  readonly commercialIntent?: number
}

/** How a conversation is put: its turns as messages and the last user turn as query, or all user turns as one query. */
export type Shape = 'turns' | 'joined'

/** Ten ads in each of three slots is the most that one answer may hold. */
const SLOTS = ['first', 'second', 'third'].map((slotId) => ({ slotId, format: 'action_card', count: 10 }))
const AT_ONCE = 8

export function bodyFor(
  question: Pick<Question, 'query' | 'turns'> | { query: string; messages: []; response?: string },
  explain = false,
  shape: Shape = 'turns',
): object {
  const { query, messages } =
    'turns' in question && shape === 'turns'
      ? conversationOf(question as Question)
      : { query: question.query, messages: [] }
  return {
    conversationContext: { query, messages, ...('response' in question && { response: question.response }) },
    slots: explain ? SLOTS.slice(0, 1) : SLOTS,
    ...(explain && { options: { explain } }),
  }
}

/** @throws Error where a request is not answered with 200 */
export async function askAll(
  baseUrl: string,
  key: string,
  bodies: ReadonlyMap<string, object>,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  const open = bodies.entries()
  const worker = async () => {
    for (const [id, body] of open) answers.set(id, await ask(baseUrl, key, body))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers
}

interface WireAnswer {
  readonly slots: readonly {
    readonly ads: readonly { readonly id: string; readonly externalId?: string; readonly relevance: number }[]
    readonly noFill?: { readonly reason: string }
  }[]
  readonly explain?: { readonly signals: { readonly commercialIntent: number } }
}

async function ask(baseUrl: string, key: string, body: object): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/v1/ads/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`a question was answered with ${response.status}: ${text.slice(0, 500)}`)
  const { slots, explain } = JSON.parse(text) as WireAnswer
  const ads = slots.flatMap((slot) => slot.ads)
  return {
    adIds: ads.map(({ id, externalId }) => externalId ?? id),
    relevance: ads[0]?.relevance ?? 0,
    noFill: slots[0]?.noFill?.reason,
    commercialIntent: explain?.signals.commercialIntent,
  }
}
