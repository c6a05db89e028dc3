// The readable API pages, drawn on the server from the same description that machines read. No script, nothing from outside.
import { REQUEST_LIMITS } from '../../domain/ad-request.ts'
import { ERROR_TABLE } from '../../doors/errors.ts'
import { clockNotice } from './clock-notice.ts'
import { escapeMarkup as html } from './escape-markup.ts'
import type { Operation } from '../openapi.ts'
import { accessText, errorSchema, type RouteExample } from '../schemas/common.ts'

export interface PageConfig {
  /** Public base without a slash at its end; the examples are written for it. */
  readonly baseUrl: string
  /** How many times as fast as real time service time runs. */
  readonly clockSpeed: number
}

export function renderDocsPage({ baseUrl, clockSpeed }: PageConfig, operations: readonly Operation[]): string {
  const groups = Map.groupBy(operations, ({ schema }) => schema.tags?.[0] ?? 'Other')
  const nav = [...groups].map(([group, members]) => navGroup(group, members)).join('')
  const body = [...groups].map(
    ([group, members]) => `<h2>${html(group)}</h2>${members.map((one) => operationSection(baseUrl, one)).join('')}`,
  )
  return page(
    'Aside API',
    `<div class="columns"><nav><a href="${html(baseUrl)}/"><b>Aside</b></a>
<label><input type="checkbox"> Show the index</label>
<div class="index">${nav}<h3>Also</h3><a href="#errors">Errors</a>
<a href="${html(baseUrl)}/openapi.json">openapi.json</a></div></nav>
<main><h1>Aside API</h1>${clockNotice(clockSpeed)}${intro(baseUrl)}${body.join('')}${errorSection()}</main></div>`,
  )
}

export function renderHomePage({ baseUrl, clockSpeed }: PageConfig): string {
  const base = html(baseUrl)
  return page(
    'Aside',
    `<main><h1>Aside</h1>${clockNotice(clockSpeed)}
<p>This server decides which ads fit a conversation with an assistant, and answers within milliseconds.</p>
<ul><li><a href="${base}/docs">API pages</a> and <a href="${base}/openapi.json">openapi.json</a></li>
<li><a href="${base}/console">Console</a>: inventory, reports and a playground</li>
<li><a href="${base}/api/v1/limits">Limits</a>, <a href="${base}/readyz">readiness</a>, <a href="${base}/metrics">metrics</a></li></ul>
<p>A first request, with your key in <code>KEY</code>:</p>${curl(baseUrl, 'POST', '/api/v1/ads/request', {
      name: '',
      body: {
        conversationContext: { query: 'quiet laptop for trains' },
        slots: [{ slotId: 'main', format: 'action_card' }],
      },
    })}</main>`,
  )
}

function intro(baseUrl: string): string {
  return `<p>Base address: <code>${html(baseUrl)}</code>. Bodies are JSON in UTF-8, at most ${REQUEST_LIMITS.bodyBytes / 1_024} KiB and
${REQUEST_LIMITS.jsonDepth} levels deep. Unknown fields are ignored, <code>null</code> is the same as absent.</p>
<p>Send your key as <code>Authorization: Bearer KEY</code> or <code>X-API-Key: KEY</code>. Every answer carries <code>X-Request-Id</code>.
The examples run where <code>KEY</code> holds a key that may; an id that ends in <code>…</code> stands for one of yours.</p>`
}

function navGroup(group: string, members: readonly Operation[]): string {
  const links = members.map(
    (one) => `<a href="#${anchor(one)}">${html(one.schema.summary ?? `${one.method} ${one.path}`)}</a>`,
  )
  return `<h3>${html(group)}</h3>${links.join('')}`
}

function operationSection(baseUrl: string, operation: Operation): string {
  const { method, path, schema } = operation
  const access = schema.access ?? 'key'
  const needs = accessText(access, (scope) => `<code>${scope}</code>`)
  return `<section id="${anchor(operation)}"><h3>${html(schema.summary ?? path)}</h3>
<p class="address"><b>${html(method)}</b> <code>${html(path)}</code></p>
<p>${prose(schema.description ?? '')} ${needs}</p>
${fieldTable('Query', schema.querystring)}${fieldTable('Body', schema.describedBody ?? schema.body)}${answers(schema.response)}
${(schema.examples ?? []).map((example) => curl(baseUrl, method, path, example, access !== 'open')).join('')}</section>`
}

function answers(response: unknown): string {
  return Object.entries((response ?? {}) as Record<string, unknown>)
    .map(([status, schema]) => fieldTable(`Answer ${status}`, schema))
    .join('')
}

function curl(baseUrl: string, method: string, path: string, example: RouteExample, withKey = true): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${baseUrl}${example.path ?? path}'`]
  if (withKey) lines.push('-H "Authorization: Bearer $KEY"')
  if (example.body !== undefined) {
    lines.push(`-H 'Content-Type: ${example.type ?? 'application/json'}'`)
    const body = typeof example.body === 'string' ? example.body : JSON.stringify(example.body, null, 2)
    // Inside single quotes a shell takes everything as it is, but for the quote itself.
    lines.push(`--data-binary '${body.replaceAll("'", "'\\''")}'`)
  }
  const title =
    example.name === '' ? '' : `<h4>${html(example.name)}${example.status ? ` (${example.status})` : ''}</h4>`
  return `${title}<pre><code>${html(lines.join(' \\\n  '))}</code></pre>`
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly [keyword: string]: unknown
}

