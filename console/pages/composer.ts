// The left half of the playground: what is said in the conversation, and which ads are asked for.
import { html, type Element } from '../html.ts'
import { byName, languageName, words } from '../format.ts'
import { Button, Checks, Input, Select, TextArea, type Option } from '../parts/controls.ts'
import type { Turn } from '../parts/chat.ts'
import { SLOT_FORMATS, type Publisher, type SlotFormat } from '../shapes.ts'

export interface Draft {
  readonly query: string
  readonly response: string
  readonly messages: readonly Turn[]
  readonly formats: readonly SlotFormat[]
  readonly count: string
  /** As it was typed; ISO 3166-1 is meant, or empty. */
  readonly country: string
  /** The same; ISO 3166-2. */
  readonly region: string
  /** BCP 47, or empty: the service finds out. */
  readonly language: string
  /** Empty: the first one. */
  readonly publisherId: string
}

export const EMPTY_DRAFT: Draft = {
  query: '',
  response: '',
  messages: [],
  formats: ['action_card'],
  count: '2',
  country: '',
  region: '',
  language: '',
  publisherId: '',
}

const EXAMPLES: readonly (readonly [name: string, draft: Partial<Draft>])[] = [
  [
    'A laptop for trains',
    { query: 'I need a quiet, light laptop for train rides', formats: ['action_card'], count: '2' },
  ],
  [
    'All three formats',
    {
      query: 'Which running shoes are good for wet trails?',
      response:
        'For wet trails look for deep lugs, a sticky rubber compound and an upper that drains quickly. Trail running shoes with a rock plate protect you on stony ground.',
      formats: [...SLOT_FORMATS],
      count: '1',
    },
  ],
  ['Small talk', { query: 'Tell me a joke about penguins', formats: ['action_card'] }],
  ['A crisis', { query: 'I feel hopeless and do not want to live any more', formats: ['action_card'] }],
]

const ROLES: readonly Option[] = [
  ['user', 'Person'],
  ['assistant', 'Assistant'],
]
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'ja', 'zh', 'ko', 'ar', 'hi', 'tr', 'ru']
const MESSAGES_MAX = 20

/** Whether there are two letters, or none; which of them are a country the service knows, and warns of others. */
const isCountry = (text: string): boolean => /^([A-Za-z]{2})?$/.test(text.trim())
const isRegion = (text: string): boolean => /^([A-Za-z]{2}-[A-Za-z0-9]{1,3})?$/.test(text.trim())

/**
 * What goes over the wire. Everything is marked as a test.
 * @throws Error with what to mend
 */
export function requestOf(draft: Draft, { explain }: { explain: boolean }): object {
  const { query, response, messages, language } = draft
  const [country, region] = [draft.country, draft.region].map((code) => code.trim().toUpperCase()) as [string, string]
  if (query.trim() === '') throw new Error('Write what the person asks first.')
  if (draft.formats.length === 0) throw new Error('Choose at least one format.')
  if (!isCountry(country)) throw new Error('The country is a code of two letters, such as DE.')
  if (!isRegion(region)) throw new Error('The region is a code such as US-CA.')
  const demographics = { ...(country !== '' && { country }), ...(region !== '' && { region }) }
  return {
    conversationContext: {
      query,
      ...(response.trim() !== '' && { response }),
      ...(messages.length > 0 && { messages: messages.filter(({ content }) => content.trim() !== '') }),
      ...(language !== '' && { language }),
    },
    ...(Object.keys(demographics).length > 0 && { userContext: { demographics } }),
    slots: draft.formats.map((format) => ({ slotId: `playground-${format}`, format, count: Number(draft.count) })),
    options: { test: true, ...(explain && { explain: true }) },
  }
}

interface ComposerProps {
  readonly draft: Draft
  /** Undefined where the key is a publisher's own. */
  readonly publishers: readonly Publisher[] | undefined
  readonly publisherId: string | undefined
  readonly busy: boolean
  readonly onChange: (draft: Draft) => void
  readonly onAsk: (draft: Draft) => void
}

