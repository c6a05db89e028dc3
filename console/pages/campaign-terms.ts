// The fields of a campaign's form, and what of them goes over the wire: only what was changed, so that rules which no field
// can express stay as they are.
import { ApiError } from '../api.ts'
import { capsText, PACINGS, partsOf, WINDOW_UNITS, windowOf, type WindowUnit } from '../campaign-rules.ts'
import { AMOUNT, CURRENCY, listOf, textOf, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { Group, Input, Select, type Option } from '../parts/controls.ts'
import { DAYS, HOURS, Week } from '../parts/week.ts'
import type { Campaign, Rule } from '../shapes.ts'
import { instantOf, isTimeZone, wallTime } from '../wall-time.ts'

/** All as it is typed; empty: no limit, no rule. */
export interface Terms {
  readonly name: string
  readonly model: string
  readonly bid: string
  readonly daily: string
  readonly total: string
  /** By the clocks of the time zone. */
  readonly startAt: string
  readonly endAt: string
  readonly timeZone: string
  /** Numbers with commas between; all of them: no rule. */
  readonly days: string
  readonly hours: string
  readonly pacing: string
  readonly priority: string
  /** With commas between. */
  readonly countries: string
  readonly regions: string
  readonly languages: string
  readonly keywords: string
  readonly placements: string
  readonly device: string
  /** Empty: no cap. */
  readonly capMax: string
  readonly capScope: string
  readonly capPer: string
  readonly capCount: string
  readonly capUnit: WindowUnit
  readonly landingParameters: string
}

export const NEW_TERMS: Terms = {
  name: '',
  model: 'cpc',
  bid: '',
  daily: '',
  total: '',
  startAt: '',
  endAt: '',
  timeZone: '',
  days: String(DAYS),
  hours: String(HOURS),
  pacing: 'even',
  priority: 'standard',
  countries: '',
  regions: '',
  languages: '',
  keywords: '',
  placements: '',
  device: '',
  capMax: '',
  capScope: 'campaign',
  capPer: 'user',
  capCount: '1',
  capUnit: 'day',
  landingParameters: '',
}

export function termsOf({ name, bid, budget, startAt, endAt, timeZone, ...rules }: Campaign): Terms {
  const { pacing, priority, targeting, frequencyCaps, landingParameters = '' } = rules
  const [cap] = frequencyCaps
  const window = cap && windowOf(cap.windowSeconds)
  return {
    name,
    model: bid.model,
    bid: bid.amount,
    daily: budget.daily ?? '',
    total: budget.total ?? '',
    startAt: startAt ? wallTime(startAt, timeZone) : '',
    endAt: endAt ? wallTime(endAt, timeZone) : '',
    timeZone,
    days: String(letIn(targeting.days, DAYS)),
    hours: String(letIn(targeting.hours, HOURS)),
    pacing,
    priority,
    countries: textOf(partsOf(targeting.countries).include),
    regions: textOf(partsOf(targeting.regions).include),
    languages: textOf(partsOf(targeting.languages).include),
    keywords: textOf(partsOf(targeting.keywords).include),
    placements: textOf(partsOf(targeting.placements).include),
    device: textOf(partsOf(targeting.device).include),
    ...(cap && window
      ? {
          capMax: String(cap.max),
          capScope: cap.scope,
          capPer: cap.per,
          capCount: String(window.count),
          capUnit: window.unit,
        }
      : CAP_OF_NONE),
    landingParameters,
  }
}

const { capMax, capScope, capPer, capCount, capUnit } = NEW_TERMS
const CAP_OF_NONE = { capMax, capScope, capPer, capCount, capUnit }

/**
 * What changed between two states of the form; an empty field clears what there was.
 * @throws Error with what to mend
 */
export function changeOnWire(before: Terms, after: Terms): object {
  const changed = (...keys: readonly (keyof Terms)[]) => keys.some((key) => before[key] !== after[key])
  const timeZone = after.timeZone.trim() || 'UTC'
  if (!isTimeZone(timeZone)) {
    const message = `“${timeZone}” is no time zone; write one such as Europe/Berlin`
    throw new ApiError(0, 'not_sent', message, { issues: [{ field: 'timeZone', message }] })
  }
  const instant = (wall: string) => (wall === '' ? null : instantOf(wall, timeZone))
  const rules = {
    ...(changed('days') && { days: weekRule(after.days, DAYS, 'Choose at least one day.') }),
    ...(changed('hours') && { hours: weekRule(after.hours, HOURS, 'Choose at least one hour.') }),
    ...(changed('countries') && { countries: ruleOf(after.countries) }),
    ...(changed('regions') && { regions: ruleOf(after.regions) }),
    ...(changed('languages') && { languages: ruleOf(after.languages) }),
    ...(changed('keywords') && { keywords: ruleOf(after.keywords) }),
    ...(changed('placements') && { placements: ruleOf(after.placements) }),
    ...(changed('device') && { device: ruleOf(after.device) }),
  }
  const budget = {
    ...(changed('daily') && { daily: after.daily || null }),
    ...(changed('total') && { total: after.total || null }),
  }
  return {
    ...(changed('name') && { name: after.name }),
    // One without the other would be another bid, where somebody else changed what it pays for.
    ...(changed('model', 'bid') && { bid: { model: after.model, amount: after.bid } }),
    ...(Object.keys(budget).length > 0 && { budget }),
    ...(changed('startAt', 'timeZone') && { startAt: instant(after.startAt) }),
    ...(changed('endAt', 'timeZone') && { endAt: instant(after.endAt) }),
    ...(changed('timeZone') && { timeZone }),
    ...(changed('pacing') && { pacing: after.pacing }),
    ...(changed('priority') && { priority: after.priority }),
    ...(Object.keys(rules).length > 0 && { targeting: rules }),
    ...(changed('capMax', 'capScope', 'capPer', 'capCount', 'capUnit') && { frequencyCaps: capsOf(after) }),
    ...(changed('landingParameters') && { landingParameters: after.landingParameters.trim() || null }),
  }
}

function capsOf({ capMax, capScope, capPer, capCount, capUnit }: Terms): object[] {
  if (capMax === '') return []
  const windowSeconds = Number(capCount) * WINDOW_UNITS[capUnit]
  return [{ max: Number(capMax), windowSeconds, per: capPer, scope: capScope }]
}

const numbersOf = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number))

