// The form that makes a publisher or changes one: what it may be shown, what it gets, and where that is paid to.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import type { BillingTexts } from '../billing.ts'
import { AMOUNT, byName, CURRENCY, isolated, languageName, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Checks, Group, Input, Select, TextArea, type Option } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { NEW_PUBLISHER, publisherOnWire, publisherTermsOf, type PublisherTerms } from '../publisher-terms.ts'
import { SLOT_FORMATS, TOPICS, type Advertiser, type Publisher } from '../shapes.ts'
import { BillingFields } from './billing-fields.ts'

interface PublisherFormProps {
  readonly api: Api
  readonly advertisers: readonly Advertiser[]
  /** The one to change; absent: a new one. */
  readonly publisher?: Publisher
  /** @param one as it was made or changed */
  readonly onDone: (one: Publisher) => void
  readonly onClose: () => void
}

export function PublisherForm({ api, advertisers, publisher, onDone, onClose }: PublisherFormProps): Element {
  const [before] = useState(() => (publisher ? publisherTermsOf(publisher) : NEW_PUBLISHER))
  const [terms, setTerms] = useState(before)
  const once = useOnceKey([terms])
  const doing = useDoing(async () => {
    const change = publisherOnWire(before, terms, publisher?.policy)
    onDone(
      publisher
        ? await api.send<Publisher>('PATCH', `publishers/${encodeURIComponent(publisher.id)}`, change)
        : await api.send<Publisher>('POST', 'publishers', change, once),
    )
  })
  return html`<${FormDialog}
    title=${publisher ? 'Change publisher' : 'New publisher'}
    action=${publisher ? 'Save' : 'Make publisher'}
    doing=${doing}
    onClose=${onClose}
  >
    <${Fields} terms=${terms} advertisers=${advertisers} onChange=${setTerms} />
  <//>`
}

export const RANKINGS: readonly Option[] = [
  ['value', 'By what it brings'],
  ['relevance', 'By relevance alone'],
]
export const HOUSE_ADS: readonly Option[] = [
  ['fitting', 'Where they fit'],
  ['backfill', 'Also in slots that would stay empty'],
]
/** Those that the service has a label in, but for `nb`, which is written as `no`. */
const LABEL_LANGUAGES = [
  ...['en', 'ar', 'cs', 'da', 'de', 'es', 'fi', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'no', 'pl', 'pt', 'ru', 'sv', 'tr'],
  ...['uk', 'zh'],
]
export const CONDITION_OPTIONS: readonly Option[] = [
  ['intentGate', 'Only where somebody wants to get something'],
  ['requireConsent', 'Only to people who consented'],
  ['requireImpression', 'Clicks count only after a reported impression'],
]
const PAYOUT_TYPES = ['bank_transfer', 'paypal']
const PAYOUT_TYPES_ID = 'payout-types'

/** Names in the API, where they are not those of the policy. */
const WIRES: Partial<Record<keyof PublisherTerms, string>> = {
  name: 'name',
  allowedTopics: 'policy.sensitiveTopics',
  payoutType: 'payoutMethod.type',
  payoutAccount: 'payoutMethod.account',
  payoutName: 'payoutMethod.name',
}

interface FieldsProps {
  readonly terms: PublisherTerms
  readonly advertisers: readonly Advertiser[]
  readonly onChange: (terms: PublisherTerms) => void
}

