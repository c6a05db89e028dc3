// How the library for pages is served: to whom, for how long it may be kept, and what is in it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type HttpWorld, openHttpWorld } from '../api/http-world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE = readFileSync(join(ROOT, 'sdk', 'aside.js'))
let world: HttpWorld

before(async () => {
  world = await openHttpWorld({ config: { baseUrl: 'https://ads.example/aside' } })
})
after(() => world.close())

test('the library is served as it stands, with and without the prefix, to pages of any origin, for an hour', async () => {
  for (const path of ['/aside.js', '/aside/aside.js', '/aside.js?v=1']) {
    const { status, headers, body } = await ask('GET', path, { origin: 'https://chat.example' })
    assert.equal(status, 200, path)
    assert.ok(body.equals(SOURCE), path)
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(headers['content-length'], String(SOURCE.length))
    assert.equal(headers['cache-control'], 'public, max-age=3600')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['set-cookie'], undefined)
  }
})

test('who has the file already is not sent it again, and each packing has a strong tag of its own', async () => {
  const plain = await ask('GET', '/aside.js')
  const gzipped = await ask('GET', '/aside.js', { 'accept-encoding': 'br, gzip' })
  assert.equal(gzipped.headers['content-encoding'], 'gzip')
  assert.equal(gzipped.headers['vary'], 'Accept-Encoding')
  assert.ok(gunzipSync(gzipped.body).equals(plain.body))
  const tag = plain.headers.etag!
  const packedTag = gzipped.headers.etag!
  assert.match(tag, /^"[\w-]+"$/)
  assert.match(packedTag, /^"[\w-]+"$/)
  assert.notEqual(tag, packedTag)
  for (const [known, status] of [
    [tag, 304],
    [`W/${tag}`, 304],
    [`"other", ${tag}`, 304],
    ['*', 304],
    ['"other"', 200],
    [packedTag, 200],
  ] as const) {
    const answer = await ask('GET', '/aside.js', { 'if-none-match': known })
    assert.equal(answer.status, status, known)
    assert.equal(answer.headers.etag, tag)
    assert.equal(answer.body.length === 0, status === 304)
    assert.equal(answer.headers['access-control-allow-origin'], '*')
  }
  const again = await ask('GET', '/aside.js', { 'accept-encoding': 'gzip', 'if-none-match': packedTag })
  assert.equal(again.status, 304)
  assert.equal(again.headers['content-encoding'], undefined)
})

test('HEAD says what GET would, OPTIONS what may be asked, and nothing can be written', async () => {
  const { headers } = await ask('GET', '/aside.js')
  const head = await ask('HEAD', '/aside.js')
  assert.equal(head.status, 200)
  assert.equal(head.body.length, 0)
  for (const field of ['content-type', 'content-length', 'etag', 'cache-control'])
    assert.equal(head.headers[field], headers[field], field)
  assert.equal((await ask('OPTIONS', '/aside.js', { origin: 'https://chat.example' })).status, 204)
  const post = await ask('POST', '/aside.js')
  assert.equal(post.status, 405)
  assert.match(post.headers.allow!, /^GET, HEAD/)
  assert.equal((await ask('GET', '/tsconfig.json')).status, 404)
})

test('the library is one small file that imports nothing, keeps nothing and writes no markup, and its types fit', () => {
  const source = SOURCE.toString()
  for (const name of [
    /\bimport\b(?!\.meta)/,
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write/,
    /\beval\b|new Function/,
    /localStorage|sessionStorage|indexedDB|cookie\b(?!,)/i,
    /\bwindow\b/,
    /\.style\b|cssText/,
  ])
    assert.doesNotMatch(source.replace(/^\/\/.*$/gm, ''), name)
  // As docs/chat-app.md says.
  assert.ok(SOURCE.length < 17_500, `${SOURCE.length} bytes`)
  assert.ok(gzipSync(SOURCE).length < 7_750)
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', join(ROOT, 'sdk')], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})

interface Got {
  readonly status: number
  readonly headers: Record<string, string | undefined>
  readonly body: Buffer
}

/** As the bytes come: `fetch` would unpack them and add headers of its own. */
function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(world.url + path, { method, headers }, async (answer) => {
      const body = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>))
      resolve({ status: answer.statusCode!, headers: answer.headers as Got['headers'], body })
    })
    sent.on('error', reject).end()
  })
}
