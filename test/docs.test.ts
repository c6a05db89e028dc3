// Keeps the reference pages true to the code: settings, errors, reasons, commands, figures, and every link between pages.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { DEFAULT_RATE_LIMIT, OPERATOR_RATE_LIMIT } from '../src/actions/keys/authenticate.ts'
import { createProgram } from '../src/cli/program.ts'
import { createTerminal } from '../src/cli/terminal.ts'
import { SETTINGS } from '../src/config.ts'
import { parseKeyRing } from '../src/base/signature.ts'
import { CANDIDATE_STOPS, NO_FILL_CODES } from '../src/domain/decision.ts'
import { IGNORE_REASONS } from '../src/domain/ledger-event.ts'
import { formatMicros } from '../src/domain/money.ts'
import { AD_LABELS } from '../src/domain/ad-label.ts'
import { DEFAULT_POLICY, SLOT_FORMATS } from '../src/domain/publisher.ts'
import { DEFAULT_MIN_CHANCE, DEFAULT_MIN_RELEVANCE, DEFAULT_MIN_SHARE_OF_BEST } from '../src/engine/match/relevance.ts'
import { SENSITIVE_CATEGORIES } from '../src/engine/understand/sensitive-lexicon.ts'
import { ERROR_TABLE } from '../src/doors/errors.ts'
import { SENTENCES } from '../src/http/schemas/delivery.ts'
import { createMetrics } from '../src/metrics.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('docs/configuration.md lists every setting as the code has it, and no other', () => {
  const wanted = Object.values(SETTINGS).map((row) => {
    const standard = ('defaultText' in row && row.defaultText) || JSON.stringify(row.default)
    return `| \`${row.env}\` | ${standard.replace(/^"(.*)"$/, '$1')} | ${row.why} |`
  })
  const found = rowsOf('docs/configuration.md').filter((row) => /^\| `[A-Z_]+` \|/.test(row))
  assert.deepEqual(found, wanted, `the table should read:\n${wanted.join('\n')}`)
})

test('docs/errors.md lists every error code with its status and what a caller can do', () => {
  const wanted = Object.entries(ERROR_TABLE).map(([code, { status, recovery }]) => `${status} ${code} ${recovery}`)
  const found = rowsOf('docs/errors.md').flatMap((row) => {
    const [, status, code, recovery] = /^\| (\d{3}) \| `(\w+)` \| (\w+) \|/.exec(row) ?? []
    return status ? [`${status} ${code} ${recovery}`] : []
  })
  assert.deepEqual(found.toSorted(), wanted.toSorted())
})

test('the pages say of a signing key what the code takes', () => {
  const ring = (id: number, bytes: number) => `${id}:${Buffer.alloc(bytes, 7).toString('base64url')}`
  assert.equal(parseKeyRing(`${ring(255, 16)},${ring(0, 16)}`).length, 2)
  for (const refused of [ring(256, 16), ring(1, 15), `${ring(1, 16)},${ring(1, 17)}`])
    assert.throws(() => parseKeyRing(refused))
  for (const page of ['docs/configuration.md', 'docs/tracking.md']) {
    assert.match(read(page), /an id \(0–255, each once\), a colon, and at least 16\s+random bytes in\s+base64url/, page)
  }
})

test('docs/http-api.md says how fast a key may send, and the operator key', () => {
  const page = read('docs/http-api.md').replace(/\s+/g, ' ')
  assert.ok(page.includes(`Each key may send ${DEFAULT_RATE_LIMIT} requests a second`))
  assert.ok(page.includes(`printed) may send ${OPERATOR_RATE_LIMIT.toLocaleString('en')}.`))
})

test('README and CONTRIBUTING say which Node starts it and which one production needs', () => {
  const { engines, devDependencies } = JSON.parse(read('package.json'))
  assert.equal(engines.node, '>=24')
  assert.ok(devDependencies.node.startsWith('24.'), 'Node 24 comes as a development dependency')
  for (const page of ['README.md', 'CONTRIBUTING.md']) {
    for (const words of [/Node 20 and npm are enough to start/, /EBADENGINE/, /what production needs\b.*\b24\b/])
      assert.match(read(page), words, page)
  }
})

