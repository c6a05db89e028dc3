// The protocol's own conformance kit, for the newest revision and the last of the older ones. The baselines beside this
// file name what a server with one tool cannot show; the kit also fails where a named scenario passes after all.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listen, startService, type Service } from './support.ts'

const CLIENTS = new URL('../clients/node_modules/', import.meta.url)
const KIT = fileURLToPath(new URL('.bin/conformance', CLIENTS))
const missing = existsSync(new URL('.installed', CLIENTS))
  ? false
  : 'THE CONFORMANCE KIT IS NOT INSTALLED: run node test/clients/install.mjs'

describe('the conformance kit', { skip: missing, timeout: 80_000 }, () => {
  let service: Service
  let proxy: Server
  let url: string
  before(async () => {
    service = await startService()
    proxy = createKeyProxy(service)
    url = `http://127.0.0.1:${await listen(proxy)}/mcp`
  })
  after(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await service.close()
  })

  for (const revision of ['2026-07-28', '2025-11-25']) {
    test(`finds nothing wrong with revision ${revision}`, async () => {
      const baseline = fileURLToPath(new URL(`conformance-${revision}.yml`, import.meta.url))
      const args = [
        'server',
        '--url',
        url,
        '--suite',
        'all',
        '--spec-version',
        revision,
        '--expected-failures',
        baseline,
      ]
      const { code, output } = await run(args)
      assert.equal(code, 0, output)
      assert.match(output, /server-initialize|server-stateless/)
    })
  }
})

/** Passes every request on as it is, Host and Origin too, and adds the key, which the kit has no way to send. */
function createKeyProxy(service: Service): Server {
  return createServer((request, response) => {
    const { method, headers, url } = request
    const onward = httpRequest(service.url + url, { method, headers: { ...headers, 'x-api-key': service.key } })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
}

function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [KIT, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}\n${stderr}` })
    })
  })
}
