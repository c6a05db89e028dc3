// The two commands of a fresh clone, from outside: a copy of the project is started by its launcher and tried with the line it prints.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MALLOC_SETTINGS, NODE_FLAGS } from '../../scripts/find-node.mjs'
import { until } from '../support/until.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CURL_LINE = /^curl .*'$/m
const STARTS_WITHIN_MS = 20_000
const hasCurl = spawnSync('curl', ['--version']).status === 0

const clone = mkdtempSync(join(tmpdir(), 'aside-clone-'))
for (const name of filesOfTheImage()) cpSync(join(ROOT, name), join(clone, name), { recursive: true })
symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'dir')
after(() => rmSync(clone, { recursive: true, force: true }))

test('a start prints the address, a key and a curl line, and that line returns ads whose click lands', async () => {
  const { child, said, ended, curlLinePrinted } = start()
  try {
    await curlLinePrinted()
    const url = /listens on (http:\S+)/.exec(said())?.[1]
    assert.ok(url, said())
    const line = CURL_LINE.exec(said())![0]
    const answer = JSON.parse(hasCurl ? await runLine(line) : await fetchLine(line))
    const [ad] = answer.slots[0].ads
    assert.equal(ad.disclosure.label, 'Sponsored')
    assert.ok(ad.content.title)

    const click = await fetch(ad.tracking.clickUrl, { redirect: 'manual' })
    assert.equal(click.status, 302)
    const landing = await fetch(click.headers.get('location')!)
    assert.equal(landing.status, 200)
    const image = await fetch(ad.content.imageUrl)
    assert.match(image.headers.get('content-type') ?? '', /^image\//)
  } finally {
    child.kill('SIGTERM')
  }
  assert.equal(await ended, 0, `SIGTERM to the launcher stops the service in good order:\n${said()}`)
})

test('a second start finds the store and prints a key that works', async () => {
  const { child, said, ended, curlLinePrinted } = start()
  try {
    await curlLinePrinted()
    assert.doesNotMatch(said(), /Installing/)
    const answer = JSON.parse(await fetchLine(CURL_LINE.exec(said())![0]))
    assert.ok(answer.slots[0].ads.length > 0)
  } finally {
    child.kill('SIGTERM')
  }
  await ended
})

test('a signal to npm stops the service too', async () => {
  const { child, said, ended, curlLinePrinted } = start({}, ['npm', 'start'])
  await curlLinePrinted()
  const [, url] = /listens on (http:\S+)/.exec(said())!
  child.kill('SIGTERM')
  await ended
  await assert.rejects(fetch(`${url}/healthz`))
})

test('a setting that cannot be used is told in a sentence, with exit code 1', async () => {
  const { said, ended } = start({ PORT: 'eighty' })
  assert.equal(await ended, 1)
  assert.match(said(), /PORT: "eighty" is no port/)
  assert.doesNotMatch(said(), /\n {4}at /)
})

test('an address that cannot be listened on is told in a sentence that names it', async () => {
  const neighbour = createServer().listen(0, '127.0.0.1')
  await once(neighbour, 'listening')
  const { port } = neighbour.address() as AddressInfo
  const taken = start({ PORT: String(port) })
  assert.equal(await taken.ended, 1)
  assert.match(taken.said(), new RegExp(`^Port ${port} is taken by another process; set PORT to a free one\\.$`, 'm'))
  neighbour.close()

  // Of the addresses that are kept for documents.
  const elsewhere = start({ HOST: '198.51.100.7' })
  assert.equal(await elsewhere.ended, 1)
  assert.match(elsewhere.said(), /^HOST is 198\.51\.100\.7, which is no address of this machine; set it to one/m)
})

test('the image is sent every file that its Dockerfile copies', () => {
  const sent = readFileSync(join(ROOT, '.dockerignore'), 'utf8').match(/^!.+$/gm)
  assert.deepEqual(sent?.map((line) => line.slice(1)).toSorted(), filesOfTheImage().toSorted())
})

test('the image starts Node as npm start does', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const [, command] = /^CMD (.+)$/m.exec(dockerfile)!
  assert.deepEqual(JSON.parse(command!), ['node', ...NODE_FLAGS, 'src/main.ts'])
  const settings = [...dockerfile.matchAll(/\b(MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name, value])
  assert.deepEqual(Object.fromEntries(settings), MALLOC_SETTINGS)
})

test('an unknown job is refused with the ones there are', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/launch.mjs', 'fly'], {
    cwd: clone,
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /Unknown job "fly"; there are start, test, run\./)
})

interface Started {
  readonly child: ChildProcess
  readonly said: () => string
  readonly ended: Promise<number | null>
  readonly curlLinePrinted: () => Promise<void>
}

function start(
  env: Readonly<Record<string, string>> = {},
  [program, ...args]: readonly string[] = [process.execPath, 'scripts/launch.mjs', 'start'],
): Started {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program!, args, {
    cwd: clone,
    env: { PATH, HOME, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let hasEnded = false
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  void ended.then(() => {
    hasEnded = true
  })
  const curlLinePrinted = () =>
    until('the curl line is printed', STARTS_WITHIN_MS, async () => {
      if (hasEnded) throw new Error(`it ended before it listened:\n${text}`)
      return CURL_LINE.test(text)
    })
  return { child, said: () => text, ended, curlLinePrinted }
}

/** What the Dockerfile copies; starting with just that shows that nothing is forgotten there. */
function filesOfTheImage(): string[] {
  const copies = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/^COPY (.+) \S+$/gm)
  return [...copies].flatMap(([, names]) => names!.split(' '))
}

async function runLine(line: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line])
  return stdout
}

/** What curl would do with the line, for machines without it. */
async function fetchLine(line: string): Promise<string> {
  const [, url] = /(http:\S+)/.exec(line)!
  const headers = [...line.matchAll(/-H '([^:']+): ([^']+)'/g)].map(([, name, value]): [string, string] => [
    name!,
    value!,
  ])
  const [, body] = /-d '([^']+)'/.exec(line)!
  const response = await fetch(url!, { method: 'POST', headers, body })
  return response.text()
}
