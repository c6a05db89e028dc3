// What the command line says where no server helps it: how it is used, and what to do next.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { BIN, runAside } from './run-aside.ts'

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  assert.deepEqual(await runAside(['--version']), { code: 0, out: `${version}\n`, err: '' })
})

test('help shows every command, examples and exit codes', async () => {
  const { code, out } = await runAside(['--help'])
  assert.equal(code, 0)
  for (const word of [
    'serve',
    'demo',
    'ask',
    'import',
    'list',
    'keys',
    'webhooks',
    'report',
    'verify',
    'backup',
    'restore',
    'bench',
    'Examples:',
    'Exit codes:',
  ]) {
    assert.ok(out.includes(word), `${word} is missing in\n${out}`)
  }
})

for (const [args, words] of [
  [['ask'], /Missing required argument 'query'\.\n"aside ask --help" shows how it is used/],
  [['aks', 'a tent'], /Unknown command 'aks'\s+\(Did you mean ask\?\)\n/],
  [['ask', 'a tent', '--count', '11', '--key', 'ak_x'], /--count takes a number from 1 to 10/],
  [['ask', 'a tent', '--format', 'foo', '--key', 'ak_x'], /Give one of action_card, suffix, entity_link/],
  [['ask', 'a tent'], /A key is missing\.[^]*ASIDE_KEY[^]*ASIDE_ADMIN_KEY/],
  [['report', '--group-by', 'moon', '--admin-key', 'k'], /cannot be grouped by "moon"/],
  [
    ['report', '--empty-slots', '--group-by', 'ad', '--admin-key', 'k'],
    /Give one or more of day, publisher, slot, reason/,
  ],
  [['report', '--empty-slots', '--campaign', 'cmp_1', '--admin-key', 'k'], /belongs to no advertiser or campaign/],
  [['report', '--reach', '--admin-key', 'k'], /--reach is told of one campaign/],
  [['report', '--reach', '--campaign', 'cmp_1', '--csv', '--admin-key', 'k'], /Give --campaign, and of the others/],
  [['report', '--to', '2026-02-31', '--admin-key', 'k'], /--to takes a date such as/],
  [['report', '--to', '2026-13-01', '--admin-key', 'k'], /--to takes a date such as/],
  [['bench', '--connections', '1.5', '--key', 'k'], /--connections takes a whole number/],
  [['report'], /needs the operator key\.[^]*ASIDE_ADMIN_KEY[^]*reset-operator/],
  [['keys', 'create', '--admin-key', 'k'], /A key has one owner/],
  [
    ['keys', 'create', '--publisher', 'p', '--rate-limit', 'ten', '--admin-key', 'k'],
    /rateLimit must be a whole number/,
  ],
  [['keys', 'create', '--advertiser', 'a', '--rate-limit', '', '--admin-key', 'k'], /rateLimit must be a whole number/],
  [['keys', 'create', '--operator', '--scopes', 'foo', '--admin-key', 'k'], /scopes names no scope with "foo"/],
  [['keys'], /^Usage: aside keys/],
  [['keys', 'revoke', 'ak_live_secret', '--admin-key', 'k'], /id of the key/],
  [
    ['ask', 'a', 'tent'],
    /Expected 1 argument but got 2: a, tent\.\nPut a text of several words in quotes\. "aside ask --help"/,
  ],
  [['ask', ' ', '--key', 'k'], /The question is empty\./],
  [['keys', 'revoke'], /"aside keys revoke --help" shows/],
  [['webhooks'], /^Usage: aside webhooks/],
  [['webhooks', 'create', 'https://x.example', '--admin-key', 'k'], /'--events <events>' not specified/],
  [['webhooks', 'list'], /needs the operator key/],
  [['webhooks', 'ping'], /"aside webhooks ping --help" shows/],
  [['webhooks', 'delete', 'whsec_secret', '--admin-key', 'k'], /id of the webhook \(wh_…\) and not its secret/],
  [['webhooks', 'pause', '../keys', '--admin-key', 'k'], /is no id/],
  [['help', 'nope'], /^Error: Unknown command 'nope'\.\n"aside --help" lists all/],
  [['why', 'req_1', '--query', 'a tent', '--admin-key', 'k'], /--query is tried on a campaign/],
  [
    ['why', 'cmp_1', '--country', 'DE', '--admin-key', 'k'],
    /--country and --region say who asks\.\nGive what is asked/,
  ],
  [['why', 'foo', '--admin-key', 'k'], /"foo" is no id of a decision or a campaign\.\nGive the requestId .*cmp_…/],
  [['verify', '--head', 'typo', '--admin-key', 'k'], /head must read NUMBER:HASH/],
  [['verify', '--head', '99', '--data-dir', '/nowhere/at/all'], /head must read NUMBER:HASH/],
  [
    ['list', 'keys', '--admin-key', 'k'],
    /Give one of publishers, advertisers, campaigns, ads, changes, statements, invoices, reversals; keys are listed by/,
  ],
  [['list', 'publishers', '--advertiser', 'adv_1', '--admin-key', 'k'], /cannot be narrowed by --advertiser/],
  [['list', 'ads', '--limit', '0', '--admin-key', 'k'], /--limit takes a number/],
  [['import', 'ads.parquet', '--campaign', 'cmp_1', '--admin-key', 'k'], /cannot be told from its name/],
  [['import', '-', '--type', 'constructor', '--campaign', 'c', '--admin-key', 'k'], /"constructor" is no type of feed/],
  [['verify', '--url', 'ftp://example.com', '--admin-key', 'k'], /is no address of a server/],
  [
    ['list', 'ads', '--admin-key', 'ak_live_1\r'],
    /operator key holds a character that no key has, such as a line break/,
  ],
  [['ask', 'a tent', '--key', 'ak_live_1\n'], /The key holds a character that no key has/],
] as const) {
  test(`"aside ${args.join(' ')}" is used wrongly: exit code 2 and what to do`, async () => {
    const { code, out, err } = await runAside(args)
    assert.match(err, words)
    assert.deepEqual({ code, out }, { code: 2, out: '' })
  })
}