function fieldTable(title: string, schema: unknown): string {
  const rows = fieldRows(schema as Schema | undefined, '')
  if (rows.length === 0) return ''
  return `<details${title === 'Body' ? ' open' : ''}><summary>${html(title)}</summary>${table(['Field', 'Type', 'Limits and notes'], rows, 'fields')}</details>`
}

function fieldRows(schema: Schema | undefined, prefix: string): string[] {
  const object = schema && concrete(schema)
  return Object.entries(object?.properties ?? {}).flatMap(([name, given]) => {
    const field = concrete(given)
    const note = field.description ?? given.description
    const path = prefix + name
    const required = object?.required?.includes(name) ? ' <b>required</b>' : ''
    const row = `<tr><td><code>${html(path)}</code>${required}<td>${html(typeOf(given))}<td>${prose([note, boundsOf(field)].filter(Boolean).join(' '))}</tr>`
    const inner = field.items ? fieldRows(field.items, `${path}[].`) : fieldRows(field, `${path}.`)
    return [row, ...inner]
  })
}

/** The one form of a field that may also be null. */
function concrete(schema: Schema): Schema {
  const forms = schema.anyOf?.filter((form) => form.type !== 'null') ?? []
  return forms.length === 1 ? concrete(forms[0]!) : schema
}

/** With "or null" at its end where that may be. */
function typeOf(schema: Schema): string {
  if (schema.anyOf)
    return alternatives(
      schema.anyOf.map((form) => (form.const === undefined ? typeOf(form) : JSON.stringify(form.const))),
    )
  const types = [schema.type ?? []]
    .flat()
    .map((type) => (type === 'array' && schema.items ? `${typeOf(concrete(schema.items))}[]` : type))
  return types.length === 0 ? 'any' : alternatives(types)
}

function alternatives(types: readonly string[]): string {
  const some = new Set(types.filter((type) => type !== 'null'))
  return [...some, ...(types.includes('null') ? ['null'] : [])].join(' or ')
}

function boundsOf(schema: Schema): string {
  const bounds: string[] = []
  if (Array.isArray(schema.enum)) bounds.push(`One of ${schema.enum.join(', ')}.`)
  if (Array.isArray(schema.items?.enum)) bounds.push(`Each one of ${schema.items.enum.join(', ')}.`)
  if (schema.minimum !== undefined || schema.maximum !== undefined)
    bounds.push(`From ${schema.minimum ?? '−∞'} to ${schema.maximum ?? '∞'}.`)
  if (schema.maxLength !== undefined) bounds.push(`At most ${schema.maxLength} characters.`)
  if (schema.maxItems !== undefined) bounds.push(`At most ${schema.maxItems} items.`)
  if (schema.default !== undefined) bounds.push(`Default ${JSON.stringify(schema.default)}.`)
  return bounds.join(' ')
}

function errorSection(): string {
  const rows = Object.entries(ERROR_TABLE).map(
    ([code, { status, recovery }]) => `<tr><td>${status}<td><code>${code}</code><td>${recovery}</tr>`,
  )
  const fields = Object.keys(errorSchema.properties.error.properties).map((name) => `"${name}"`)
  return `<section id="errors"><h2>Errors</h2><p>Every error has the body <code>{"error": {${fields.join(', ')}}, "requestId"}</code>.
<i>correctable</i>: mend the request; <i>transient</i>: try again later; <i>terminal</i>: do not try again with this key.</p>
${table(['Status', 'Code', 'Recovery'], rows)}</section>`
}

/** Scrolls by itself where it is wider than the screen; one of fields has its cells below each other there. */
function table(head: readonly string[], rows: readonly string[], kind = 'few'): string {
  return `<div class="wide" tabindex="0"><table class="${kind}"><tr>${head.map((name) => `<th>${name}`).join('')}</tr>${rows.join('')}</table></div>`
}

function anchor({ method, path }: Operation): string {
  return `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}

/** Sentences in which words between backticks are code. */
function prose(text: string): string {
  return html(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: light-dark(#0b57d0, #8ab4f8) }
body { margin: 0; font: 15px/1.55 system-ui, sans-serif }
main { max-width: 56rem; padding: 1rem 2rem 4rem; min-width: 0 }
.columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.2rem; box-sizing: border-box; border-right: 1px solid var(--line) }
nav a { display: block; padding: .15rem 0; text-decoration: none }
nav h3 { margin: 1rem 0 .2rem; font-size: .8rem; text-transform: uppercase; opacity: .7 }
a { color: var(--link) }
section { padding-top: .5rem; border-top: 1px solid var(--line); margin-top: 1.5rem }
code, pre { font: 13px/1.5 ui-monospace, monospace }
pre { background: var(--soft); padding: .8rem; overflow: auto; border-radius: 6px }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line) }
details { margin: .6rem 0 } summary { cursor: pointer; font-weight: 600 }
nav label { display: none }
.wide { overflow-x: auto }
@media (max-width: 50rem) {
  .columns { display: block } main { padding: 1rem 1rem 4rem }
  nav { position: static; height: auto; padding: .8rem 1rem; border: 0; border-bottom: 1px solid var(--line) }
  nav label { display: block } nav:not(:has(:checked)) .index { display: none }
  p code, td code { overflow-wrap: anywhere }
  .fields, .fields tbody, .fields tr, .fields td { display: block }
  .fields th { display: none } .fields td { border: 0; padding: 0 } .fields tr { border-bottom: 1px solid var(--line); padding: .4rem 0 }
}
`
