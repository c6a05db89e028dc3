// The ads of house campaigns, for slots that would stay empty. Words find no ad that has none of them, so these are listed.
import { isInFlight } from '../domain/campaign-rules.ts'
import { hasAdvertiser } from './campaign-stops.ts'
import { type Catalog, UNAPPROVED } from './catalog.ts'
import type { Directory } from './directory.ts'

export interface HouseStock {
  /** Docs of house ads as they were a quarter of a second ago at most: who takes one asks whether it still is what it was. */
  docs(nowMs: number): readonly number[]
}

type HouseCatalog = Pick<Catalog, 'docsEnd' | 'index'>

/** Each of them is looked at where a slot stays empty. Of more, campaigns have equal shares, so that no feed of one publisher's keeps out another's. */
export const HOUSE_DOCS_MAX = 1_000
/** All ads are walked past for the list, 3 ms for a million, and changes are to be served soon. */
const READ_AGAIN_MS = 250

/** Belongs to one thread; reads nothing before it is asked. */
export function createHouseStock(catalog: HouseCatalog, directory: Directory): HouseStock {
  let docs: number[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  return {
    docs(nowMs) {
      // A clock that was set back is no reason to wait.
      if (Math.abs(nowMs - readAtMs) < READ_AGAIN_MS) return docs
      docs = read(catalog, runningHouse(directory, nowMs))
      readAtMs = nowMs
      return docs
    },
  }
}

/** Numbers of the house campaigns that run: the ads of others would only take places of the list. */
function runningHouse(directory: Directory, nowMs: number): number[] {
  const numbers: number[] = []
  for (const campaign of directory.campaigns.all()) {
    if (campaign.priority !== 'house' || !isInFlight(campaign, nowMs) || !hasAdvertiser(campaign, directory)) continue
    numbers.push(campaign.number)
  }
  return numbers
}

function read({ index, docsEnd }: HouseCatalog, campaigns: readonly number[]): number[] {
  if (campaigns.length === 0) return []
  const share = Math.max(1, Math.floor(HOUSE_DOCS_MAX / campaigns.length))
  // By campaign number: how many more are its share; below zero: none of those.
  const left = new Int32Array(campaigns.reduce((most, number) => Math.max(most, number), 0) + 1).fill(-1)
  for (const number of campaigns) left[number] = share
  const docs: number[] = []
  const beyond: number[] = []
  const end = docsEnd()
  for (let doc = 0; doc < end && docs.length < HOUSE_DOCS_MAX; doc++) {
    const campaign = index.campaignOf(doc)
    const more = left[campaign] ?? -1
    if (more < 0) continue
    const formats = index.formatsOf(doc)
    if (formats === 0 || formats === UNAPPROVED) continue
    left[campaign] = Math.max(0, more - 1)
    if (more > 0) docs.push(doc)
    else if (beyond.length < HOUSE_DOCS_MAX) beyond.push(doc)
  }
  return [...docs, ...beyond].slice(0, HOUSE_DOCS_MAX)
}
