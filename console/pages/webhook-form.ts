// The form that makes a webhook: of whom it hears decides of what it may.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { byName, isolated, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Checks, Input, Select, type Option } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { type IssuedWebhook, WEBHOOK_EVENTS, WEBHOOK_NOTICES } from '../shapes.ts'
import type { Owners } from './owners.ts'

interface NewWebhookProps {
  readonly api: Api
  readonly owners: Owners
  readonly onDone: (made: IssuedWebhook) => void
  readonly onClose: () => void
}

export function NewWebhook({ api, owners, onDone, onClose }: NewWebhookProps): Element {
  const [url, setUrl] = useState('')
  const [owner, setOwner] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isOfPublisher = owners.publishers.some(({ id }) => id === owner)
  const offered = isOfPublisher ? WEBHOOK_EVENTS : [...WEBHOOK_EVENTS, ...WEBHOOK_NOTICES]
  const events = offered.filter((one) => chosen.includes(one))
  const once = useOnceKey([url, owner, events.join()])
  const doing = useDoing(async () => {
    if (events.length === 0) throw new Error('Choose at least one thing that it hears of.')
    const body = { url: url.trim(), events, ...(owner !== '' && { owner }) }
    onDone(await api.send<IssuedWebhook>('POST', 'webhooks', body, once))
  })
  const options: readonly Option[] = [
    ['', 'Everybody'],
    ...byName(owners.publishers).map(({ id, name }) => [id, `Publisher ${isolated(name)}`] as const),
    ...byName(owners.advertisers).map(({ id, name }) => [id, `Advertiser ${isolated(name)}`] as const),
  ]
  return html`<${FormDialog} title="New webhook" action="Make webhook" doing=${doing} onClose=${onClose}>
    <${Input}
      label="Address"
      wire="url"
      required=${true}
      value=${url}
      maxLength=${2_000}
      onInput=${setUrl}
      placeholder="https://hooks.shop.example/aside"
      note="Messages are posted to it; https, on a public host."
      inputmode="url"
      autofocus=${true}
    />
    <${Select}
      label="Events of"
      wire="owner"
      value=${owner}
      options=${options}
      note=${isOfPublisher && 'Publishers do not hear of reviews, budgets and funds.'}
      onChange=${setOwner}
    />
    <${Checks}
      label="It hears of"
      wire="events"
      chosen=${events}
      options=${offered.map((event) => [event, words(event)] as const)}
      onChange=${setChosen}
    />
  <//>`
}
