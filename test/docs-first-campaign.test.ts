// docs/first-campaign.md as a reader would paste it: into a shell, beside a service without a sample inventory.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OPERATOR_KEY, startAdminService } from './api/admin-service.ts'

const PAGE = readFileSync(fileURLToPath(new URL('../docs/first-campaign.md', import.meta.url)), 'utf8')

const skip =
  ['bash', 'curl'].some((command) => spawnSync(command, ['--version']).error) && 'no bash or no curl was found'
if (skip) console.error(`\nSKIPPED: the first campaign of the docs in a shell: ${skip}\n`)

test('the lines of the first campaign lead to an answer with its ads, and to the report', { skip }, async (t) => {
  const service = await startAdminService({ ASIDE_TRAFFIC_FILTER: 'report' })
  t.after(() => service.stop())
  const lines = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block)
  assert.ok(lines.length > 5)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', lines.join('echo\n')], {
    cwd: service.dataDir,
    env: { PATH: process.env.PATH, ASIDE_URL: service.config.baseUrl, ASIDE_ADMIN_KEY: OPERATOR_KEY },
  })
  const told = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const [funds, imported, answer, report] = told
  assert.equal(told.length, 4)
  assert.deepEqual(funds.amount, { amount: '500.00', currency: 'USD' })
  assert.deepEqual([imported.imported, imported.rejected], [2, 0])
  const { ads } = answer.slots[0]
  assert.deepEqual(ads.map(({ externalId }: { externalId: string }) => externalId).toSorted(), ['gooseneck', 'travel'])
  assert.deepEqual(Object.keys(report.totals), ['impressions', 'clicks', 'spend'])
})