/** What a rule comes to, however it is written. */
function letIn(rule: Rule<number> | undefined, all: readonly number[]): number[] {
  const { include, exclude } = partsOf(rule)
  return all.filter((one) => (include.length === 0 || include.includes(one)) && !exclude.includes(one))
}

/** All of them are no rule. @throws Error with what to mend, where there is none */
function weekRule(text: string, all: readonly number[], mend: string): number[] | null {
  const numbers = numbersOf(text)
  if (numbers.length === 0) throw new Error(mend)
  return numbers.length === all.length ? null : numbers
}

/** An empty list is no rule. */
function ruleOf(text: string): string[] | null {
  const items = listOf(text)
  return items.length > 0 ? items : null
}

const MODELS: readonly Option[] = [
  ['cpc', 'A click'],
  ['cpm', '1,000 impressions'],
  ['cpa', 'A conversion'],
]
const SCOPES: readonly Option[] = [
  ['campaign', 'Of this campaign'],
  ['ad', 'Of the same ad'],
  ['advertiser', 'Of this advertiser'],
]
const PERS: readonly Option[] = [
  ['user', 'One person'],
  ['session', 'One session'],
  ['conversation', 'One conversation'],
]
const UNITS: readonly Option[] = (Object.keys(WINDOW_UNITS) as WindowUnit[]).map((unit) => [unit, `${words(unit)}s`])

/** Names in the API, where they are others. */
const WIRES: Partial<Record<keyof Terms, string>> = {
  model: 'bid.model',
  bid: 'bid.amount',
  daily: 'budget.daily',
  total: 'budget.total',
  countries: 'targeting.countries',
  regions: 'targeting.regions',
  languages: 'targeting.languages',
  keywords: 'targeting.keywords',
  placements: 'targeting.placements',
  device: 'targeting.device',
  capMax: 'frequencyCaps.0.max',
  capScope: 'frequencyCaps.0.scope',
  capPer: 'frequencyCaps.0.per',
  capCount: 'frequencyCaps.0.windowSeconds',
}

interface TermsFieldsProps {
  readonly terms: Terms
  /** The one to change; absent: a new one. */
  readonly campaign?: Campaign
  /** Only an operator makes a sponsorship or a house campaign. */
  readonly isOperator: boolean
  readonly onChange: (terms: Terms) => void
}

