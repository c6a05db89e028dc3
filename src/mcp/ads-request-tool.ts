// The one tool: how it is described to models, and how what a model sends becomes an ad request.
import { type AdRequest, REQUEST_LIMITS, UNKNOWN_USER, type Warning } from '../domain/ad-request.ts'
import { CODE_WORDS, countryCode, languageTag } from '../domain/iso-codes.ts'
import { SLOT_FORMATS, type SlotFormat, slotFormatOf } from '../domain/publisher.ts'
import { cleanText, isTooLong } from '../domain/said-text.ts'

export const TOOL_NAME = 'ads.request'
/** For hosts that refuse a dot in a tool's name. */
export const SAFE_TOOL_NAME = 'ads_request'

const COUNT_DEFAULT = 3
const SLOT_ID = 'mcp'

export type ParsedArguments = { readonly request: AdRequest } | { readonly fault: string }

/**
 * Turns a model's arguments into a request with one slot. Loose input is put right first: a null or an empty optional
 * counts as left out, a whole number may come as text, an id as a number, and what is not known is ignored.
 * @returns the request, or one sentence that names every fault and what would be right
 */
export function parseArguments(input: unknown): ParsedArguments {
  const given = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  const faults: string[] = []
  const warnings: Warning[] = []
  const text = (name: string, charsMax: number): string | undefined => readText(given[name], name, charsMax, faults)

  const query = cleanText(text('query', REQUEST_LIMITS.queryChars) ?? '')
  if (query === '' && faults.length === 0) {
    faults.push(`query is missing: it must be a text of 1 to ${REQUEST_LIMITS.queryChars} characters`)
  }
  const response = text('response', REQUEST_LIMITS.responseChars)
  const count = readCount(given.count, faults)
  const format = readFormat(given.format, faults)
  const userId = text('user_id', REQUEST_LIMITS.idChars)
  const sessionId = text('session_id', REQUEST_LIMITS.idChars)
  const conversationId = text('conversation_id', REQUEST_LIMITS.idChars)
  const country = readCode(given.country, 'country', countryCode, warnings)
  const language = readCode(given.language, 'language', languageTag, warnings)
  if (faults.length > 0) return { fault: `The arguments were not used: ${faults.join('; ')}.` }

  return {
    request: {
      conversation: {
        query,
        messages: [],
        response,
        conversationId,
        language,
      },
      user: { ...UNKNOWN_USER, userId, sessionId, country, language },
      slots: [
        {
          slotId: SLOT_ID,
          format,
          count,
          placement: 'post_response',
          block: { categories: [], advertisers: [], domains: [] },
        },
      ],
      options: { test: false, explain: false, timeoutMs: REQUEST_LIMITS.timeoutMsDefault },
      warnings,
    },
  }
}

const WHOLE_NUMBER = /^\s*[+-]?\d{1,9}(\.0+)?\s*$/

function readText(value: unknown, name: string, charsMax: number, faults: string[]): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const text = typeof value === 'number' && name !== 'query' && name !== 'response' ? String(value) : value
  if (typeof text !== 'string') {
    faults.push(`${name} must be a text of 1 to ${charsMax} characters`)
    return undefined
  }
  if (isTooLong(text, charsMax)) faults.push(`${name} may have at most ${charsMax} characters`)
  return text
}

function readCount(value: unknown, faults: string[]): number {
  if (value === undefined || value === null || value === '') return COUNT_DEFAULT
  const count = typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value
  const most = REQUEST_LIMITS.adsPerSlot
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= most) return count
  const was = typeof count === 'number' ? `, and it was ${count}` : ''
  faults.push(`count must be a whole number from 1 to ${most}${was}`)
  return COUNT_DEFAULT
}

function readFormat(value: unknown, faults: string[]): SlotFormat {
  if (value === undefined || value === null || value === '') return 'action_card'
  const format = slotFormatOf(value)
  if (format === undefined) faults.push(`format must be one of ${SLOT_FORMATS.join(', ')}`)
  return format ?? 'action_card'
}

/** Codes that are none are as good as left out, with a warning. */
function readCode(
  value: unknown,
  name: keyof typeof CODE_WORDS,
  canonical: (text: string) => string | undefined,
  warnings: Warning[],
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const code = typeof value === 'string' ? canonical(value) : undefined
  if (code === undefined)
    warnings.push({
      code: `${name}_ignored`,
      message: `${name} is not ${CODE_WORDS[name]} and was ignored`,
      field: name,
    })
  return code
}

const idText = (description: string) => ({ type: 'string', maxLength: REQUEST_LIMITS.idChars, description })

