// The protocol's own storyboards, played against a running service by the reference SDK. It is no dependency of ours: ADCP_SDK names
// the folder of an installed @adcp/sdk, such as /somewhere/node_modules/@adcp/sdk.
//
// Most of them were written for sellers with a test controller, which puts their made-up products into the catalog. A service that
// sells has none: here the names of those products stand for ours, and what they would have seeded is sent in the usual way.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type AdminService, startAdminService } from '../api/admin-service.ts'
import { callAdcp } from './support.ts'

const SDK = process.env.ADCP_SDK ?? ''
const MODULE = join(SDK, 'dist/lib/testing/index.js')
const missing =
  SDK !== '' && existsSync(MODULE)
    ? false
    : 'THE ADCP SDK IS NOT THERE: set ADCP_SDK to the folder of an installed @adcp/sdk'

if (missing) console.error(`\nSKIPPED: the storyboards of AdCP: ${missing}\n`)

const DOMAIN = 'acmeoutdoor.example'
const KIT_KEY = 'demo-acme-outdoor-v1'

/** What each storyboard may fail in, with the reason; all else has to pass. */
const STORYBOARDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  capability_discovery: {},
  schema_validation: {},
  v3_envelope_integrity: {},
  error_compliance: {},
  idempotency: {},
  pagination_integrity: {},
  pagination_integrity_list_accounts: {},
  get_media_buys_pagination_integrity: {},
  security_baseline: {},
  sales_non_guaranteed: {},
  'media_buy_seller/pending_creatives_to_start': {},
  'media_buy_seller/inventory_list_targeting': {},
  'media_buy_seller/inventory_list_no_match': {},
  'media_buy_seller/invalid_transitions': {},
  'media_buy_seller/delivery_reporting': {},
  media_buy_seller: {},
  media_buy_state_machine: {},
  'media_buy_seller/refine_products': {},
  'media_buy_seller/creative_fate_after_cancellation': {},
  'media_buy_seller/create_media_buy_async': {
    create_media_buy_submitted: 'orders are answered at once; no person signs them',
  },
  'media_buy_seller/measurement_terms_rejected': {
    create_media_buy_relaxed_terms: "what is billed is what we count, by nobody else's measurement",
  },
}

describe('the storyboards of AdCP', { skip: missing, timeout: 300_000 }, () => {
  let service: AdminService
  let sdk: any
  before(async () => {
    sdk = await import(pathToFileURL(MODULE).href)
    service = await startAdminService({ ASIDE_ADMIN_KEY: KIT_KEY })
  })
  after(() => service.stop())

  for (const [id, reasons] of Object.entries(STORYBOARDS)) {
    test(`${id} is played as it is written${Object.keys(reasons).length > 0 ? ', but for what is not sold' : ''}`, async () => {
      const url = `${service.config.baseUrl}/adcp`
      await prepare(url)
      const storyboard = adapted(sdk.getComplianceStoryboardById(id))
      const result: any = await quietly(() =>
        sdk.runStoryboard(url, storyboard, {
          protocol: 'mcp',
          auth: { type: 'bearer', token: KIT_KEY },
          brand: { domain: DOMAIN },
          test_kit: { auth: { api_key: KIT_KEY, probe_task: 'list_creatives' } },
          allow_http: true,
          sandbox: false,
        }),
      )
      const steps = result.phases.flatMap(({ steps }: any) => steps)
      const failed = steps.filter(({ passed }: any) => !passed)
      const told = failed.map(({ step_id, error, validations }: any) => [
        step_id,
        error ?? JSON.stringify(validations?.filter(({ passed }: any) => !passed)),
      ])
      const count = (kind: (step: any) => boolean) => steps.filter(kind).length
      console.log(
        `${id}: ${count(({ passed, skipped }) => passed && !skipped)} passed, ${failed.length} failed, ${count(({ skipped }) => skipped)} skipped`,
      )
      assert.deepEqual(
        failed.map(({ step_id }: any) => step_id).sort(),
        Object.keys(reasons).sort(),
        JSON.stringify(told, null, 1),
      )
    })
  }
})

/** Accounts and creatives that storyboards take for granted. */
async function prepare(url: string): Promise<void> {
  const key = KIT_KEY
  const call = (name: string, args: object) => callAdcp(url, key, name, args)
  for (const domain of [DOMAIN, 'osei-natural.example', 'nova-motors.example']) {
    const made = await call('sync_accounts', {
      idempotency_key: `account-of-${domain}`,
      accounts: [{ brand: { domain }, operator: 'pinnacle-agency.example', billing: 'operator' }],
    })
    assert.equal(made.accounts[0].status, 'active', JSON.stringify(made))
  }
  const creatives = ['video_30s_trail_pro', 'display_trail_pro_300x250', 'third'].map((creative_id) => ({
    creative_id,
    name: creative_id,
    format_id: { agent_url: url, id: 'action_card' },
    assets: {
      headline: { asset_type: 'text', content: 'Trail Pro 3000' },
      description: { asset_type: 'text', content: 'Boots for long trails' },
      click_url: { asset_type: 'url', url: 'https://acmeoutdoor.example/trail-pro', url_type: 'clickthrough' },
    },
  }))
  const account = { brand: { domain: DOMAIN }, operator: DOMAIN }
  await call('sync_creatives', { idempotency_key: 'creatives-of-the-storyboards', account, creatives })
}

const OURS = { product: 'run_of_network', pricing: 'cpm_auction' }

/** The storyboard with the names of what is sold here, days to come, and a bid on each package, which an auction needs. */
function adapted(storyboard: any): any {
  const { fixtures = {}, prerequisites = {} } = storyboard
  const products = new Set(['test-product', ...(fixtures.products ?? []).map((one: any) => one.product_id)])
  const options = new Set([
    'test-pricing',
    ...(fixtures.pricing_options ?? []).map((one: any) => one.pricing_option_id),
  ])
  const copy = JSON.parse(JSON.stringify(storyboard), (name, value) => {
    // Days that are over would be put anew for each step, and a repeated order would be another one.
    if ((name === 'start_time' || name === 'end_time') && typeof value === 'string')
      return value.replace(/^2026/, '2036')
    if (value?.account_id === 'acct_pagination_integrity') return { brand: { domain: DOMAIN }, operator: DOMAIN }
    if (value === null || typeof value !== 'object' || typeof value.pricing_option_id !== 'string') return value
    return {
      ...value,
      product_id: products.has(value.product_id) ? OURS.product : value.product_id,
      pricing_option_id: options.has(value.pricing_option_id) ? OURS.pricing : value.pricing_option_id,
      ...(value.budget !== undefined && { bid_price: value.bid_price ?? 5 }),
    }
  })
  for (const phase of copy.phases) {
    phase.steps = phase.steps.filter(({ requires_tool }: any) => requires_tool !== 'comply_test_controller')
  }
  return { ...copy, fixtures: undefined, prerequisites: { ...prerequisites, controller_seeding: false } }
}

/** The SDK writes all it sees to the console. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log, warn, error, info, debug } = console
  Object.assign(console, { log() {}, warn() {}, error() {}, info() {}, debug() {} })
  try {
    return await work()
  } finally {
    Object.assign(console, { log, warn, error, info, debug })
  }
}
