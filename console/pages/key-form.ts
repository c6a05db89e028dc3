// The form that makes a key: whose it is decides what it may be for.
import { useState } from 'preact/hooks'
import { ApiError, type Api } from '../api.ts'
import { byName, isolated } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Checks, Input, Select, TextArea, type Option } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { IssuedKey, Publisher } from '../shapes.ts'
import type { Owners } from './owners.ts'

interface NewKeyProps {
  readonly api: Api
  readonly owners: Owners
  readonly onDone: (made: IssuedKey) => void
  readonly onClose: () => void
}

const SCOPES: Readonly<Record<string, readonly string[]>> = {
  publisher: ['ads:request', 'ads:explain', 'events:write', 'reports:read'],
  advertiser: ['inventory:write', 'events:write', 'reports:read'],
  operator: ['admin', 'inventory:write', 'reports:read', 'ads:explain'],
}
/** The owner that is made with the key. */
const NEW_PUBLISHER = 'publisher:'
const BROWSER_SCOPES = ['ads:request', 'events:write']
const MODES: readonly Option[] = [
  ['live', 'Live'],
  ['test', 'Test: nothing is billed'],
  ['browser', 'Browser: for web pages'],
]

export function NewKey({ api, owners, onDone, onClose }: NewKeyProps): Element {
  const [name, setName] = useState('')
  const [owner, setOwner] = useState(owners.publishers[0] ? `publisher:${owners.publishers[0].id}` : NEW_PUBLISHER)
  const [publisherName, setPublisherName] = useState('')
  const [mode, setMode] = useState('live')
  const [origins, setOrigins] = useState('')
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const once = useOnceKey([name, owner, publisherName, mode, origins, unticked])
  const onceOfPublisher = useOnceKey([publisherName])
  const kind = owner.slice(0, owner.indexOf(':'))
  const ownerId = owner.slice(owner.indexOf(':') + 1)
  const isBrowser = mode === 'browser' && kind === 'publisher'
  const offered = isBrowser ? BROWSER_SCOPES : SCOPES[kind]!
  // An operator's key is everything or one thing; the others hold all of theirs unless told otherwise.
  const scopes =
    kind === 'operator' && !unticked.includes('admin') ? ['admin'] : offered.filter((one) => !unticked.includes(one))

  const doing = useDoing(async () => {
    if (scopes.length === 0) throw new Error('Choose at least one thing that the key may do.')
    const isNew = owner === NEW_PUBLISHER
    const publisher = isNew
      ? await api.send<Publisher>('POST', 'publishers', { name: publisherName }, onceOfPublisher)
      : undefined
    const body = {
      name: name || null,
      mode: isBrowser || mode !== 'browser' ? mode : 'live',
      scopes,
      publisherId: kind === 'publisher' ? (publisher?.id ?? ownerId) : null,
      advertiserId: kind === 'advertiser' ? ownerId : null,
      ...(isBrowser && { origins: origins.split(/[\s,]+/).filter((one) => one !== '') }),
    }
    try {
      onDone(await api.send<IssuedKey>('POST', 'keys', body, once))
    } catch (error) {
      // Where the key is refused, its publisher is not left behind; where only the answer was lost, pressing again asks for both once more.
      if (publisher && error instanceof ApiError && error.status === 400) {
        await api.send('DELETE', `publishers/${publisher.id}`).catch(() => {})
        for (const key of [once, onceOfPublisher]) key.renew()
      }
      throw error
    }
  })
  const options: readonly Option[] = [
    ...byName(owners.publishers).map(({ id, name }) => [`publisher:${id}`, `Publisher ${isolated(name)}`] as const),
    [NEW_PUBLISHER, 'A new publisher'],
    ...byName(owners.advertisers).map(({ id, name }) => [`advertiser:${id}`, `Advertiser ${isolated(name)}`] as const),
    ['operator:', 'Operator'],
  ]
  return html`<${FormDialog} title="New key" action="Make key" doing=${doing} onClose=${onClose}>
    <${Input}
      label="Name"
      value=${name}
      maxLength=${200}
      onInput=${setName}
      placeholder="What it is for"
      autofocus=${true}
    />
    <${Select} label="Belongs to" value=${owner} options=${options} onChange=${setOwner} />
    ${
      owner === NEW_PUBLISHER &&
      html`<${Input}
        label="Name of the publisher"
        wire="name"
        required=${true}
        value=${publisherName}
        maxLength=${200}
        onInput=${setPublisherName}
        placeholder="Chat App"
        note="With the usual policy, which is changed on the page Publishers."
      />`
    }
    <${Select}
      label="Mode"
      value=${isBrowser || mode !== 'browser' ? mode : 'live'}
      options=${kind === 'publisher' ? MODES : MODES.slice(0, 2)}
      onChange=${setMode}
    />
    ${
      isBrowser &&
      html`<${TextArea}
        label="Origins"
        wire="origins"
        rows=${2}
        value=${origins}
        onInput=${setOrigins}
        placeholder="https://chat.example"
        note="Pages that may use it, one a line, exactly as the browser writes them."
      />`
    }
    <${Checks}
      label="It may"
      chosen=${scopes}
      options=${offered.map((scope) => [scope, scope] as const)}
      onChange=${(chosen: string[]) => setUnticked(offered.filter((one) => !chosen.includes(one)))}
    />
  <//>`
}
