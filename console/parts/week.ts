// Days and hours of a week: two rows to choose from, and the week that comes of them as a picture and in words. Every chosen
// hour holds on every chosen day, as the API has it, so that no cell of the picture can be chosen alone.
import { daysText, hoursText, inWeek } from '../campaign-rules.ts'
import { weekday, weekdayShort } from '../format.ts'
import { html, type Element } from '../html.ts'
import { Checks, type Option } from './controls.ts'

export const DAYS: readonly number[] = [0, 1, 2, 3, 4, 5, 6]
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour)
const WEEK = inWeek(DAYS)

const DAY_OPTIONS: readonly Option[] = WEEK.map((day) => [String(day), weekdayShort(day), weekday(day)])
const HOUR_OPTIONS: readonly Option[] = HOURS.map((hour) => [
  String(hour),
  String(hour),
  `${hour}:00 to ${hour + 1}:00`,
])

const DAY_PRESETS: readonly (readonly [name: string, days: readonly number[]])[] = [
  ['Every day', DAYS],
  ['Workdays', [1, 2, 3, 4, 5]],
  ['Weekend', [0, 6]],
]
const HOUR_PRESETS: readonly (readonly [name: string, hours: readonly number[]])[] = [
  ['Every hour', HOURS],
  ['8:00–18:00', HOURS.slice(8, 18)],
  ['18:00–24:00', HOURS.slice(18)],
  ['None', []],
]

interface WeekProps {
  /** 0 is Sunday. */
  readonly days: readonly number[]
  readonly hours: readonly number[]
  readonly timeZone: string
  readonly onDays: (days: number[]) => void
  readonly onHours: (hours: number[]) => void
}

export function Week({ days, hours, timeZone, onDays, onHours }: WeekProps): Element {
  return html`<div class="week">
    <${Choice} label="Days" chosen=${days} options=${DAY_OPTIONS} presets=${DAY_PRESETS} onChange=${onDays} />
    <${Choice} label="Hours" chosen=${hours} options=${HOUR_OPTIONS} presets=${HOUR_PRESETS} onChange=${onHours} />
    <p class="note keys-note">Arrow keys go from one to the next, and the space bar chooses.</p>
    <${Picture} days=${days} hours=${hours} />
    <p class="note" aria-live="polite">${inWords(days, hours, timeZone)}</p>
  </div>`
}

interface ChoiceProps {
  readonly label: string
  readonly chosen: readonly number[]
  readonly options: readonly Option[]
  readonly presets: readonly (readonly [name: string, numbers: readonly number[]])[]
  readonly onChange: (chosen: number[]) => void
}

function Choice({ label, chosen, options, presets, onChange }: ChoiceProps): Element {
  const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
  return html`<div class=${`choice ${label.toLowerCase()}`}>
    <${Checks}
      label=${label}
      arrows=${true}
      chosen=${chosen.map(String)}
      options=${options}
      onChange=${(keys: string[]) => onChange(inOrder(keys.map(Number)))}
    />
    <p class="presets">
      ${presets.map(
        ([name, numbers]) =>
          html`<button
            type="button"
            class="link"
            aria-label=${`${label}: ${name}`}
            onClick=${() => onChange(inOrder(numbers))}
          >
            ${name}
          </button>`,
      )}
    </p>
  </div>`
}

/** Says nothing that the words below do not. */
function Picture({ days, hours }: { days: readonly number[]; hours: readonly number[] }): Element {
  return html`<div class="week-picture" aria-hidden="true">
    <span></span>
    ${[0, 6, 12, 18].map((hour) => html`<small class="tick">${hour}:00</small>`)}
    ${WEEK.map(
      (day) => html`
        <small>${weekdayShort(day)}</small>
        ${HOURS.map((hour) => html`<i class=${days.includes(day) && hours.includes(hour) ? 'on' : ''}></i>`)}
      `,
    )}
  </div>`
}

function inWords(days: readonly number[], hours: readonly number[], timeZone: string): string {
  if (days.length === 0) return 'On no day: choose at least one.'
  if (hours.length === 0) return 'At no hour: choose at least one.'
  const when = days.length === DAYS.length ? 'Every day' : daysText(days)
  const at = hours.length === HOURS.length ? 'at any hour' : hoursText(hours)
  return `${when}, ${at}, by the clocks of ${timeZone.replaceAll('_', ' ')}.`
}
