// How the console is served: under which headers, for how long it may be kept, and that it stands outside the service's code.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type HttpWorld, openHttpWorld } from '../api/http-world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
let world: HttpWorld
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { redirect: 'manual', headers })

before(async () => {
  world = await openHttpWorld({ config: { baseUrl: 'https://ads.example/aside', allowedHosts: ['console.example'] } })
})
after(() => world.close())

test('the address without a slash leads to the page, whatever prefix a proxy adds', async () => {
  const answer = await ask('/console')
  assert.equal(answer.status, 308)
  assert.equal(answer.headers.get('location'), 'console/')
  assert.equal((await ask('/aside/console/')).status, 200)
})

test('the page lets no other page frame it, runs no script but its own, and tells nobody where it was', async () => {
  const answer = await ask('/console/')
  const html = await answer.text()
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "connect-src 'self'", "base-uri 'none'"]) {
    assert.ok(policy.includes(part), `${part} is missing in ${policy}`)
  }
  assert.ok(!policy.includes('unsafe'))
  const [, map = ''] = /<script type="importmap">([^]*?)<\/script>/.exec(html) ?? []
  const hash = createHash('sha256').update(map).digest('base64')
  assert.ok(policy.includes(`'sha256-${hash}'`), 'the import map is not the one that the policy names')
  assert.equal([...html.matchAll(/<script(?![^>]*\b(?:src|type="importmap"))/g)].length, 0)
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
})

test('the page is asked for again each time, and its files are kept for a year', async () => {
  const page = await ask('/console/')
  assert.equal(page.headers.get('cache-control'), 'no-cache')
  const etag = page.headers.get('etag')!
  assert.equal((await ask('/console/', { 'if-none-match': etag })).status, 304)
  assert.equal((await ask('/console/', { 'if-none-match': `W/${etag}` })).status, 304, 'from a proxy that packs it')
  const [, path] = /src="\.\/(assets\/[^"]+app\.ts)"/.exec(await page.text()) ?? []
  const program = await ask(`/console/${path}`)
  assert.equal(program.status, 200)
  assert.match(program.headers.get('cache-control') ?? '', /max-age=31536000, immutable/)
  assert.equal(program.headers.get('x-content-type-options'), 'nosniff')
  assert.match(program.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.doesNotMatch(await program.text(), /import type|: Element\b/)
})

test('the console answers to its own host names alone, and everything else to any', async () => {
  const statusOf = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      get(world.url + path, { headers }, (answer) => resolve(answer.resume().statusCode!)).on('error', reject)
    })
  const [, version] = /assets\/([0-9a-f]+)\//.exec(await (await ask('/console/')).text()) ?? []
  for (const path of ['/console', '/console/', `/console/assets/${version}/app.ts`]) {
    assert.equal(await statusOf(path, { host: 'evil.example' }), 403, path)
    assert.equal(await statusOf(path, { origin: 'https://evil.example' }), 403, path)
    assert.ok([200, 308].includes(await statusOf(path, { host: 'ads.example:8443' })), path)
    assert.ok([200, 308].includes(await statusOf(path, { host: 'console.example' })), path)
    assert.ok([200, 308].includes(await statusOf(path, { origin: 'https://ads.example' })), path)
  }
  for (const path of ['/healthz', '/openapi.json', '/docs'])
    assert.equal(await statusOf(path, { host: 'a.example' }), 200, path)
  assert.equal(await statusOf('/api/v1/campaigns', { host: 'a.example' }), 401)
})

test('only the files of the console are served', async () => {
  const [, version] = /assets\/([0-9a-f]+)\//.exec(await (await ask('/console/')).text()) ?? []
  for (const path of ['../package.json', '..%2f..%2fpackage.json', 'tsconfig.json', 'index.html', 'constructor', '']) {
    assert.equal((await ask(`/console/assets/${version}/${path}`)).status, 404, path)
  }
  assert.equal((await ask('/console/assets/000000000000/app.ts')).status, 404)
  assert.equal((await ask(`/console/assets/${version}/vendor/preact.js`)).status, 200)
})

test('every file that the program imports is served', async () => {
  const [, version] = /assets\/([0-9a-f]+)\//.exec(await (await ask('/console/')).text()) ?? []
  for (const file of globSync('console/**/*.ts', { cwd: ROOT })) {
    const answer = await ask(`/console/assets/${version}/${file.replaceAll('\\', '/').slice('console/'.length)}`)
    assert.equal(answer.status, 200, file)
    await answer.arrayBuffer()
  }
})

test('the console imports nothing of the service, and its types fit', () => {
  const files = globSync('console/**/*.ts', { cwd: ROOT })
  assert.ok(files.length >= 20)
  for (const file of files) {
    assert.doesNotMatch(readFileSync(join(ROOT, file), 'utf8'), /from '[./]*\/src\/|innerHTML/, file)
  }
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', join(ROOT, 'console')], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})
