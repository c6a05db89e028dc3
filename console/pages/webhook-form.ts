// The form that makes a webhook, or changes one: of whom it hears decides of what it may.
import { useState } from 'preact/hooks'
import { byName, isolated, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Checks, Input, Select, type Option } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Session } from '../session.ts'
import { type IssuedWebhook, type Webhook, WEBHOOK_EVENTS, WEBHOOK_NOTICES } from '../shapes.ts'
import type { Owners } from './owners.ts'

interface WebhookFormProps {
  readonly session: Session
  /** Of whom an operator's may hear; anybody else's hears of their own. */
  readonly owners: Owners
  /** Absent: a new one. */
  readonly webhook?: Webhook
  readonly onMade: (made: IssuedWebhook) => void
  readonly onChanged: (webhook: Webhook) => void
  readonly onClose: () => void
}

export function WebhookForm({ session, owners, webhook, onMade, onChanged, onClose }: WebhookFormProps): Element {
  const { api, who } = session
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [owner, setOwner] = useState(webhook?.owner ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.events ?? [])
  const isOfPublisher = who.role === 'publisher' || owners.publishers.some(({ id }) => id === owner)
  const offered = isOfPublisher ? WEBHOOK_EVENTS : [...WEBHOOK_EVENTS, ...WEBHOOK_NOTICES]
  const events = offered.filter((one) => chosen.includes(one))
  const once = useOnceKey([url, owner, events.join()])
  const doing = useDoing(async () => {
    if (events.length === 0) throw new Error('Choose at least one thing that it hears of.')
    const body = { url: url.trim(), events }
    if (webhook) onChanged(await api.send<Webhook>('PATCH', `webhooks/${encodeURIComponent(webhook.id)}`, body, once))
    else onMade(await api.send<IssuedWebhook>('POST', 'webhooks', { ...body, ...(owner !== '' && { owner }) }, once))
  })
  const options: readonly Option[] = [
    ['', 'Everybody'],
    ...byName(owners.publishers).map(({ id, name }) => [id, `Publisher ${isolated(name)}`] as const),
    ...byName(owners.advertisers).map(({ id, name }) => [id, `Advertiser ${isolated(name)}`] as const),
  ]
  return html`<${FormDialog}
    title=${webhook ? 'Change webhook' : 'New webhook'}
    action=${webhook ? 'Save' : 'Make webhook'}
    doing=${doing}
    onClose=${onClose}
  >
    <${Input}
      label="Address"
      wire="url"
      required=${true}
      value=${url}
      maxLength=${2_000}
      onInput=${setUrl}
      placeholder="https://hooks.shop.example/aside"
      note=${`Messages are posted to it; https, on a public host.${webhook ? ' What waits goes to the new one.' : ''}`}
      inputmode="url"
      autofocus=${true}
    />
    ${
      who.may.admin &&
      webhook === undefined &&
      html`<${Select}
        label="Events of"
        wire="owner"
        value=${owner}
        options=${options}
        note=${isOfPublisher && 'Publishers do not hear of reviews, budgets and funds.'}
        onChange=${setOwner}
      />`
    }
    <${Checks}
      label="It hears of"
      wire="events"
      chosen=${events}
      options=${offered.map((event) => [event, words(event)] as const)}
      onChange=${setChosen}
    />
  <//>`
}