function Fields({ terms, advertisers, onChange }: FieldsProps): Element {
  const input = (key: keyof PublisherTerms) => ({
    wire: WIRES[key] ?? `policy.${key}`,
    value: terms[key],
    onInput: (value: string) => onChange({ ...terms, [key]: value }),
  })
  const checks = (key: keyof PublisherTerms) => ({
    wire: WIRES[key] ?? `policy.${key}`,
    chosen: terms[key],
    onChange: (chosen: string[]) => onChange({ ...terms, [key]: chosen }),
  })
  const turns = { type: 'number', min: 0, max: 10_000, step: '1' }
  const { payoutType, payoutAccount, payoutName } = terms
  const isPaid = payoutType !== '' || payoutAccount !== '' || payoutName !== ''
  return html`<div class="stack">
    <${Input} label="Name" required=${true} maxLength=${200} placeholder="Chat App" ...${input('name')} />
    <${Group} name="What may be shown">
      <div class="columns">
        <${Input}
          label="Least relevance"
          type="number"
          min=${0}
          max=${1}
          step="any"
          placeholder="As usual"
          note="0 to 1."
          ...${input('minRelevance')}
        />
        <${Input}
          label=${`Floor, in ${CURRENCY}`}
          ...${AMOUNT}
          placeholder="0.01"
          note="Least price of a click, a sale or 1,000 impressions."
          ...${input('floor')}
        />
      </div>
      <${Select}
        label="Order"
        value=${terms.ranking}
        options=${RANKINGS}
        onChange=${(ranking: string) => onChange({ ...terms, ranking })}
      />
      <${Checks}
        label="Formats"
        options=${SLOT_FORMATS.map((format) => [format, words(format)])}
        ...${checks('formats')}
      />
      <${Checks} label="Conditions" options=${CONDITION_OPTIONS} ...${checks('conditions')} />
      <${Select}
        label="Language of the label"
        wire="policy.labelLanguage"
        value=${terms.labelLanguage}
        options=${labelOptions(terms.labelLanguage)}
        onChange=${(labelLanguage: string) => onChange({ ...terms, labelLanguage })}
      />
      <${Select}
        label="House ads"
        wire="policy.houseAds"
        value=${terms.houseAds}
        options=${HOUSE_ADS}
        onChange=${(houseAds: string) => onChange({ ...terms, houseAds })}
      />
      <${TextArea}
        label="Tiers of users without ads"
        rows=${2}
        placeholder="premium"
        note="One a line, as userContext.tier says it."
        ...${input('adFreeTiers')}
      />
    <//>
    <${Group} name="What is kept out">
      <div class="columns broad">
        <${TextArea}
          label="Blocked categories"
          rows=${3}
          placeholder="Gambling"
          note="One a line, with all below it."
          ...${input('blockedCategories')}
        />
        <${TextArea}
          label="Blocked domains"
          rows=${3}
          placeholder="casino.example"
          note="One a line, with subdomains."
          ...${input('blockedDomains')}
        />
      </div>
      <${NamedAdvertisers}
        choose="Block an advertiser"
        label="Blocked advertisers"
        advertisers=${advertisers}
        chosen=${terms.blockedAdvertisers}
        onChange=${(blockedAdvertisers: readonly string[]) => onChange({ ...terms, blockedAdvertisers })}
      />
      <${NamedAdvertisers}
        choose="Allow an advertiser"
        label="Allowed advertisers, and no others"
        advertisers=${advertisers}
        chosen=${terms.allowedAdvertisers}
        onChange=${(allowedAdvertisers: readonly string[]) => onChange({ ...terms, allowedAdvertisers })}
      />
      <p class="note">Once one is allowed, all others are kept out.</p>
      <${Checks}
        label="Sensitive topics beside which ads may stand"
        arrows=${true}
        options=${TOPICS.map((topic) => [topic, words(topic)])}
        ...${checks('allowedTopics')}
      />
    <//>
    <${Group} name="How often">
      <div class="columns">
        <${Input} label="First ad at" placeholder="0" ...${turns} ...${input('firstAdTurn')} />
        <${Input} label="Least gap" placeholder="0" ...${turns} ...${input('minTurnGap')} />
        <${Input} label="Ads a session" placeholder="0" ...${turns} ...${input('adsPerSession')} />
      </div>
      <p class="note">The first two in messages of the person. 0: no limit.</p>
    <//>
    <${Group} name="Money">
      <${Input}
        label="Its share, in percent"
        type="number"
        min=${0}
        max=${100}
        step="any"
        placeholder="70"
        note="Of each charge, from now on."
        ...${input('revenueShare')}
      />
      <div class="columns">
        <${Input}
          label="Paid by"
          maxLength=${64}
          required=${isPaid}
          list=${PAYOUT_TYPES_ID}
          placeholder="bank_transfer"
          ...${input('payoutType')}
        />
        <${Input} label="Holder" maxLength=${200} ...${input('payoutName')} />
      </div>
      <${Input} label="Account" maxLength=${200} required=${isPaid} ...${input('payoutAccount')} />
      <p class="note">Where withdrawals are paid to, noted for whoever pays. Without it none can be asked for.</p>
      <datalist id=${PAYOUT_TYPES_ID}>${PAYOUT_TYPES.map((type) => html`<option value=${type} />`)}</datalist>
    <//>
    <${Group} name="On statements">
      <${BillingFields}
        texts=${terms.billed}
        called="Made out to"
        otherwise=${terms.name}
        within="billingDetails."
        onChange=${(billed: BillingTexts) => onChange({ ...terms, billed })}
      />
    <//>
  </div>`
}

/** What is set stays to be chosen, also where the API alone offers it. */
function labelOptions(chosen: string): readonly Option[] {
  const codes = chosen === 'reader' || LABEL_LANGUAGES.includes(chosen) ? LABEL_LANGUAGES : [...LABEL_LANGUAGES, chosen]
  return [['reader', "The reader's"], ...codes.map((code) => [code, languageName(code)] as const)]
}

interface NamedAdvertisersProps {
  /** What the list to choose from is called, and what was chosen. */
  readonly choose: string
  readonly label: string
  readonly advertisers: readonly Advertiser[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function NamedAdvertisers({ choose, label, advertisers, chosen, onChange }: NamedAdvertisersProps): Element {
  /** Also those that were unticked here, which can be ticked again. */
  const [named, setNamed] = useState(chosen)
  // Archived ones are in no list, and are called by their ids.
  const nameOf = new Map(advertisers.map(({ id, name }) => [id, name]))
  const others = advertisers.filter(({ id }) => !named.includes(id))
  const add = (id: string) => {
    if (id === '') return
    setNamed([...named, id])
    onChange([...chosen, id])
  }
  return html`<${Select}
      label=${choose}
      value=""
      options=${[['', 'Choose'], ...byName(others).map(({ id, name, domain }) => [id, `${isolated(name)} (${domain})`] as const)]}
      onChange=${add}
    />
    ${
      named.length > 0 &&
      html`<${Checks}
        label=${label}
        chosen=${chosen}
        options=${named.map((id) => [id, nameOf.get(id) ?? id] as const)}
        onChange=${onChange}
      />`
    }`
}
