// docs/adcp.md as a reader would paste it: into a shell, beside a service without a sample inventory.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SCHEMAS } from '../src/adcp/schemas.ts'
import { OPERATOR_KEY, startAdminService } from './api/admin-service.ts'

const PAGE = readFileSync(fileURLToPath(new URL('../docs/adcp.md', import.meta.url)), 'utf8')

const skip =
  ['bash', 'curl'].some((command) => spawnSync(command, ['--version']).error) && 'no bash or no curl was found'
if (skip) console.error(`\nSKIPPED: the page about AdCP in a shell: ${skip}\n`)

test('the lines of the page lead from an advertiser to a media buy, its delivery and its end', { skip }, async (t) => {
  const service = await startAdminService()
  t.after(() => service.stop())
  const lines = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', lines.join('echo\n')], {
    cwd: service.dataDir,
    env: { PATH: process.env.PATH, ASIDE_URL: service.config.baseUrl, ASIDE_ADMIN_KEY: OPERATOR_KEY },
  })
  assert.doesNotMatch(stdout, /adcp_error/)
  const statuses = [...stdout.matchAll(/^\{"status":"(\w+)"/gm)].map(([, status]) => status)
  const done = 'completed'
  assert.deepEqual(statuses, [done, done, done, 'active', done, 'active', 'canceled', done])
  assert.match(stdout, /"bid_price":0\.75/)
})

test('docs/adcp.md names every tool', () => {
  for (const name of Object.keys(SCHEMAS)) assert.ok(PAGE.includes(`\`${name}\``), `it leaves out ${name}`)
})
