// Hints travel through a real Redis, which is killed, paused and asked for passwords meanwhile.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, test, type TestContext } from 'node:test'
import { createClient } from '@redis/client'
import { openRedisChannel, type RedisChannel, type RedisChannelSettings } from '../../src/hints/redis-channel.ts'
import { missingForRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const skip = missingForRedis() ?? false
if (skip !== false) console.error(`\nSKIPPED: hints through Redis (test/hints/redis-channel.test.ts): ${skip}\n`)
const MB = 1_000_000
const PASSWORD = 'open sesame/1'

let redis: RedisServer
let names = 0
before(async () => {
  if (skip === false) redis = await startRedis()
})
after(async () => {
  if (skip === false) await redis.remove()
})

test('what one node publishes all nodes hear, itself too, byte by byte and in order', { skip }, async (t) => {
  const name = freshName()
  const [one, other] = [await open(t, { name }), await open(t, { name })]
  const elsewhere = await open(t, { name: freshName() })
  await Promise.all([flowing(one), flowing(other), flowing(elsewhere)])
  const messages = [
    Uint8Array.from({ length: 256 }, (_, i) => i),
    Uint8Array.from({ length: MB }, (_, i) => i * 7),
    Uint8Array.of(13, 10),
  ]
  for (const bytes of messages) {
    const ours = Uint8Array.from(bytes)
    one.channel.publish(ours)
    ours.fill(0)
  }
  await until('both have heard all', 5_000, () => one.heard.length === 3 && other.heard.length === 3)
  for (const { heard } of [one, other]) assert.deepEqual(heard.map(plain), messages.map(plain))
  assert.deepEqual(elsewhere.heard, [])
  assert.deepEqual([...one.troubles, ...other.troubles], [])
})

test('a node that starts before its Redis hears from it once it is there', { skip }, async (t) => {
  const later = await startRedis()
  t.after(later.remove)
  await later.stop()
  const node = await open(t, { url: later.url })
  node.channel.publish(Uint8Array.of(1))
  await until('its trouble is told', 5_000, () => node.troubles.length > 0)
  assert.match(node.troubles[0]!, /ECONNREFUSED/)
  await later.start()
  await flowing(node)
  assert.deepEqual(node.troubles.slice(1), [undefined])
  assert.deepEqual(node.heard, [], 'what was published before is gone')
})

test('a Redis that is killed and comes back is told of once each', { skip }, async (t) => {
  const mortal = await startRedis()
  t.after(mortal.remove)
  const name = freshName()
  const nodes = [await open(t, { url: mortal.url, name }), await open(t, { url: mortal.url, name })]
  await Promise.all(nodes.map(flowing))
  await mortal.stop()
  await until('both tell of it', 5_000, () => nodes.every(({ troubles }) => troubles.length === 1))
  await mortal.start()
  await Promise.all(nodes.map(flowing))
  nodes[0]!.channel.publish(Uint8Array.of(1))
  await until('both have heard it', 5_000, () => nodes.every(({ heard }) => heard.length === 1))
  for (const { troubles } of nodes) {
    assert.equal(typeof troubles[0], 'string')
    assert.deepEqual(troubles.slice(1), [undefined])
  }
})

test(
  'a Redis that hangs costs no more memory than the backlog, is noticed, and is found again',
  { skip },
  async (t) => {
    const hanging = await startRedis()
    t.after(hanging.remove)
    const node = await open(t, { url: hanging.url })
    await flowing(node)
    hanging.pause()
    const pausedMs = performance.now()
    const beforeBytes = await memoryBytes()
    const message = new Uint8Array(200).fill(7)
    for (let i = 0; i < (64 * MB) / message.length; i++) {
      node.channel.publish(message)
      // The library writes between turns.
      if (i % 1_000 === 0) await new Promise(setImmediate)
    }
    const grownBytes = (await memoryBytes()) - beforeBytes
    t.diagnostic(`64 MB of messages while Redis hung: ${(grownBytes / MB).toFixed(1)} MB more of memory`)
    assert.ok(grownBytes < 16 * MB, `${grownBytes} bytes`)
    await until('it is noticed', 10_000, () => node.troubles.length > 0)
    t.diagnostic(`noticed after ${Math.round(performance.now() - pausedMs)} ms`)
    assert.deepEqual(node.troubles, ['it does not answer'])
    hanging.goOn()
    await flowing(node)
    assert.deepEqual(node.troubles.slice(1), [undefined])
  },
)

test('a wrong password is told in words, without the password', { skip }, async (t) => {
  const locked = await startRedis(['--requirepass', PASSWORD])
  t.after(locked.remove)
  const withPassword = (password: string) => locked.url.replace('://', `://:${encodeURIComponent(password)}@`)
  const [stranger, nobody, friend] = [
    await open(t, { url: withPassword('not sesame') }),
    await open(t, { url: locked.url }),
    await open(t, { url: `${withPassword(PASSWORD)}/3` }),
  ]
  await flowing(friend)
  await until('both are refused', 5_000, () => stranger.troubles.length > 0 && nobody.troubles.length > 0)
  assert.deepEqual(stranger.troubles, ['it knows no such user, or not with this password'])
  assert.deepEqual(nobody.troubles, ['it asks for a password'])
  assert.deepEqual(friend.troubles, [])
})

test('a user who may not publish is told of once, and can as soon as he may', { skip }, async (t) => {
  const strict = await startRedis(['--user', 'reader', 'on', '>secret', '&*', '-@all', '+subscribe', '+ping'])
  t.after(strict.remove)
  const node = await open(t, { url: strict.url.replace('://', '://reader:secret@') })
  await until('its trouble is told', 5_000, () => node.troubles.length > 0)
  const keeper = await createClient({ url: strict.url }).connect()
  await keeper.sendCommand(['ACL', 'SETUSER', 'reader', '+publish'])
  keeper.destroy()
  await flowing(node)
  assert.deepEqual(node.troubles, ['its user may not publish and subscribe there', undefined])
})

test('an end comes within a second while Redis hangs, and takes along what it can otherwise', { skip }, async (t) => {
  const hanging = await startRedis()
  t.after(hanging.remove)
  const name = freshName()
  const [up, listener] = [await open(t, { url: hanging.url, name }), await open(t, { url: hanging.url, name })]
  await Promise.all([flowing(up), flowing(listener)])
  up.channel.publish(Uint8Array.of(9))
  await up.channel.close()
  await until('the last message is heard', 5_000, () => listener.heard.length === 1)

  hanging.pause()
  const starting = await open(t, { url: hanging.url, name })
  for (const { channel } of [listener, starting]) {
    channel.publish(Uint8Array.of(1))
    const startMs = performance.now()
    await channel.close()
    assert.ok(performance.now() - startMs < 1_000, `closed after ${performance.now() - startMs} ms`)
    channel.publish(Uint8Array.of(1))
    await channel.close()
  }
  assert.deepEqual([...up.troubles, ...listener.troubles, ...starting.troubles], [])
})

test('a closed channel keeps no process alive, and what a listener throws breaks no line', { skip }, async () => {
  const { code, output } = await runModule(`
    import { openRedisChannel } from '${new URL('../../src/hints/redis-channel.ts', import.meta.url)}'
    process.on('uncaughtException', ({ message }) => console.log('uncaught: ' + message))
    const told = []
    const channel = await openRedisChannel({
      url: '${redis.url}', name: '${freshName()}', onTrouble: (reason) => console.log('trouble: ' + reason),
      onMessage([first]) {
        if (first === 0) clearInterval(timer)
        told.push(first)
        if (first === 1) throw new Error('one')
        if (first === 2) void channel.close().then(() => console.log('closed'))
        if (first === 0 && told.length === 1) for (const i of [1, 2]) channel.publish(Uint8Array.of(i))
      },
    })
    const timer = setInterval(() => channel.publish(Uint8Array.of(0)), 10)
  `)
  assert.equal(output, 'uncaught: one\nclosed\n')
  assert.equal(code, 0)
})

test('an address that is none is refused at once', async () => {
  for (const url of ['http://cache', 'redis://cache/one', 'cache'])
    await assert.rejects(
      openRedisChannel({ url, name: 'x', onMessage: () => {}, onTrouble: () => {} }),
      ({ name }: Error) => name === 'TypeError',
    )
})

interface Node {
  readonly channel: RedisChannel
  /** Without the messages by which `flowing` finds out. */
  readonly heard: Uint8Array[]
  readonly troubles: (string | undefined)[]
  probes: number
}

const PROBE = Buffer.from('does it flow?')

async function open(t: TestContext, settings: Partial<RedisChannelSettings>): Promise<Node> {
  const heard: Uint8Array[] = []
  const troubles: (string | undefined)[] = []
  const channel = await openRedisChannel({
    url: redis.url,
    name: freshName(),
    onMessage(bytes) {
      if (PROBE.equals(bytes)) node.probes++
      else heard.push(Uint8Array.from(bytes))
    },
    onTrouble: (reason) => troubles.push(reason),
    ...settings,
  })
  const node: Node = { channel, heard, troubles, probes: 0 }
  t.after(() => channel.close())
  return node
}

/** Until the node hears itself, or a node of its channel. */
async function flowing(node: Node): Promise<void> {
  const probesBefore = node.probes
  await until('what is published is heard', 6_000, () => {
    node.channel.publish(PROBE)
    return node.probes > probesBefore
  })
}

/** What this process holds after a cleaning up. */
async function memoryBytes(): Promise<number> {
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function runModule(source: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 10_000,
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

function plain(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function freshName(): string {
  return `aside-test-${names++}`
}