test('CONTRIBUTING lists every script', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const found = rowsOf('CONTRIBUTING.md').flatMap((row) => /^\| `npm (?:run )?(\w+)/.exec(row)?.[1] ?? [])
  assert.deepEqual(found.toSorted(), scripts.toSorted())
})

test('docs/concepts.md says every reason for showing fewer ads, with its code', () => {
  const wanted = Object.entries(NO_FILL_CODES).map(([reason, code]) => `${code} ${reason}`)
  const found = rowsOf('docs/concepts.md').flatMap((row) => {
    const [, code, reason] = /^\| (\d+) \| `(\w+)` \| \S/.exec(row) ?? []
    return code ? [`${code} ${reason}`] : []
  })
  assert.deepEqual(found, wanted)
})

test('docs/concepts.md says every reason that concerns a single ad', () => {
  const section = sectionOf('docs/concepts.md', 'Why a slot stays empty')
  const found = [...section.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, reason]) => reason)
  assert.deepEqual(found, [...CANDIDATE_STOPS])
})

test('docs/delivery.md says every reason why a campaign cannot serve', () => {
  const rows = sectionOf('docs/delivery.md', 'Why a campaign does not serve').match(/^\| `.*$/gm) ?? []
  const found = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, code]) => code))
  assert.deepEqual(found.toSorted(), Object.keys(SENTENCES).toSorted())
})

test('docs/concepts.md says every reason for not counting an event', () => {
  const section = sectionOf('docs/concepts.md', 'Why an event is not counted')
  const found = [...section.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, reason]) => reason)
  assert.deepEqual(found.toSorted(), IGNORE_REASONS.toSorted())
})

