// What stands where something is being loaded, failed to load, or is not there.
import { ApiError, messageOf } from '../api.ts'
import { LIST_MAX, type Loaded } from '../hooks.ts'
import { count } from '../format.ts'
import { between, html, type Children, type Element } from '../html.ts'
import { Button } from './controls.ts'

/** The page of the list that one thing stands in. */
export interface Back {
  readonly href: string
  readonly name: string
}

interface WhenProps<T> {
  readonly loaded: Loaded<T>
  /** Where to go on from where it is not there. */
  readonly back?: Back
  /** Lines of grey while the first answer is awaited. */
  readonly lines?: number
  readonly children: (value: T) => Children
}

/** Shows a loaded value; before that a placeholder, and what went wrong wherever something did. */
export function When<T>({ loaded, back, lines = 5, children }: WhenProps<T>): Element {
  const { value, error, loading, reload } = loaded
  return html`<div class="when" aria-busy=${loading ? 'true' : 'false'}>
    ${error !== undefined && html`<${Fault} error=${error} back=${back} onRetry=${reload} />`}
    ${value !== undefined ? between<T, Children>(children)(value) : loading && html`<${Skeleton} lines=${lines} />`}
  </div>`
}

/** A list begins with so many of its newest and shows at most `MOST_SHOWN`, which is the largest page of the API. */
export const FIRST_SHOWN = 20
const MOST_SHOWN = 200

interface MoreProps {
  /** How many were asked for. */
  readonly limit: number
  /** Whether there are more of them. */
  readonly more: boolean
  /** Most that are shown; default: the largest page of the API. */
  readonly most?: number
  /** All that there are, where that is known. */
  readonly total?: number
  readonly loading?: boolean
  readonly onMore: (limit: number) => void
}

/** Below a list of which only the first are shown. */
export function More({ limit, more, most = MOST_SHOWN, total, loading, onMore }: MoreProps): Element | false {
  if (!more) return false
  if (limit >= most) return html`<p class="note">The first ${count(most)} are shown.</p>`
  return html`<p class="more">
    <${Button} busy=${loading} onPress=${() => onMore(Math.min(most, limit * 3))}
      >Show more${total !== undefined && ` of ${count(total)}`}<//
    >
  </p>`
}

export function Skeleton({ lines }: { lines: number }): Element {
  return html`<div class="skeleton" role="status" aria-label="Loading">
    ${Array.from({ length: lines }, () => html`<i></i>`)}
  </div>`
}

interface FaultProps {
  readonly error: unknown
  readonly back?: Back
  readonly onRetry?: () => void
}

/** What went wrong; the way to try again stands there only where that may help. */
export function Fault({ error, back, onRetry }: FaultProps): Element {
  const { requestId, status } = error instanceof ApiError ? error : { requestId: undefined, status: undefined }
  const forbidden = status === 403
  const missing = status === 404
  return html`<div class="fault" role="alert">
    <p>
      <b>${forbidden ? 'This key may not see that.' : 'That did not work.'}</b> ${messageOf(error)}
      ${requestId && html` <small>This request: <span class="mono">${requestId}</span></small>`}
    </p>
    ${missing && back && html`<a href=${back.href}>Go to ${back.name}</a>`}
    ${onRetry && !forbidden && !missing && html`<${Button} icon="refresh" onPress=${onRetry}>Try again<//>`}
  </div>`
}

/** A sentence about what went wrong with what a person just did. */
export function Problem({ text }: { text: string | undefined }): Element {
  return text === undefined ? null : html`<p class="problem" role="alert">${text}</p>`
}

export function Empty({ title, children }: { title: string; children?: Children }): Element {
  return html`<div class="empty">
    <h3>${title}</h3>
    ${children}
  </div>`
}

/** In place of a list in which nothing was found. @param of how many were looked through */
export function NothingFits({ of, children }: { of: number; children: Children }): Element {
  return html`<${Empty} title="Nothing fits">
    <p>${children}</p>
    ${of >= LIST_MAX && html`<p>The newest ${count(LIST_MAX)} were looked through; older ones are not read here.</p>`}
  <//>`
}