export function Composer({ draft, publishers, publisherId, busy, onChange, onAsk }: ComposerProps): Element {
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  const submit = (event: Event) => {
    event.preventDefault()
    onAsk(draft)
  }
  return html`<form class="composer card stack" onSubmit=${submit}>
    <${Earlier} messages=${draft.messages} onChange=${(messages: readonly Turn[]) => set({ messages })} />
    <${TextArea}
      label="The person asks"
      rows=${3}
      value=${draft.query}
      maxLength=${8_000}
      placeholder="I need a quiet, light laptop for train rides"
      onInput=${(query: string) => set({ query })}
      onSend=${() => onAsk(draft)}
    />
    <${TextArea}
      label="The assistant answers (optional)"
      rows=${3}
      value=${draft.response}
      maxLength=${32_000}
      note="Entity links are marked inside this text."
      onInput=${(response: string) => set({ response })}
      onSend=${() => onAsk(draft)}
    />
    <${Checks}
      label="Formats"
      chosen=${draft.formats}
      options=${SLOT_FORMATS.map((format) => [format, words(format)])}
      onChange=${(formats: SlotFormat[]) => set({ formats })}
    />
    ${
      publishers &&
      html`<${Select}
        label="Publisher"
        value=${publisherId ?? ''}
        options=${byName(publishers).map(({ id, name }) => [id, name] as const)}
        onChange=${(id: string) => set({ publisherId: id })}
      />`
    }
    <div class="columns">
      <${Input}
        label="Ads each"
        type="number"
        min="1"
        max="10"
        required=${true}
        value=${draft.count}
        onInput=${(count: string) => set({ count })}
      />
      <${Input}
        label="Country"
        value=${draft.country}
        placeholder="Any"
        note=${!isCountry(draft.country) && html`<span class="mend">A code of two letters, such as DE.</span>`}
        onInput=${(country: string) => set({ country })}
      />
      <${Input}
        label="Region"
        value=${draft.region}
        placeholder="Any"
        note=${!isRegion(draft.region) && html`<span class="mend">A code such as US-CA.</span>`}
        onInput=${(region: string) => set({ region })}
      />
      <${Select}
        label="Language"
        value=${draft.language}
        options=${[['', 'Detect'], ...LANGUAGES.map((code) => [code, languageName(code)] as const)]}
        onChange=${(language: string) => set({ language })}
      />
    </div>
    <${Button} submit kind="primary" busy=${busy}>Ask for ads<//>
    <div class="examples">
      <span class="note">Try</span>
      ${EXAMPLES.map(
        ([name, example]) =>
          html`<button
            type="button"
            class="chip"
            onClick=${() => onAsk({ ...draft, response: '', messages: [], ...example })}
          >
            ${name}
          </button>`,
      )}
    </div>
  </form>`
}

function Earlier({ messages, onChange }: { messages: readonly Turn[]; onChange: (messages: Turn[]) => void }): Element {
  const change = (at: number, turn: Partial<Turn>) =>
    onChange(messages.map((one, i) => (i === at ? { ...one, ...turn } : one)))
  const add = () => onChange([...messages, { role: messages.length % 2 === 0 ? 'user' : 'assistant', content: '' }])
  return html`<div class="earlier" role="group" aria-label="Earlier messages" tabindex="-1">
    ${messages.map(
      ({ role, content }, i) =>
        html`<div class="earlier-turn" key=${i}>
          <${Select}
            label=${`Message ${i + 1} is by`}
            value=${role}
            options=${ROLES}
            onChange=${(by: string) => change(i, { role: by })}
          />
          <${TextArea}
            label=${`Message ${i + 1}`}
            rows=${2}
            value=${content}
            onInput=${(text: string) => change(i, { content: text })}
          />
          <${Button}
            kind="quiet"
            icon="close"
            label=${`Remove message ${i + 1}`}
            onPress=${() => onChange(messages.filter((_, at) => at !== i))}
          />
        </div>`,
    )}
    ${messages.length < MESSAGES_MAX && html`<${Button} kind="quiet" icon="plus" onPress=${add}>Earlier message<//>`}
  </div>`
}
