// Buttons, fields, choices and marks: what a person presses and reads on every page.
import { useId, useState } from 'preact/hooks'
import { between, html, type Children, type Element } from '../html.ts'
import { words } from '../format.ts'
import { useFault } from './faults.ts'
import { Icon, type IconName } from './icons.ts'

interface ButtonProps {
  readonly children?: Children
  readonly icon?: IconName
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly submit?: boolean
  /** For buttons that show an icon alone, or whose words do not say what they act on. */
  readonly label?: string
  /** A key that does the same, where what holds the button listens to it. */
  readonly shortcut?: string
  readonly onPress?: (event: MouseEvent) => void
}

export function Button({
  children,
  icon,
  kind = 'plain',
  busy,
  disabled,
  submit,
  label,
  shortcut,
  onPress,
}: ButtonProps): Element {
  // Disabled, it would lose the focus while it is busy.
  const ignore = (event: MouseEvent) => event.preventDefault()
  return html`<button
    type=${submit ? 'submit' : 'button'}
    class=${`button ${kind}`}
    disabled=${disabled}
    aria-disabled=${busy ? 'true' : undefined}
    aria-busy=${busy ? 'true' : undefined}
    aria-label=${label}
    aria-keyshortcuts=${shortcut}
    title=${children === undefined ? label : undefined}
    onClick=${busy ? ignore : onPress}
  >
    ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : icon && html`<${Icon} name=${icon} />`}${children}
  </button>`
}

interface FieldProps {
  readonly label: string
  readonly note?: Children
  /** Its name in the API, such as `bid.amount`, by which a fault finds it. */
  readonly wire?: string
  /** Gets what its input is bound by to what is said of it. */
  readonly children: (bound: object) => Element
}

export function Field({ label, note, wire, children }: FieldProps): Element {
  const id = useId()
  const { fault, onInput } = useFault(wire, label)
  const bound = { id, ...(fault && { 'aria-invalid': 'true', 'aria-describedby': `${id}-fault` }) }
  return html`<div class="field" onInput=${onInput}>
    <label for=${id}>${label}</label>
    ${between<object, Element>(children)(bound)}
    ${fault && html`<p class="note" id=${`${id}-fault`}><span class="mend">${fault}</span></p>`}
    ${note && html`<p class="note">${note}</p>`}
  </div>`
}

/** Fields of a form that belong together. */
export function Group({ name, children }: { name: string; children?: Children }): Element {
  return html`<fieldset class="group">
    <legend>${name}</legend>
    ${children}
  </fieldset>`
}

interface InputProps {
  readonly label: string
  readonly wire?: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly note?: Children
  readonly type?: string
  readonly required?: boolean
  readonly placeholder?: string
  readonly maxLength?: number
  readonly pattern?: string
  /** What `pattern` means, for people. */
  readonly title?: string
  readonly min?: string | number
  readonly max?: string | number
  readonly step?: string
  readonly disabled?: boolean
  readonly autocomplete?: string
  readonly autofocus?: boolean
  readonly inputmode?: string
  readonly list?: string
}

type Typed = Event & { currentTarget: HTMLInputElement }

export function Input({ label, note, wire, onInput, autocomplete = 'off', ...rest }: InputProps): Element {
  return html`<${Field} label=${label} note=${note} wire=${wire}>
    ${(bound: object) =>
      html`<input
        ...${bound}
        ...${rest}
        autocomplete=${autocomplete}
        spellcheck=${false}
        onInput=${(event: Typed) => onInput(event.currentTarget.value)}
      />`}
  <//>`
}

interface TextAreaProps {
  readonly label: string
  readonly wire?: string
  readonly value: string
  readonly rows?: number
  readonly placeholder?: string
  readonly note?: Children
  readonly maxLength?: number
  readonly onInput: (value: string) => void
  /** Ctrl or Command with Enter. */
  readonly onSend?: () => void
}

export function TextArea({ label, note, wire, onInput, onSend, ...rest }: TextAreaProps): Element {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend?.()
  }
  return html`<${Field} label=${label} note=${note} wire=${wire}>
    ${(bound: object) =>
      html`<textarea
        ...${bound}
        ...${rest}
        onKeyDown=${onKeyDown}
        onInput=${(event: Typed) => onInput(event.currentTarget.value)}
      ></textarea>`}
  <//>`
}

/** Where the name is short, its last part says the same for those who hear it. */
export type Option = readonly [value: string, name: string, spoken?: string]

