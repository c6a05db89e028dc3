// Holds the house to its floors: imports point down, doors never import each other, and nothing imports itself in a ring.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** What each part of src/ may import besides itself. A file at the top of src/ goes by its own name. */
const MAY_SEE: Readonly<Record<string, readonly string[]>> = {
  base: [],
  domain: ['base'],
  engine: ['domain', 'base'],
  store: ['domain', 'base'],
  hints: ['base'],
  actions: ['engine', 'store/contract.ts', 'domain', 'base'],
  doors: ['domain', 'base'],
  http: ['doors', 'actions', 'domain', 'base', 'config.ts'],
  mcp: ['doors', 'actions', 'domain', 'base', 'config.ts'],
  adcp: ['doors', 'actions', 'domain', 'base', 'config.ts'],
  jobs: ['actions', 'domain', 'base'],
  threads: ['actions', 'engine', 'store/contract.ts', 'domain', 'base'],
  'config.ts': ['read-setting.ts', 'domain', 'base'],
  'read-setting.ts': ['domain', 'base'],
  'metrics.ts': ['domain', 'base'],
}
/** These see everyone, and nobody below sees them. */
const TOP = ['wire.ts', 'wiring', 'main.ts', 'welcome.ts', 'cli']

interface Import {
  /** Paths relative to src/, with forward slashes. */
  readonly from: string
  readonly to: string
}

/** Static and dynamic imports of files of ours, over several lines too. */
const IMPORT = /^[ \t]*(?:(?:import|export)\b[^'";]*?\bfrom\s*|import\s*|.*\bimport\()(['"])(\.[^'"]+)\1/gm

/** The first line of a getter or setter of an object. */
const ACCESSOR = /^[ \t]+[gs]et \w+\(\w*\)[^;]*\{$/m

const files = globSync('**/*.ts', { cwd: SRC })
  .map(slashed)
  .filter((file) => !file.endsWith('.test.ts'))
const consoleFiles = globSync('../console/**/*.ts', { cwd: SRC }).map(slashed)
const imports = files.flatMap(importsOf)

test('there is a house to look at', () => {
  assert.ok(files.length >= 150, `only ${files.length} files were seen under src/`)
  assert.ok(imports.length >= 400, `only ${imports.length} import lines were read`)
  for (const part of Object.keys(MAY_SEE))
    assert.ok(
      files.some((file) => partOf(file) === part),
      `no file of ${part} was seen`,
    )
})

test('every part of src/ has its place among the floors', () => {
  const unknown = files.map(partOf).filter((part) => !(part in MAY_SEE) && !TOP.includes(part))
  assert.deepEqual([...new Set(unknown)], [])
})

test('imports point down', () => {
  const climbing = imports.filter((line) => !mayImport(line)).map(({ from, to }) => `src/${from} reaches for src/${to}`)
  assert.deepEqual(climbing, [])
})

test('the check of the floors names an import that climbs', () => {
  assert.equal(mayImport({ from: 'engine/decide.ts', to: 'store/contract.ts' }), false)
  assert.equal(mayImport({ from: 'http/server.ts', to: 'mcp/server.ts' }), false)
  assert.equal(mayImport({ from: 'actions/decisions/serve-ads.ts', to: 'store/open.ts' }), false)
  assert.equal(mayImport({ from: 'actions/decisions/serve-ads.ts', to: 'store/contract.ts' }), true)
  assert.equal(mayImport({ from: 'domain/money.ts', to: 'wire.ts' }), false)
})

test('no file imports itself by way of others', () => {
  assert.deepEqual(findRings(imports), [])
})

test('no object of ours carries a getter, which would make every look at it slow', () => {
  const withGetters = files.filter((file) => ACCESSOR.test(readFileSync(join(SRC, file), 'utf8')))
  assert.deepEqual(withGetters, [])
  assert.match('    get size() {', ACCESSOR)
})

test('the service uses no package that production does not install', () => {
  const { dependencies } = JSON.parse(readFileSync(join(SRC, '..', 'package.json'), 'utf8')) as { dependencies: object }
  const used = new Set([...files, ...consoleFiles].flatMap(packagesOf))
  assert.ok(used.has('fastify') && used.has('pino'), 'the packages that are in use were not seen')
  assert.deepEqual(
    [...used].filter((name) => !(name in dependencies)),
    [],
  )
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !used.has(name)),
    [],
    'nobody uses these',
  )
})

test('the search for rings finds one', () => {
  const line = (from: string, to: string): Import => ({ from, to })
  assert.deepEqual(findRings([line('a.ts', 'b.ts'), line('b.ts', 'c.ts'), line('c.ts', 'b.ts')]), [
    'b.ts -> c.ts -> b.ts',
  ])
})

function importsOf(from: string): Import[] {
  const source = readFileSync(join(SRC, from), 'utf8')
  const found: Import[] = []
  for (const [, , path] of source.matchAll(IMPORT)) {
    const to = slashed(relative(SRC, resolve(SRC, dirname(from), path!)))
    if (!to.startsWith('..')) found.push({ from, to })
  }
  return found
}

/** Names of packages in import lines, without what is imported from inside them. */
function packagesOf(file: string): string[] {
  const source = readFileSync(join(SRC, file), 'utf8')
  const found = source.matchAll(
    /^[ \t]*(?:(?:import|export)\b[^'";]*?\bfrom\s*|import\s*|.*\bimport\()(['"])([^.'"][^'"]*)\1/gm,
  )
  const paths = [...found].map(([, , path]) => path!).filter((path) => !path.startsWith('node:'))
  return paths.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0])
}

function mayImport({ from, to }: Import): boolean {
  const part = partOf(from)
  if (TOP.includes(part) || part === partOf(to)) return true
  return (MAY_SEE[part] ?? []).some((seen) => to === seen || to.startsWith(`${seen}/`))
}

function partOf(file: string): string {
  return file.split('/')[0]!
}

/** Each ring once, as the way round it. Imports of types count: what is so entangled cannot be read one file at a time. */
function findRings(lines: readonly Import[]): string[] {
  const seenBy = Map.groupBy(lines, ({ from }) => from)
  const done = new Set<string>()
  const rings: string[] = []
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file)
    if (at >= 0) rings.push([...way.slice(at), file].join(' -> '))
    if (at >= 0 || done.has(file)) return
    for (const { to } of seenBy.get(file) ?? []) visit(to, [...way, file])
    done.add(file)
  }
  for (const file of seenBy.keys()) visit(file, [])
  return rings
}

function slashed(path: string): string {
  return path.split(sep).join('/')
}
