// Reads the console from its folder: its TypeScript, beside the three libraries it imports. Types are taken off and texts
// packed when a file is first asked for, so that no decision waits for all of it.
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { extname, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { escapeMarkup } from './escape-markup.ts'

export interface ConsoleFiles {
  /** The page at `/console/`. */
  readonly page: { readonly body: Buffer; readonly etag: string; readonly contentPolicy: string }
  /** Changes whenever any file does; part of every address below the page, so that browsers may keep what they have. */
  readonly version: string
  /** By path, such as `pages/overview.ts`; undefined where there is none. */
  find(path: string): ConsoleFile | undefined
}

export interface ConsoleFile {
  readonly type: string
  readonly body: Buffer
  readonly gzipped: Buffer
}

const FOLDER = new URL('../../../console/', import.meta.url)

export interface PageValues {
  /** Public base without a slash at its end, from which the pictures of sample ads come. */
  readonly baseUrl: string
  readonly clockSpeed: number
  readonly currency: string
}

/** @throws the system's error, as a rejection, where a file cannot be read */
export async function readConsoleFiles({ baseUrl, clockSpeed, currency }: PageValues): Promise<ConsoleFiles> {
  const sources = await Array.fromAsync(glob('**/*.{ts,css,svg}', { cwd: FOLDER }), (path) => path.split(sep).join('/'))
  const urls = [
    ...sources.toSorted().map((path) => [path, new URL(path, FOLDER)] as const),
    ...Object.entries(LIBRARIES),
  ]
  const texts = new Map(
    await Promise.all(urls.map(async ([path, url]) => [path, await readFile(url, 'utf8')] as const)),
  )

  const made = new Map<string, ConsoleFile>() // as many as there are files
  const version = hashOf(JSON.stringify([...texts])).slice(0, 12)
  const assets = `./assets/${version}`
  const importMap = JSON.stringify({
    imports: Object.fromEntries(Object.entries(IMPORTS).map(([name, path]) => [name, `${assets}/${path}`])),
  })
  const values = { assets, importMap, baseUrl: escapeMarkup(baseUrl), clockSpeed: String(clockSpeed), currency }
  const template = await readFile(new URL('index.html', FOLDER), 'utf8')
  const html = template.replace(/\{\{(\w+)\}\}/g, (_, name: keyof typeof values) => values[name])
  return {
    page: { body: Buffer.from(html), etag: `"${hashOf(html).slice(0, 16)}"`, contentPolicy: contentPolicy(html) },
    version,
    find(path) {
      const text = texts.get(path)
      if (text === undefined) return undefined
      const file = made.get(path) ?? makeFile(path, text)
      made.set(path, file)
      return file
    },
  }
}

const IMPORTS = {
  preact: 'vendor/preact.js',
  'preact/hooks': 'vendor/preact-hooks.js',
  htm: 'vendor/htm.js',
  uplot: 'vendor/uplot.js',
}

const LIBRARIES = {
  'vendor/preact.js': new URL(import.meta.resolve('preact')),
  'vendor/preact-hooks.js': new URL(import.meta.resolve('preact/hooks')),
  'vendor/htm.js': new URL(import.meta.resolve('htm')),
  'vendor/uplot.js': new URL('uPlot.esm.js', import.meta.resolve('uplot')),
  'vendor/uplot.css': new URL('uPlot.min.css', import.meta.resolve('uplot')),
}

const TYPES: Readonly<Record<string, string>> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}

function makeFile(path: string, text: string): ConsoleFile {
  const body = Buffer.from(path.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
  return { type: TYPES[extname(path)]!, body, gzipped: gzipSync(body) }
}

/**
 * Nothing from elsewhere but pictures of ads, which the page asks for only when a person wants them. The one inline
 * script, the import map, is named by the hash of what stands between its tags.
 */
function contentPolicy(html: string): string {
  const [, map = ''] = /<script type="importmap">([^<]*)<\/script>/.exec(html) ?? []
  const mapHash = createHash('sha256').update(map).digest('base64')
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${mapHash}'`,
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' https: http:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
