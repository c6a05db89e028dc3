// The feed of a campaign: where its ads are fetched from, what came of that last, and having them fetched now.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { isolated, timeHere } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing, useLoad } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Button, Input, Select, type Option } from '../parts/controls.ts'
import { FormDialog, useOpen } from '../parts/dialog.ts'
import { Problem, When } from '../parts/states.ts'
import type { Campaign, Feed as FeedTerms, ImportResult } from '../shapes.ts'
import { MissingAds, Outcome } from './import-file.ts'

interface FeedState extends FeedTerms {
  readonly state: 'fetching' | 'due' | 'waiting'
  readonly nextAt: string
  readonly last?: {
    readonly at: string
    readonly outcome: 'imported' | 'failed'
    readonly message?: string
    readonly result?: ImportResult
  }
}

/** How often it is asked for while it is fetched. */
const LOOK_MS = 2_000

interface FeedProps {
  readonly api: Api
  readonly campaign: Campaign
  /** Nothing of it changes any more. */
  readonly isFixed: boolean
  /** @param campaign as it was changed */
  readonly onChanged: (campaign: Campaign) => void
  /** Its ads may be others now. */
  readonly onFetched: () => void
}

/** Nothing where the campaign has none. */
export function Feed({ api, campaign, isFixed, onChanged, onFetched }: FeedProps): Element {
  if (campaign.feed === undefined || isFixed) return null
  return html`<section class="card">
    <${Standing} api=${api} campaign=${campaign} onChanged=${onChanged} onFetched=${onFetched} />
  </section>`
}