interface SelectProps {
  readonly label: string
  readonly wire?: string
  readonly value: string
  readonly options: readonly Option[]
  readonly note?: Children
  readonly onChange: (value: string) => void
}

export function Select({ label, value, options, note, wire, onChange }: SelectProps): Element {
  return html`<${Field} label=${label} note=${note} wire=${wire}>
    ${(bound: object) =>
      html`<select ...${bound} value=${value} onChange=${(event: Typed) => onChange(event.currentTarget.value)}>
        ${options.map(([key, name]) => html`<option value=${key} selected=${key === value}>${name}</option>`)}
      </select>`}
  <//>`
}

interface ChecksProps {
  readonly label: string
  readonly wire?: string
  readonly chosen: readonly string[]
  readonly options: readonly Option[]
  /** Many of them are one stop of the Tab key, and arrow keys go from one to the next. */
  readonly arrows?: boolean
  readonly onChange: (chosen: string[]) => void
}

/** Several of a few. */
export function Checks({ label, wire, chosen, options, arrows = false, onChange }: ChecksProps): Element {
  const [stop, setStop] = useState(0)
  const { fault, onInput } = useFault(wire, label)
  const flip = (key: string, on: boolean) =>
    onChange(options.map(([one]) => one).filter((one) => (one === key ? on : chosen.includes(one))))
  return html`<fieldset class=${fault ? 'checks faulty' : 'checks'} onInput=${onInput}>
    <legend>${label} ${fault && html`<span class="note"><span class="mend">${fault}</span></span>`}</legend>
    <div onKeyDown=${arrows ? goByArrow : undefined}>
      ${options.map(
        ([key, name, spoken], i) =>
          html`<label class="chip-check">
            <input
              type="checkbox"
              aria-label=${spoken}
              tabindex=${arrows && i !== stop ? -1 : 0}
              onFocus=${() => setStop(i)}
              checked=${chosen.includes(key)}
              onChange=${(event: Typed) => flip(key, event.currentTarget.checked)}
            /><span>${name}</span>
          </label>`,
      )}
    </div>
  </fieldset>`
}

function goByArrow(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const all = [...event.currentTarget.querySelectorAll('input')]
  const at = all.indexOf(event.target as HTMLInputElement)
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key]
  const next = to === undefined ? acrossRows(all, at, event.key) : all[to]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** The one above or below, as they happen to lie. */
function acrossRows(all: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const place = (one: HTMLElement) => one.getBoundingClientRect()
  const inRow = all.filter((one) => Math.abs(place(one).top - place(all[0]!).top) < 1).length
  if (key === 'ArrowDown') return all[at + inRow]
  return key === 'ArrowUp' ? all[at - inRow] : undefined
}

interface SegmentsProps {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
}

/** One of a few, all in sight. */
export function Segments({ label, value, options, onChange }: SegmentsProps): Element {
  return html`<div class="segments" role="group" aria-label=${label}>
    ${options.map(
      ([key, name]) =>
        html`<button type="button" aria-pressed=${key === value ? 'true' : 'false'} onClick=${() => onChange(key)}>
          ${name}
        </button>`,
    )}
  </div>`
}

const TONES: Readonly<Record<string, string>> = {
  active: 'good',
  approved: 'good',
  shown: 'good',
  live: 'good',
  confirmed: 'good',
  paid: 'good',
  up: 'good',
  open: 'warn',
  submitted: 'warn',
  processing: 'warn',
  paused: 'warn',
  pending: 'warn',
  test: 'warn',
  down: 'warn',
  rejected: 'bad',
  report: 'bad',
  revoked: 'bad',
  expired: 'bad',
  overdue: 'bad',
}

export function Pill({ of, children }: { of: string; children?: Children }): Element {
  return html`<span class=${`pill ${TONES[of] ?? ''}`}>${children ?? words(of)}</span>`
}

const COPIED_MS = 1_600

export function CopyButton({ text, children = 'Copy' }: { text: string; children?: Children }): Element {
  const [told, setTold] = useState<string>()
  const copy = async () => {
    // Pages that are not on https or localhost have no clipboard, and a browser may refuse it; the text stands there to be marked by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setTold(isCopied ? 'Copied' : 'Not copied')
    setTimeout(() => setTold(undefined), COPIED_MS)
  }
  return html`<${Button} icon="copy" onPress=${copy}>${told ?? children}<//>`
}
