// The Python example of docs/chat-app.md as a reader would run it, beside a service and beside none.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort, openPlace, type Place, type RunningService, startProcess } from './support/service.ts'
import { until } from './support/until.ts'

const run = promisify(execFile)
const EXAMPLE = fileURLToPath(new URL('../docs/examples/python/aside_ads.py', import.meta.url))
const skip = spawnSync('python3', ['--version']).status !== 0 && 'no python3 was found'
if (skip) console.error(`\nSKIPPED: the Python example of the docs: ${skip}\n`)

let place: Place
let service: RunningService
let key: string

before(async () => {
  if (skip) return
  place = await openPlace()
  service = await startProcess(place, { ASIDE_DEMO: 'on' })
  const { data } = await service.must('GET', '/api/v1/publishers')
  key = (await service.must('POST', '/api/v1/keys', { publisherId: data[0].id, scopes: ['ads:request'] })).key
})
after(async () => {
  await service?.terminate()
  place?.remove()
})

test(
  'the Python example prints cards, and links on the words of the answer, whatever stands before them',
  { skip },
  async () => {
    const answer = 'Grip matters 🏔️🏃. Look for trail running shoes with deep lugs.'
    const { stdout } = await ask(service.url, key, 'trail running shoes for mud', answer)
    assert.match(stdout, /^Sponsored · \S.*: \S.* <http:\/\/127\.0\.0\.1:\d+\/c\/[\w-]+>$/m)
    const linked = stdout.split('\n').find((line) => line.startsWith('Grip matters 🏔️🏃. Look for trail '))
    assert.match(linked!, / \[running shoes\]\(http:\S+\/c\/[\w-]+\) \*Sponsored · \S.*\* with deep lugs\.$/)
  },
)

test(
  'the Python example goes on without ads where there are none, where it is refused, and where nobody answers',
  { skip },
  async () => {
    const smallTalk = await ask(service.url, key, 'What is 12 times 12?')
    assert.match(smallTalk.stdout, /^below-answer: no ad, \w+\n$/)
    const refused = await ask(service.url, 'ak_live_none', 'trail running shoes')
    assert.equal(refused.stdout, '')
    assert.match(refused.stderr, /^No ads: 401 auth_invalid \(correctable\): \S.*\[req_\w+\]\n$/)
    const nobody = await run('python3', [EXAMPLE, 'shoes'], envFor(`http://127.0.0.1:${await freePort()}`, key))
    assert.match(nobody.stderr, /^No ads: Aside did not answer: /)
  },
)

test('the Python example goes on without ads on what is no answer of the service', { skip }, async (t) => {
  const answers: [status: number, type: string, body: string][] = [
    [502, 'text/html', '<h1>Bad gateway</h1>'],
    [503, 'application/json', '{"message":"no upstream"}'],
    [200, 'text/html', '<h1>Welcome</h1>'],
    [200, 'application/json', '{}'],
  ]
  let at = 0
  const proxy = createServer((_, response) => {
    const [status, type, body] = answers[at]!
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  t.after(() => proxy.close())
  const { port } = proxy.address() as AddressInfo
  for (; at < answers.length; at++) {
    const { stderr } = await run('python3', [EXAMPLE, 'shoes'], envFor(`http://127.0.0.1:${port}`, key))
    assert.match(
      stderr,
      answers[at]![0] === 200 ? /^No ads: Aside did not answer: / : /^No ads: 50[23] \S.*, and no answer/,
    )
  }
})

/** Asks again where the answer came late, as it may on a machine that does much else. */
async function ask(url: string, secret: string, ...words: string[]): Promise<{ stdout: string; stderr: string }> {
  let said = { stdout: '', stderr: '' }
  await until('the service answers in time', 60_000, async () => {
    said = await run('python3', [EXAMPLE, ...words], envFor(url, secret))
    return !/did not answer|timeout/.test(said.stderr + said.stdout)
  })
  return said
}

function envFor(url: string, secret: string) {
  return { env: { PATH: process.env.PATH, ASIDE_URL: url, ASIDE_KEY: secret, PYTHONUTF8: '1' } }
}