export function TermsFields({ terms, campaign, isOperator, onChange }: TermsFieldsProps): Element {
  const of = (key: keyof Terms) => ({
    wire: WIRES[key] ?? key,
    value: terms[key],
    onInput: (value: string) => onChange({ ...terms, [key]: value }),
  })
  const choice = (key: keyof Terms) => ({
    wire: WIRES[key] ?? key,
    value: terms[key],
    onChange: (value: string) => onChange({ ...terms, [key]: value }),
  })
  const mayChoose = (one: string) => isOperator || one === 'standard' || one === campaign?.priority
  const priorities = ['sponsorship', 'standard', 'house'].filter(mayChoose)
  const caps = campaign?.frequencyCaps ?? []
  return html`<div class="stack">
    <${Input} label="Name" required=${true} maxLength=${200} ...${of('name')} />
    <div class="columns broad">
      <${Select} label="Pays for" options=${MODELS} ...${choice('model')} />
      <${Input} label=${`Bid, in ${CURRENCY}`} required=${true} placeholder="0.50" ...${AMOUNT} ...${of('bid')} />
      <${Input} label=${`Budget a day, in ${CURRENCY}`} placeholder="No limit" ...${AMOUNT} ...${of('daily')} />
      <${Input} label=${`Budget in all, in ${CURRENCY}`} placeholder="No limit" ...${AMOUNT} ...${of('total')} />
    </div>
    <div class="columns broad">
      <${Select} label="Pacing" options=${Object.entries(PACINGS)} ...${choice('pacing')} />
      <${Select} label="Priority" options=${priorities.map((one) => [one, words(one)])} ...${choice('priority')} />
    </div>
    <${Group} name="When">
      <div class="columns broad">
        <${Input} label="Starts" type="datetime-local" step="any" ...${of('startAt')} />
        <${Input} label="Ends" type="datetime-local" step="any" ...${of('endAt')} />
        <${Input} label="Time zone" placeholder="UTC" list=${ZONES_ID} ...${of('timeZone')} />
      </div>
      <p class="note">By the clocks of the time zone, whose days are also those of the budget.</p>
      <datalist id=${ZONES_ID}>
        ${Intl.supportedValuesOf('timeZone').map((name) => html`<option value=${name} />`)}
      </datalist>
    <//>
    <${Group} name="Days and hours">
      <${Week}
        days=${numbersOf(terms.days)}
        hours=${numbersOf(terms.hours)}
        timeZone=${terms.timeZone.trim() || 'UTC'}
        onDays=${(days: number[]) => onChange({ ...terms, days: String(days) })}
        onHours=${(hours: number[]) => onChange({ ...terms, hours: String(hours) })}
      />
    <//>
    <${Group} name="For whom">
      <div class="columns broad">
        ${RULES.map(
          ([name, label, note]) =>
            html`<${RuleField}
              key=${name}
              label=${label}
              placeholder="All"
              note=${note}
              rule=${campaign?.targeting[name]}
              ...${of(name)}
            />`,
        )}
      </div>
      <${RuleField}
        label="Words in the conversation"
        placeholder="Any"
        note="Only where the person writes one of these as it is. Ads find their conversations without them, too."
        rule=${campaign?.targeting.keywords}
        ...${of('keywords')}
      />
    <//>
    <${Group} name="How often">
      ${
        caps.length > 1
          ? html`<p class="note">${capsText(caps)}. Several caps are changed over the API; they stay.</p>`
          : html`<${CapFields} isSet=${terms.capMax !== ''} of=${of} choice=${choice} />`
      }
    <//>
    <${Group} name="Where it leads">
      <${Input}
        label="Added to landing pages"
        placeholder="utm_source=aside&click={click_id}"
        note="Parameters for the pages of all ads, also of links that are out. What a page says itself stays; {click_id} tells your shop by which id it reports a sale."
        maxLength=${1_000}
        ...${of('landingParameters')}
      />
    <//>
  </div>`
}

const ZONES_ID = 'time-zones'

const RULES = [
  ['countries', 'Countries', 'Codes such as DE, AT.'],
  ['regions', 'Regions', 'Codes such as US-CA, DE-BY.'],
  ['languages', 'Languages', 'Codes such as de, en.'],
  ['placements', 'Placements', 'Such as post_response.'],
  ['device', 'Devices', 'Such as mobile, desktop.'],
] as const

interface RuleFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly note: string
  /** As it is now; one that keeps out, or holds a comma, can be read here, but not changed. */
  readonly rule: Rule | undefined
  readonly onInput: (value: string) => void
}

function RuleField({ rule, note, ...input }: RuleFieldProps): Element {
  const { include, exclude } = partsOf(rule)
  const hasComma = include.some((item) => item.includes(','))
  if (exclude.length === 0 && !hasComma) return html`<${Input} ...${input} note=${note} />`
  const kind = exclude.length > 0 ? `Not ${exclude.join(', ')}.` : 'Some hold a comma.'
  const stays = `${kind} Such a rule is changed over the API; it stays.`
  return html`<${Input} ...${input} disabled=${true} note=${stays} />`
}

interface CapFieldsProps {
  readonly isSet: boolean
  readonly of: (key: keyof Terms) => object
  readonly choice: (key: keyof Terms) => object
}

function CapFields({ isSet, of, choice }: CapFieldsProps): Element {
  const whole = { type: 'number', min: 1, required: isSet }
  return html`<div class="columns broad">
    <${Input}
      label="Ads at most"
      placeholder="No limit"
      max=${1_000}
      ...${whole}
      required=${false}
      ...${of('capMax')}
    />
    <${Select} label="Counted" options=${SCOPES} ...${choice('capScope')} />
    <${Select} label="Shown to" options=${PERS} ...${choice('capPer')} />
    <div class="pair">
      <${Input} label="Within" ...${whole} ...${of('capCount')} />
      <${Select} label="Unit" options=${UNITS} ...${choice('capUnit')} />
    </div>
  </div>`
}
