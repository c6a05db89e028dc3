// What pacing learned, as text for the store: the shape of traffic, how links are billed, and each campaign's own record.
import { base64Of, floatsOf } from '../../base/base64-floats.ts'
import type { Account } from './account.ts'
import type { Response } from './response.ts'
import type { SavedTraffic, Traffic } from './traffic.ts'

/** Campaign number -> its record, to be taken up when the campaign is met again. */
export type SavedCampaigns = ReadonlyMap<number, (account: Account) => void>

/** Campaigns kept, the newest; 40 bytes each, before base64. Those beyond learn anew after a restart. */
const CAMPAIGNS_MAX = 20_000
/** Of requests and served ads; what has faded to less is worth nothing any more. */
const LEAST_KEPT = 0.01
const VERSION = 1

const FIELDS = [
  'served',
  'servedMicros',
  'billedMicros',
  'openMicros',
  'longRequests',
  'longMicros',
  'shortRequests',
  'shortMicros',
  'share',
] as const satisfies readonly (keyof Account)[]
const ROW = 1 + FIELDS.length

interface Saved {
  readonly version: number
  readonly atMs: number
  readonly response: readonly number[]
  /** Base64 of 32-bit floats. */
  readonly traffic: Readonly<Record<string, string>>
  readonly campaigns: string
}

export function packState(state: {
  nowMs: number
  traffic: Traffic
  response: Response
  /** In the order in which campaigns came. */
  accounts: readonly Account[]
}): string {
  const rows = new Float32Array(Math.min(state.accounts.length, CAMPAIGNS_MAX) * ROW)
  let at = 0
  for (const account of state.accounts.toReversed()) {
    if (at === rows.length) break
    if (account.campaign.archivedAtMs !== undefined) continue
    if (account.longRequests < LEAST_KEPT && account.served < LEAST_KEPT) continue
    rows[at++] = account.campaign.number
    for (const field of FIELDS) rows[at++] = account[field]
  }
  const saved: Saved = {
    version: VERSION,
    atMs: state.nowMs,
    response: state.response.save(),
    traffic: Object.fromEntries(Object.entries(state.traffic.save()).map(([name, line]) => [name, base64Of(line)])),
    campaigns: base64Of(rows.subarray(0, at)),
  }
  return JSON.stringify(saved)
}

/** Takes up what was saved; what was saved by another version is left alone, and learned anew. */
export function unpackState(text: string, state: { traffic: Traffic; response: Response }): SavedCampaigns {
  const saved = JSON.parse(text) as Saved
  if (saved.version !== VERSION) return new Map()
  state.response.restore(saved.response)
  const traffic: SavedTraffic = Object.fromEntries(
    Object.entries(saved.traffic).map(([name, line]) => [name, floatsOf(line)]),
  )
  state.traffic.restore(traffic)
  const rows = floatsOf(saved.campaigns)
  const campaigns = new Map<number, (account: Account) => void>() // at most CAMPAIGNS_MAX
  for (let at = 0; at < rows.length; at += ROW) {
    const row = rows.subarray(at + 1, at + ROW)
    campaigns.set(rows[at]!, (account) => {
      FIELDS.forEach((field, i) => {
        account[field] = row[i]!
      })
      account.settledMs = saved.atMs // what has passed since then fades at the first look
    })
  }
  return campaigns
}
