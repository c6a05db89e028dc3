// Sends a file of ads to a campaign, shows how far it is, and names the lines that were left out.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { count, percent } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { Button, Field, Select } from '../parts/controls.ts'
import { Dialog } from '../parts/dialog.ts'
import { saveAs } from '../parts/file.ts'
import { Problem } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { ImportResult } from '../shapes.ts'

interface ImportFileProps {
  readonly api: Api
  readonly campaignId: string
  /** Also where it broke off: what came before is kept. */
  readonly onImported: () => void
  readonly onClose: () => void
}

const TYPES: Readonly<Record<string, string>> = {
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/tab-separated-values',
  xml: 'application/xml',
  rss: 'application/xml',
}

/** What becomes of ads that are not in the file, and how the service is asked for it. */
const MISSING: Readonly<Record<string, { readonly name: string; readonly query: string }>> = {
  keep: { name: 'Stay as they are', query: '' },
  archive: { name: 'Archived, if no more than half of all', query: '&missing=archive' },
  all: { name: 'Archived, however many', query: '&missing=archive&missingMax=100' },
}

export function ImportFile({ api, campaignId, onImported, onClose }: ImportFileProps): Element {
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState('keep')
  const [sent, setSent] = useState(0)
  const [result, setResult] = useState<ImportResult>()
  const sending = useRef<AbortController | undefined>(undefined)
  const doing = useDoing(async () => {
    setResult(undefined)
    if (file === undefined) throw new Error('Choose a file first.')
    const type = TYPES[file.name.split('.').at(-1)!.toLowerCase()]
    if (type === undefined) throw new Error(`The name should end in one of .${Object.keys(TYPES).join(', .')}.`)
    setSent(0)
    const path = `ads/import?campaign=${encodeURIComponent(campaignId)}${MISSING[missing]!.query}`
    const { signal } = (sending.current = new AbortController())
    try {
      setResult(await api.upload<ImportResult>(path, file, type, setSent, signal))
    } finally {
      onImported()
    }
  })
  const stop = () => sending.current?.abort(new Error('Canceled. The ads that had arrived by then are kept.'))
  useEffect(() => stop, [])
  const submit = (event: Event) => {
    event.preventDefault()
    void doing.run()
  }
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }) => setFile(currentTarget.files?.[0])
  return html`<${Dialog} title="Import ads" onClose=${onClose}>
    <form class="stack" onSubmit=${submit}>
      <${Field}
        label="File"
        note="NDJSON, CSV with a header row, or a product feed as for Google Merchant (CSV, TSV or XML). Ads are found again by their id; a bad line never stops the good ones."
      >
        ${(bound: object) =>
          html`<input
            ...${bound}
            type="file"
            accept=${Object.keys(TYPES)
              .map((end) => `.${end}`)
              .join()}
            onChange=${choose}
          />`}
      <//>
      <${MissingAds} value=${missing} onChange=${setMissing} />
      ${
        doing.busy &&
        html`<div class="progress-line" role="status">
          <progress max="1" value=${sent}></progress>
          <span>${sent < 1 ? `${percent(sent)} sent` : 'Sent; reading what is left …'}</span>
        </div>`
      }
      <${Problem} text=${doing.fault} />
      ${result && html`<${Outcome} result=${result} />`}
      <footer>
        <${Button} onPress=${doing.busy ? stop : onClose}>${result ? 'Done' : 'Cancel'}<//>
        <${Button} submit kind="primary" busy=${doing.busy}>Import<//>
      </footer>
    </form>
  <//>`
}

interface MissingAdsProps {
  /** One of `MISSING`. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Says what becomes of ads that a file does not name. */
export function MissingAds({ value, onChange }: MissingAdsProps): Element {
  return html`<${Select}
    label="Ads that it does not name"
    value=${value}
    options=${Object.entries(MISSING).map(([key, { name }]) => [key, name])}
    note="For a feed of all ads of the campaign. Ads without an id of yours always stay."
    onChange=${onChange}
  />`
}

const SHOWN_MAX = 100

/** For whoever makes the file. What stands in it is somebody else's, and no formula of a spreadsheet. */
function faultsAsCsv(errors: ImportResult['errors']): Blob {
  const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  const rows = errors.map(({ line, externalId = '', title = '', field, column = field, message }) => [
    String(line),
    ...[externalId, title, field, column, message].map(cell),
  ])
  const text = [['line', 'id', 'title', 'field', 'column', 'message'], ...rows]
    .map((row) => `${row.join()}\r\n`)
    .join('')
  return new Blob([text], { type: 'text/csv' })
}

/** What became of a file. */
export function Outcome({ result }: { result: ImportResult }): Element {
  const { imported, updated, unchanged, archived, rejected, pending, errors, errorsTruncated, warnings, review } =
    result
  const ignored = warnings.filter(({ code }) => code === 'unknown_field')
  const columns = [
    { name: 'Line', right: true, of: (one: ImportResult['errors'][number]) => count(one.line) },
    { name: 'Ad', of: ({ externalId, title }: ImportResult['errors'][number]) => externalId ?? title ?? '' },
    { name: 'Field', of: (one: ImportResult['errors'][number]) => html`<code>${one.column ?? one.field}</code>` },
    { name: 'What is wrong', of: (one: ImportResult['errors'][number]) => one.message },
  ]
  return html`<div class="stack" role="status">
    <dl class="outcome">
      <div>
        <dt>New</dt>
        <dd>${count(imported)}</dd>
      </div>
      <div>
        <dt>Changed</dt>
        <dd>${count(updated)}</dd>
      </div>
      <div>
        <dt>As before</dt>
        <dd>${count(unchanged)}</dd>
      </div>
      ${
        archived > 0 &&
        html`<div>
          <dt>Archived</dt>
          <dd>${count(archived)}</dd>
        </div>`
      }
      <div class=${rejected > 0 ? 'bad' : ''}>
        <dt>Left out</dt>
        <dd>${count(rejected)}</dd>
      </div>
    </dl>
    ${review === 'pending' && imported + updated > 0 && html`<p class="note">New and changed ads are shown once they are approved.</p>`}
    ${review !== 'pending' && pending > 0 && html`<p class="note">Of these, ${count(pending)} ${pending === 1 ? 'waits' : 'wait'} until an operator approves ${pending === 1 ? 'it' : 'them'}.</p>`}
    ${
      ignored.length > 0 &&
      html`<p class="note">Ignored, since ads have no such field: ${ignored.map(({ field }) => field).join(', ')}</p>`
    }
    ${warnings.map(({ code, message }) => code !== 'unknown_field' && html`<p class="note">${message}</p>`)}
    ${
      errors.length > 0 &&
      html`<${Table}
        label="Lines left out"
        columns=${columns}
        rows=${errors.slice(0, SHOWN_MAX)}
        keyOf=${(one: ImportResult['errors'][number]) => `${one.line} ${one.field} ${one.message}`}
      />`
    }
    ${
      errors.length > 0 &&
      html`<p class="note">
        ${(errorsTruncated || errors.length > SHOWN_MAX) && `The first ${count(Math.min(SHOWN_MAX, errors.length))} are shown. `}
        <button type="button" class="link" onClick=${() => saveAs(faultsAsCsv(errors), 'lines-left-out.csv')}>
          Download ${errorsTruncated ? `the first ${count(errors.length)}` : 'them'} as CSV
        </button>
      </p>`
    }
  </div>`
}