const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: REQUEST_LIMITS.queryChars,
      description: 'What the person asks or wants now, in their own words.',
    },
    response: {
      type: 'string',
      maxLength: REQUEST_LIMITS.responseChars,
      description: 'The answer that is about to be shown, if there is one; the format entity_link needs it.',
    },
    count: {
      type: 'integer',
      minimum: 1,
      maximum: REQUEST_LIMITS.adsPerSlot,
      default: COUNT_DEFAULT,
      description: 'The most ads to return.',
    },
    user_id: idText('An opaque id of the person, by which no ad is repeated too often.'),
    session_id: idText('An opaque id of the visit.'),
    conversation_id: idText('An opaque id of the conversation.'),
    country: { type: 'string', description: 'Where the person is: ISO 3166-1, two letters, such as US or DE.' },
    language: { type: 'string', description: 'The language of the conversation: BCP 47, such as en or de-AT.' },
    format: {
      type: 'string',
      enum: [...SLOT_FORMATS],
      default: 'action_card',
      description:
        'action_card is a card, suffix a sentence to stand after the answer, entity_link links on words of the answer.',
    },
  },
  required: ['query'],
} as const

// Open at every level: clients check an answer against the schema they once listed, so a closed one would turn each new
// field into a failed call.
const OUTPUT_SCHEMA = {
  type: 'object',
  properties: {
    data: {
      type: 'object',
      properties: {
        requestId: { type: 'string' },
        ads: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              externalId: { type: 'string' },
              type: { type: 'string', description: 'The format of the ad.' },
              title: { type: 'string' },
              description: { type: 'string' },
              copy: { type: 'string', description: 'The same as description.' },
              imageUrl: { type: 'string' },
              image: { type: 'string', description: 'The same as imageUrl.' },
              price: { type: 'string' },
              ctaText: { type: 'string' },
              clickUrl: { type: 'string', description: 'The link to the advertiser; it counts the click.' },
              url: { type: 'string', description: 'The same as clickUrl.' },
              advertiser: {
                type: 'object',
                properties: { name: { type: 'string' }, domain: { type: 'string' } },
                required: ['name'],
              },
              disclosure: {
                type: 'object',
                description: 'The label that belongs to the ad wherever it is shown.',
                properties: {
                  required: { type: 'boolean' },
                  label: { type: 'string' },
                  by: { type: 'string' },
                  aiGenerated: { type: 'boolean', description: 'True where a machine made its words or picture.' },
                  contextUse: { type: 'string' },
                  whyUrl: { type: 'string' },
                },
                required: ['required', 'label', 'by'],
              },
              impressionId: { type: 'string' },
              impressionUrl: { type: 'string', description: 'Fetched when the ad is shown.' },
              relevance: { type: 'number', minimum: 0, maximum: 1 },
              content: { type: 'object', description: 'What is shown, in the shape of the HTTP API.' },
              enhancedFragments: {
                type: 'array',
                description: 'For entity_link: the words of the answer that carry a link.',
                items: {
                  type: 'object',
                  properties: {
                    text: { type: 'string' },
                    url: { type: 'string' },
                    position: {
                      type: 'object',
                      properties: { start: { type: 'integer' }, end: { type: 'integer' } },
                      required: ['start', 'end'],
                    },
                  },
                  required: ['text', 'url', 'position'],
                },
              },
            },
            required: ['id', 'type', 'clickUrl', 'disclosure', 'impressionId'],
          },
        },
        noFill: {
          type: 'object',
          description: 'Why there are fewer ads than asked for.',
          properties: { reason: { type: 'string' }, code: { type: 'integer' }, detail: { type: 'string' } },
          required: ['reason', 'code'],
        },
        test: { type: 'boolean', description: 'True for a test key, whose ads are never billed.' },
        warnings: {
          type: 'array',
          description: 'What was ignored of the arguments.',
          items: {
            type: 'object',
            properties: { code: { type: 'string' }, message: { type: 'string' }, field: { type: 'string' } },
            required: ['code', 'message'],
          },
        },
      },
      required: ['requestId', 'ads'],
    },
  },
  required: ['data'],
} as const

/** The tool as `tools/list` shows it, under the given name; made once for each name, since models read it often. */
export function describeTool(name: typeof TOOL_NAME | typeof SAFE_TOOL_NAME) {
  return {
    name,
    title: 'Request ads',
    description:
      'Finds sponsored offers that fit a conversation. Every result is an advertisement and carries its label, its advertiser and a link. An empty list is an ordinary answer and says why.',
    inputSchema: INPUT_SCHEMA,
    outputSchema: OUTPUT_SCHEMA,
    annotations: {
      title: 'Request ads',
      readOnlyHint: true, // asking changes nothing: an ad counts when its links are fetched
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
  }
}