test('docs/cli.md describes every command with each of its options, and no other', () => {
  const program = createProgram(createTerminal({ env: {}, json: false }))
  const commands = leavesOf(program)
  assert.ok(commands.length >= 10)
  const headings = [...read('docs/cli.md').matchAll(/^##+ `(aside [^`]+)`/gm)].map(([, name]) => name!)
  assert.deepEqual(headings.toSorted(), commands.map(({ path }) => path).toSorted())
  for (const { path, command } of commands) {
    const section = sectionOf('docs/cli.md', `\`${path}\``)
    for (const option of command.options) {
      assert.ok(section.includes(`\`${option.flags}\``), `docs/cli.md leaves out ${option.flags} of ${path}`)
    }
    for (const [flags] of section.matchAll(/`--[a-z-]+[^`]*`/g)) {
      const known = [...command.options, ...program.options].some((option) => `\`${option.flags}\`` === flags)
      assert.ok(known, `docs/cli.md gives ${path} the option ${flags}, which it does not have`)
    }
  }
})

test('docs/operating.md lists every figure of the service', async () => {
  const metrics = createMetrics({ processFigures: false })
  metrics.watch(Object.fromEntries(metrics.gaugeNames.map((name) => [name, () => 0])))
  const wanted = metrics.registry.getMetricsAsArray().map(({ name }) => name)
  const found = rowsOf('docs/operating.md').flatMap((row) => /^\| `(aside_\w+)/.exec(row)?.[1] ?? [])
  assert.deepEqual(found.toSorted(), wanted.toSorted())
})

test('docs/http-api.md lists every field of a policy with its default, every sensitive topic and every label', () => {
  const section = sectionOf('docs/http-api.md', 'A publisher')
  const { floorMicros, ...policy } = DEFAULT_POLICY
  const defaults = { minRelevance: undefined, ...policy, floor: formatMicros(floorMicros) }
  const wanted = Object.entries(defaults).map(([field, value]) => `${field} ${JSON.stringify(value) ?? 'none'}`)
  const found = [...section.matchAll(/^\| `(\w+)` \|[^|]+\| `?([^|`]+?)`?(?:: all)? \|/gm)].map(
    ([, field, value]) => `${field} ${value}`,
  )
  assert.deepEqual(found.toSorted(), wanted.toSorted())
  assert.ok(
    section.includes(
      `${DEFAULT_MIN_RELEVANCE} where none is set. Unless it is set to ${DEFAULT_MIN_RELEVANCE} or less, it also needs a fifth`,
    ),
  )
  assert.equal(DEFAULT_MIN_SHARE_OF_BEST, 1 / 5)
  assert.ok(section.includes(`(its relevance) is below ${DEFAULT_MIN_CHANCE}:`))
  const [, topics = ''] = /^Topics: ([^.]+)\./m.exec(section) ?? []
  assert.deepEqual(
    [...topics.matchAll(/`(\w+)`/g)].map(([, topic]) => topic),
    [...SENSITIVE_CATEGORIES],
  )
  const [, labels = ''] = /^Labels: ([^.]+)\./m.exec(section) ?? []
  const told = [...labels.matchAll(/`(\w+)` ([^,]+)/g)].map(([, code, label]) => [code, label!.trim()])
  assert.deepEqual(Object.fromEntries(told), AD_LABELS)
})

test('the pages of every door name every format of a slot', () => {
  for (const page of ['docs/http-api.md', 'docs/mcp.md', 'docs/adcp.md', 'docs/cli.md']) {
    for (const format of SLOT_FORMATS) assert.ok(read(page).includes(`\`${format}\``), `${page} leaves out ${format}`)
  }
})

test('docs/mcp.md names the release of the Inspector that is tested', () => {
  const [, named] = /@modelcontextprotocol\/inspector@(\S+)/.exec(read('docs/mcp.md')) ?? []
  assert.equal(named, JSON.parse(read('test/clients/package.json')).dependencies['@modelcontextprotocol/inspector'])
})

test('docs/console.md lists every page of the console, and docs/first-campaign.md names no other', () => {
  const pages = [...read('console/app.ts').matchAll(/\{ path: '\w+', name: '(\w+)'/g)].map(([, name]) => name!)
  assert.ok(pages.length >= 10, `only ${pages.length} pages were seen`)
  const listed = rowsOf('docs/console.md').map((row) => /^\| (\w+) \|/.exec(row)?.[1])
  assert.deepEqual(
    listed.filter((name) => name !== undefined && name !== 'Page'),
    pages,
  )
  const [, named = ''] = /by hand: (.*) at `\/console`/.exec(read('docs/first-campaign.md')) ?? []
  const names = [...named.matchAll(/\*(\w+)\*/g)].map(([, name]) => name!)
  assert.ok(names.length > 0)
  assert.deepEqual(
    names.filter((name) => !pages.includes(name)),
    [],
  )
})

test('links between pages lead to pages and headings that exist', () => {
  const pages = globSync('**/*.md', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|data|\.git)(\/|$)/.test(path),
  })
  const links = pages.flatMap(linksOf)
  assert.ok(pages.length >= 8, `only ${pages.length} pages were seen`)
  assert.ok(links.length >= 20, `only ${links.length} links were seen`)
  const broken = links.filter(({ page, to }) => !leadsSomewhere(page, to)).map(({ page, to }) => `${page} -> ${to}`)
  assert.deepEqual(broken, [])
})

test('the check of links names one that leads nowhere', () => {
  assert.equal(leadsSomewhere('docs/cli.md', 'no-such-page.md'), false)
  assert.equal(leadsSomewhere('docs/cli.md', 'operating.md#no-such-heading'), false)
  assert.equal(leadsSomewhere('docs/cli.md', 'operating.md#backups'), true)
})

function rowsOf(page: string): string[] {
  return read(page)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replace(/ +/g, ' ').trim())
}

/** Text under a heading up to the next one of the same depth or less. */
function sectionOf(page: string, heading: string): string {
  const lines = read(page).split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '').startsWith(heading))
  assert.ok(start >= 0, `${page} has no heading "${heading}"`)
  const depth = lines[start]!.indexOf(' ')
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= depth)
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n')
}

function leavesOf(command: Command, parents: readonly string[] = []): { path: string; command: Command }[] {
  const path = [...parents, command.name()]
  if (command.commands.length === 0) return [{ path: path.join(' '), command }]
  return command.commands.flatMap((child) => leavesOf(child, path))
}

function linksOf(page: string): { page: string; to: string }[] {
  const prose = read(page)
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, to]) => ({ page, to: to! }))
  return found.filter(({ to }) => !/^[a-z]+:/i.test(to))
}

function leadsSomewhere(page: string, to: string): boolean {
  const [path = '', anchor] = to.split('#')
  const target = path === '' ? join(ROOT, page) : resolve(ROOT, dirname(page), path)
  if (!existsSync(target)) return false
  if (anchor === undefined || !target.endsWith('.md')) return true
  return [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].some(([, heading]) => anchorOf(heading!) === anchor)
}

/** As code hosts make anchors of headings. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