function Standing({ api, campaign, onChanged, onFetched }: Omit<FeedProps, 'isFixed'>): Element {
  const [open, setOpen, close] = useOpen<'change' | 'stop'>()
  const path = `campaigns/${encodeURIComponent(campaign.id)}`
  const loaded = useLoad((signal) => api.get<FeedState>(`${path}/feed`, signal), [campaign])
  const feed = loaded.value
  const isAwaited = feed !== undefined && feed.state !== 'waiting'
  const lastAt = feed?.last?.at
  useEffect(() => {
    if (!isAwaited) return
    const timer = setInterval(loaded.reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [isAwaited])
  const seen = useRef<{ readonly lastAt: string | undefined } | undefined>(undefined)
  useEffect(() => {
    if (feed === undefined) return
    if (seen.current !== undefined && seen.current.lastAt !== lastAt) onFetched()
    seen.current = { lastAt }
  }, [feed === undefined, lastAt])
  const doing = useDoing(async () => {
    await api.send('POST', `${path}/feed/fetch`)
    loaded.reload()
  })
  const stopping = useDoing(async () => {
    const changed = await api.send<Campaign>('PATCH', path, { feed: null })
    close()
    onChanged(changed)
  })
  return html`<div class="card-head">
      <h2>Feed</h2>
      <div class="actions">
        <${Button} busy=${doing.busy || isAwaited} onPress=${() => doing.run()}>Fetch now<//>
        <${Button} label="Change the feed" onPress=${() => setOpen('change')}>Change<//>
        <${Button} onPress=${() => setOpen('stop')}>Stop fetching<//>
      </div>
    </div>
    <${Problem} text=${doing.fault} />
    <${When} loaded=${loaded} lines=${2}>
      ${(now: FeedState) => html`
        <p>
          <bdi class="mono">${now.url}</bdi>, ${rhythmOf(now)}.${' '}
          ${isAwaited ? 'It is being fetched …' : `Next ${timeHere(now.nextAt)}.`}
        </p>
        ${now.last && html`<p class=${now.last.outcome === 'failed' ? 'notice bad' : 'note'}>${lastInWords(now.last)}</p>`}
        ${now.last?.result && html`<${Outcome} result=${now.last.result} />`}
      `}
    <//>
    ${
      open === 'stop' &&
      html`<${FormDialog} title="Stop fetching?" action="Stop" doing=${stopping} onClose=${close}>
        <p>Its address and rhythm are forgotten. The ads stay as they are.</p>
      <//>`
    }
    ${open === 'change' && html`<${FeedForm} api=${api} campaign=${campaign} onDone=${onChanged} onClose=${close} />`}`
}

function rhythmOf({ format, everyHours }: FeedState): string {
  const read = format === undefined ? '' : `read as ${nameOf(format)}, `
  return `${read}every ${everyHours === 1 ? 'hour' : `${everyHours} hours`}`
}

function lastInWords({ at, outcome, message = '' }: NonNullable<FeedState['last']>): string {
  if (outcome === 'imported') return `Fetched ${timeHere(at)}.`
  return `Not fetched ${timeHere(at)}: ${isolated(message)}. No ads were archived; it is tried again.`
}

interface FeedFormProps {
  readonly api: Api
  readonly campaign: Campaign
  /** @param campaign as it was changed */
  readonly onDone: (campaign: Campaign) => void
  readonly onClose: () => void
}

export function FeedForm({ api, campaign, onDone, onClose }: FeedFormProps): Element {
  const { feed } = campaign
  const [url, setUrl] = useState(feed?.url ?? '')
  const [everyHours, setEveryHours] = useState(String(feed?.everyHours ?? 24))
  const [format, setFormat] = useState<string>(feed?.format ?? '')
  const [missing, setMissing] = useState(missingOf(feed))
  const once = useOnceKey([url, everyHours, format, missing])
  const doing = useDoing(async () => {
    const change = {
      url: url.trim(),
      everyHours: Number(everyHours),
      ...(format !== (feed?.format ?? '') && { format: format || null }),
      ...(missing !== missingOf(feed) && MISSING_ON_WIRE[missing]),
    }
    const path = `campaigns/${encodeURIComponent(campaign.id)}`
    const changed = await api.send<Campaign>('PATCH', path, { feed: change }, once)
    onClose()
    onDone(changed)
  })
  return html`<${FormDialog} title="Fetch ads from a URL" action="Save" doing=${doing} onClose=${onClose}>
    <${Input}
      label="URL"
      wire="feed.url"
      required=${true}
      value=${url}
      onInput=${setUrl}
      placeholder="https://shop.example/feed.xml"
      autofocus=${true}
      note="NDJSON, CSV with a header row, or a product feed as for Google Merchant, packed with gzip or not. It is fetched at once."
    />
    <${Select}
      label="Format"
      wire="feed.format"
      value=${format}
      options=${FORMATS}
      onChange=${setFormat}
      note="Its host says it with the content type, or its name does (.ndjson, .csv, .tsv, .xml). Choose here where neither does, or what they say is wrong."
    />
    <${Input}
      label="Every so many hours"
      wire="feed.everyHours"
      required=${true}
      type="number"
      min="1"
      max="168"
      value=${everyHours}
      onInput=${setEveryHours}
    />
    <${MissingAds} value=${missing} onChange=${setMissing} />
  <//>`
}

/** By their names in the API. */
const FORMATS: readonly Option[] = [
  ['', 'As its host or its name says'],
  ['ndjson', 'NDJSON'],
  ['csv', 'CSV'],
  ['merchant-tsv', 'TSV, as for Google Merchant'],
  ['merchant-xml', 'XML, as for Google Merchant'],
]

/** In few letters. */
function nameOf(format: string): string {
  return (FORMATS.find(([value]) => value === format)?.[1] ?? format).split(',')[0]!
}

const MISSING_ON_WIRE: Readonly<Record<string, object>> = {
  keep: { missing: 'keep' },
  archive: { missing: 'archive', missingMax: 50 },
  all: { missing: 'archive', missingMax: 100 },
}

function missingOf(feed: Campaign['feed']): string {
  if (feed === undefined || feed.missing === 'keep') return 'keep'
  return feed.missingMax > 50 ? 'all' : 'archive'
}
