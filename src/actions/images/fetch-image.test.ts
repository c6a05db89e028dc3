// Fetching pictures from a real host over TLS, whose names are led here.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { CA, openImageHost, PNG } from '../../../test/support/image-host.ts'
import { createFetchImage, IMAGE_BYTES_MAX } from './fetch-image.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

async function openStage(t: TestContext, answers: Readonly<Record<string, Answer>>) {
  const host = await openImageHost((request, response) => answers[request.url!]!(response, request))
  t.after(() => host.close())
  const fetchImage = createFetchImage({ allowPrivate: true, timeoutMs: 400, resolve: host.resolve, ca: CA })
  const faultOf = async (path: string) => {
    const error = await fetchImage(host.url(path)).then(
      () => assert.fail(`${path} gave a picture`),
      (error: Error & { isGone?: boolean }) => error,
    )
    return [error.isGone, error.message] as const
  }
  return { host, fetchImage, faultOf }
}

const give =
  (type: string, body: Buffer | string, headers: Record<string, string> = {}, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body)
const to =
  (location: string): Answer =>
  (response) =>
    void response.writeHead(302, { location }).end()

test('the type is told by the first bytes, whatever the host calls it; an SVG by what it is called', async (t) => {
  const pictures: [string, Buffer, string][] = [
    ['image/png', PNG, 'application/octet-stream'],
    ['image/jpeg', Buffer.from('ffd8ffe000104a46', 'hex'), 'image/png'],
    ['image/gif', Buffer.from('GIF89a\x01\0'), 'image/gif'],
    ['image/webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), 'text/html'],
    ['image/avif', Buffer.from('\0\0\0\x20ftypavif\0\0'), 'image/avif'],
    ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml; charset=utf-8'],
  ]
  const { host, fetchImage } = await openStage(
    t,
    Object.fromEntries(pictures.map(([, bytes, called], i) => [`/${i}`, give(called, bytes)])),
  )
  for (const [i, [type, bytes]] of pictures.entries()) {
    assert.deepEqual(await fetchImage(host.url(`/${i}`)), { type, bytes })
  }
})

test('a host learns nothing of who looks', async (t) => {
  let heard: IncomingMessage['headers'] = {}
  const { host, fetchImage } = await openStage(t, {
    '/a': (response, request) => {
      heard = request.headers
      response.end(PNG)
    },
  })
  await fetchImage(host.url('/a'))
  assert.deepEqual(Object.keys(heard).toSorted(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

test('what is no picture, is too large or cannot be had is said so', async (t) => {
  const { faultOf } = await openStage(t, {
    '/page': give('text/html', '<script>alert(1)</script>'),
    '/liar': give('image/png', '<html>'),
    '/packed': give('image/svg+xml', gzipSync('<svg/>'), { 'content-encoding': 'gzip' }),
    '/large': give('image/png', Buffer.concat([PNG, Buffer.alloc(IMAGE_BYTES_MAX)])),
    '/missing': give('text/plain', 'no', {}, 404),
    '/broken': give('text/plain', 'no', {}, 500),
    '/gone': (response) => void response.destroy(),
    '/half': (response) => void response.writeHead(200, { 'content-length': 100 }).write(PNG, () => response.destroy()),
    '/mute': () => {},
    '/slow': (response) => void response.writeHead(200).write(PNG),
  })
  assert.deepEqual(await faultOf('/page'), [
    true,
    'cdn.example answered with what is no PNG, JPEG, GIF, WebP, AVIF or SVG',
  ])
  assert.deepEqual(await faultOf('/liar'), [
    true,
    'cdn.example answered with what is no PNG, JPEG, GIF, WebP, AVIF or SVG',
  ])
  assert.deepEqual(await faultOf('/packed'), [true, 'cdn.example answered with packed bytes'])
  assert.deepEqual(await faultOf('/large'), [true, 'cdn.example answered with a picture of more than 2 MiB'])
  assert.deepEqual(await faultOf('/missing'), [true, 'cdn.example answered 404'])
  assert.deepEqual(await faultOf('/broken'), [false, 'cdn.example answered 500'])
  assert.deepEqual(await faultOf('/gone'), [false, 'cdn.example: socket hang up'])
  assert.deepEqual(await faultOf('/half'), [false, 'cdn.example: aborted'])
  assert.deepEqual(await faultOf('/mute'), [false, 'cdn.example gave no picture within 0.4 s'])
  assert.deepEqual(await faultOf('/slow'), [false, 'cdn.example gave no picture within 0.4 s'])
})

test('a picture keeps no memory but its own', async (t) => {
  const { host, fetchImage } = await openStage(t, { '/a': give('image/png', PNG) })
  const { bytes } = await fetchImage(host.url('/a'))
  assert.equal(bytes.buffer.byteLength, PNG.length)
})

test('a host that sends a picture byte by byte is given up long before its end', async (t) => {
  const pieces = Buffer.from('1\r\nx\r\n'.repeat(100_000))
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      socket.write(pieces) // and there is more, which never comes
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  await assert.rejects(createFetchImage({ allowPrivate: true })(`http://127.0.0.1:${port}/a`), {
    isGone: true,
    message: '127.0.0.1 answered in too many pieces',
  })
})

test('redirects are followed, a few of them, to where pictures may come from', async (t) => {
  const { host, fetchImage, faultOf } = await openStage(t, {
    '/moved': (response) => to(host.url('/there', 'other.example'))(response, undefined!),
    '/there': to('/picture?a=1'),
    '/picture?a=1': give('image/png', PNG),
    '/round': to('/round'),
    '/nowhere': (response) => void response.writeHead(302).end(),
    '/file': to('file:///etc/passwd'),
    '/named': to('https://user:secret@cdn.example/picture'),
  })
  assert.deepEqual((await fetchImage(host.url('/moved'))).bytes, PNG)
  assert.deepEqual(await faultOf('/round'), [true, "The picture's URL leads through more than 3 redirects"])
  assert.equal(host.asked.filter((path) => path === '/round').length, 4)
  assert.deepEqual(await faultOf('/nowhere'), [true, "The picture's URL is none"])
  assert.match((await faultOf('/file'))[1], /^The picture's URL must be an https URL;/)
  assert.match((await faultOf('/named'))[1], /must not hold a user name or password/)
})

test('nothing is fetched from a private network, neither at once nor by way of a redirect', async (t) => {
  const host = await openImageHost((_request, response) => response.end(PNG))
  t.after(() => host.close())
  const inside = createFetchImage({ allowPrivate: false, timeoutMs: 400, resolve: host.resolve, ca: CA })
  await assert.rejects(
    inside(host.url('/a')),
    /cdn\.example leads into a private network; .*ASIDE_IMAGES=relay-private$/,
  )
  for (const url of [
    'https://127.0.0.1:8443/a',
    'https://[::1]:8443/a',
    'https://intranet/a',
    'http://cdn.example/a',
  ]) {
    await assert.rejects(inside(url), /^Error: The picture's URL must/, url)
  }
  assert.deepEqual(host.asked, [])
})
