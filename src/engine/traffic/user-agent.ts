// What kind of client a User-Agent names: a person's browser or app, an agent that says so, or a bot.
import { isbot } from 'isbot'
import { createLruMap } from '../../base/lru-map.ts'

export type AgentKind = 'person' | 'declared_agent' | 'bot'
export type ClassifyAgent = (userAgent: string | undefined) => AgentKind

/** Longer headers are cut: the list of bots is hundreds of patterns, and their time grows with the text. */
export const USER_AGENT_CHARS_MAX = 512
const REMEMBERED_MAX = 5_000

/** Remembers its last answers, since one look at the list of bots costs some microseconds and few agents make most hits. */
export function createClassifyAgent(): ClassifyAgent {
  const known = createLruMap<string, AgentKind>({ entriesMax: REMEMBERED_MAX })
  return (userAgent) => {
    const text = (userAgent ?? '').slice(0, USER_AGENT_CHARS_MAX)
    let kind = known.get(text)
    if (kind === undefined) {
      kind = classify(text)
      known.set(text, kind)
    }
    return kind
  }
}

function classify(userAgent: string): AgentKind {
  // Every browser and phone names itself. What does not is a program, and nobody pays for its clicks.
  if (userAgent.trim() === '') return 'bot'
  if (DECLARED_AGENT.test(userAgent)) return 'declared_agent'
  return isbot(userAgent) ? 'bot' : 'person'
}

/** Assistants that fetch a page because a person asked for it, by the names their makers publish. */
const DECLARED_AGENT = new RegExp(
  `(?:^|[^a-z])(?:${[
    'ChatGPT-User',
    'ChatGPT Agent',
    'Claude-User',
    'Claude-Web',
    'Perplexity-User',
    'MistralAI-User',
    'Gemini-User',
    'Google-Agent',
    'Google-NotebookLM',
    'DuckAssistBot',
    'Meta-ExternalFetcher',
    'Cohere-AI',
    'NovaAct',
    'Manus-User',
    'DeepSeek-User',
    'YouBot',
  ].join('|')})(?:[^a-z]|$)`,
  'i',
)