test('a policy is judged by a log of choices whose chances are known', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aside-policy-'))
  try {
    const log = join(folder, 'log.csv')
    const chances = join(folder, 'chances.jsonl')
    // Of two items shown by chance alone, one is clicked in every second impression and the other never.
    const rows = Array.from({ length: 400 }, (_, i) => `${i % 2},1,${i % 4 === 0 ? 1 : 0},0.5`)
    writeFileSync(log, ['item_id,position,click,propensity_score', ...rows].join('\n'))
    writeFileSync(chances, '{"slot":"*","probs":{"0":1,"1":0}}\n')
    const { code, out } = await runAside(['evaluate-policy', log, '--policy', chances, '--json'])
    const told = JSON.parse(out)
    assert.deepEqual({ code, choices: told.choices, rewards: told.rewards }, { code: 0, choices: 400, rewards: 100 })
    assert.equal(told.logged.value, 0.25)
    for (const name of ['ips', 'snips', 'dr']) {
      const { value, low, high } = told[name]
      assert.ok(Math.abs(value - 0.5) < 0.01 && low < value && value < high, `${name}: ${low} – ${value} – ${high}`)
    }
    assert.deepEqual(told.warnings, [])
    assert.match((await runAside(['evaluate-policy', log])).out, /^IPS +0\.25000 +0\.\d+ – 0\.\d+$/m)

    const quiet = join(folder, 'quiet.csv')
    writeFileSync(quiet, 'item_id,position,click,propensity_score\n0,1,0,0.5\n1,1,1,0.5\n')
    assert.match((await runAside(['evaluate-policy', quiet])).out, /^2 choices, 1 click; /)
    assert.match((await runAside(['evaluate-policy', quiet])).err, /^Warning: Too few clicks to tell .* from 30 on\.$/m)
    const [warning] = JSON.parse((await runAside(['evaluate-policy', quiet, '--json'])).out).warnings
    assert.equal(warning.code, 'too_few_clicks')

    const spreadsheet = join(folder, 'spreadsheet.csv')
    const cells = Array.from({ length: 60 }, (_, i) => `"Coat; ""long"", ${i % 2}";1;${i % 4 === 0 ? 1 : 0}; 0.5 `)
    writeFileSync(spreadsheet, ['\ufeff"item_id";position;click;propensity_score', ...cells].join('\r\n'))
    assert.match((await runAside(['evaluate-policy', spreadsheet])).out, /^60 choices, 15 clicks/)

    const packed = join(folder, 'packed')
    writeFileSync(packed, gzipSync(readFileSync(log)))
    assert.match((await runAside(['evaluate-policy', packed])).out, /^400 choices/, 'gzip is told by the bytes')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a log or a policy that cannot be read is refused with its line and what it needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aside-policy-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  try {
    const log = file('log.csv', 'item_id,click,propensity_score\na,1,0.5\n')
    const refused: [args: string[], code: number, words: RegExp][] = [
      [[join(folder, 'none')], 1, /none" cannot be read: ENOENT/],
      [[file('blank', '\n')], 2, /blank" holds no choices/],
      [
        [file('broken', '{"item_id": 1, "propensity_score": 0.5}\n\n{broken\n')],
        2,
        /Line 3 of .*broken" is no object in JSON/,
      ],
      [[file('yes', 'item_id,click,propensity_score\na,yes,0.5\n')], 2, /Line 2 of .*yes" needs .* as click a number/],
      [[file('quote', 'item_id,click,propensity_score\na "b" c,1,0.5\n')], 2, /Line 2 of .*quote" has a quote where/],
      [[log, '--policy', join(folder, 'none')], 1, /none" cannot be read: ENOENT/],
      [[log, '--policy', file('null', 'null\n')], 2, /Line 1 of .*null" is no object in JSON/],
      [[log, '--policy', file('half', '{"slot": "1"}\n')], 2, /Line 1 of .*half" must read \{"slot"/],
      [
        [log, '--policy', file('two', '{"slot": "1", "probs": {"a": 2}}\n')],
        2,
        /Line 1 of .*two" must read .* from 0 to 1/,
      ],
    ]
    for (const [args, code, words] of refused) {
      const ended = await runAside(['evaluate-policy', ...args])
      assert.match(ended.err, words)
      assert.deepEqual([ended.code, ended.out], [code, ''], args.join(' '))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('where no server answers, the error says how to start one', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`
  const { code, out, err } = await runAside(['verify', '--url', url], { env: { ASIDE_ADMIN_KEY: 'some-operator-key' } })
  assert.match(err, new RegExp(`No server answers at ${url}`))
  assert.match(err, /aside serve/)
  assert.deepEqual({ code, out }, { code: 1, out: '' })
})

test('an import that a stop cuts short says that it can be sent again', async (t) => {
  const server = createHttpServer((request, response) => {
    if (request.method === 'GET') response.setHeader('x-request-id', 'req_1').end('{}')
    else request.once('data', () => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['import', '-', '--type', 'ndjson', '--campaign', 'cmp_1', '--admin-key', 'k', '--url', url]
  const { code, err } = await runAside(args, { input: '{"id":"1"}\n' })
  assert.match(err, /connection to .* broke: .*\n.*What was imported before stays; send the whole file/)
  assert.equal(code, 1)
})

for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`an import that is stopped by ${signal} says what stays and how to go on, and ends at once`, async (t) => {
    const taken = Promise.withResolvers<void>()
    const server = createHttpServer((request, response) => {
      if (request.method === 'GET') response.setHeader('x-request-id', 'req_1').end('{}')
      else request.once('data', () => taken.resolve())
    }).listen(0, '127.0.0.1')
    t.after(() => server.close().closeAllConnections())
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const args = ['import', '-', '--type', 'ndjson', '--campaign', 'cmp_1', '--admin-key', 'k', '--url', url, '--json']
    // As in a terminal, whose signal reaches the launcher and the program.
    const child = spawn(process.execPath, [BIN, ...args], { detached: true })
    const said = { out: '', err: '' }
    child.stdout.on('data', (text) => (said.out += text))
    child.stderr.on('data', (text) => (said.err += text))
    child.stdin.write('{"id":"1"}\n')
    await taken.promise
    const sentMs = performance.now()
    process.kill(-child.pid!, signal)
    const [code] = await once(child, 'close')
    assert.ok(performance.now() - sentMs < 2_000, 'nothing holds it up')
    assert.match(
      said.err,
      /^Error: Stopped\.\nWhat was imported before stays; send the whole file to add the rest\.\n$/,
    )
    assert.equal(JSON.parse(said.out).error.code, 'stopped')
    assert.equal(code, exitCode)
  })
}

test('a command that says nothing of being stopped ends with the code of its signal, too', async (t) => {
  const asked = Promise.withResolvers<void>()
  const server = createHttpServer(() => asked.resolve()).listen(0, '127.0.0.1')
  t.after(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, [BIN, 'report', '--admin-key', 'k', '--url', url], { stdio: 'ignore' })
  await asked.promise
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'close'), [143, null])
})

test('with --json an error is JSON on standard output too', async () => {
  const { code, out } = await runAside([
    'verify',
    '--json',
    '--url',
    `127.0.0.1:${await closedPort()}`,
    '--admin-key',
    'k',
  ])
  assert.equal(code, 1)
  assert.equal(JSON.parse(out).error.code, 'unreachable')
})

for (const [args, words] of [
  [['--json', 'frobnicate'], /Unknown command 'frobnicate'/],
  [['ask', '--json'], /Missing required argument 'query'/],
  [['import', 'x.csv', '--json'], /'--campaign <id>' not specified/],
  [['report', '--json', '--from'], /'--from <date>' argument missing/],
  [['keys', '--json'], /A command is missing/],
  [['webhooks', '--json'], /A command is missing/],
  [['report', '--csv', '--json', '--admin-key', 'k'], /Give --csv or --json, and not both/],
  [['serve', '--json', '--port', 'abc'], /PORT: "abc" is no port/],
] as const) {
  test(`"aside ${args.join(' ')}" says what is wrong as JSON on standard output`, async () => {
    const { code, out, err } = await runAside(args)
    const { error } = JSON.parse(out)
    assert.match(error.message, words)
    assert.deepEqual({ code, error: error.code }, { code: 2, error: 'usage' })
    assert.match(err, words)
  })
}

test('a file that is not there is told before anything is asked', async () => {
  const { code, err } = await runAside(['import', 'no-such-file.ndjson', '--campaign', 'cmp_1', '--admin-key', 'k'])
  assert.match(err, /There is no file "no-such-file.ndjson"/)
  assert.equal(code, 1)
})

for (const answer of ['{}', '[]', 'null', '{"data":[{}]}', '<p>Welcome</p>']) {
  test(`whoever answers ${answer} is not taken for Aside, whatever is asked`, async (t) => {
    const stranger = createHttpServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1')
    t.after(() => stranger.close())
    await once(stranger, 'listening')
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    for (const args of [
      ['list', 'ads'],
      ['keys', 'revoke', 'key_1'],
      ['webhooks', 'list'],
      ['backup', 'copy.db'],
      ['ask', 'a tent', '--key', 'k'],
    ]) {
      const { code, err } = await runAside([...args, '--url', url, '--admin-key', 'k'])
      assert.deepEqual(
        { code, said: err.split('\n')[0] },
        { code: 1, said: `Error: What answers at ${url} is not Aside.` },
      )
    }
  })
}

test('whoever takes a feed and does not answer as Aside does is told apart', async () => {
  const stranger = createHttpServer((request, response) => {
    request.resume()
    if (request.method === 'GET') response.setHeader('x-request-id', 'req_1').end('{}')
    else response.end('<p>Thank you</p>')
  }).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  const args = ['import', '-', '--type', 'csv', '--campaign', 'cmp_1', '--url', url, '--admin-key', 'k', '--json']
  const { code, out } = await runAside(args, { input: 'id,title\n' })
  stranger.close()
  assert.deepEqual({ code, error: JSON.parse(out).error.code }, { code: 1, error: 'not_aside' })
})

test('which days a report covers by itself the server says, whose clock may run ahead of ours', async () => {
  const asked: string[] = []
  const server = createHttpServer((request, response) => {
    asked.push(request.url!)
    response.setHeader('x-request-id', 'req_1').end('{"rows":[],"totals":{}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const days of [[], ['--to', '2026-05-31']]) {
    const { code } = await runAside(['report', ...days, '--url', url, '--admin-key', 'k'])
    assert.equal(code, 0)
  }
  server.close()
  assert.deepEqual(asked, ['/api/v1/reports?groupBy=day', '/api/v1/reports?groupBy=day&to=2026-05-31'])
})

test(
  'a result that cannot be written is told in a sentence, and a wrong use keeps its exit code where nobody reads of it',
  { skip: !existsSync('/dev/full') && 'no /dev/full here' },
  async () => {
    const run = (words: string) =>
      new Promise<{ code: number | null; err: string }>((resolve) => {
        const child = spawn('sh', ['-c', `"${process.execPath}" "${BIN}" ${words}`], {
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        let err = ''
        child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
        child.once('close', (code) => resolve({ code, err }))
      })
    const { code, err } = await run('--json frobnicate > /dev/full')
    assert.match(err, /^Error: The result could not be written: ENOSPC.*$/m)
    assert.doesNotMatch(err, /\n +at /)
    assert.equal(code, 1)
    assert.equal((await run('frobnicate 2> /dev/full')).code, 2)
  },
)

test('a folder without a store is not turned into one', async () => {
  for (const args of [['verify'], ['backup', 'copy.db'], ['keys', 'reset-operator']]) {
    const { code, err } = await runAside([...args, '--data-dir', '/nowhere/at/all'])
    assert.match(err, /There is no store in "\/nowhere\/at\/all"/)
    assert.equal(code, 1)
  }
})

test('where the data is in PostgreSQL, no data folder is touched', async (t) => {
  const above = mkdtempSync(join(tmpdir(), 'aside-folder-'))
  t.after(() => rmSync(above, { recursive: true }))
  const port = await closedPort()
  const env = { DATABASE_URL: `postgres://127.0.0.1:${port}/aside`, ASIDE_DATA_DIR: join(above, 'data') }
  for (const args of [
    ['verify', '--offline'],
    ['backup', join(above, 'copy.db'), '--offline'],
    ['keys', 'reset-operator'],
  ]) {
    const { code, err } = await runAside(args, { env })
    assert.match(err, /^Error: PostgreSQL at \S+ cannot be reached/)
    assert.equal(code, 1)
  }
  assert.deepEqual(readdirSync(above), [])
})

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
