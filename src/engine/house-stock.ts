// The ads of house campaigns, for slots that would stay empty. Words find no ad that has none of them, so these are listed.
import { type Catalog, UNAPPROVED } from './catalog.ts'
import type { Directory } from './directory.ts'

export interface HouseStock {
  /** Docs of house ads as they were a quarter of a second ago at most: who takes one asks whether it still is what it was. */
  docs(nowMs: number): readonly number[]
}

type HouseCatalog = Pick<Catalog, 'docsEnd' | 'index'>

/** Of more the first so many stand in: each of them is looked at where a slot stays empty. */
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
      docs = read(catalog, houseCampaigns(directory))
      readAtMs = nowMs
      return docs
    },
  }
}

/** By campaign number: 1 = house. */
function houseCampaigns(directory: Directory): Uint8Array | undefined {
  const numbers: number[] = []
  for (const { number, priority } of directory.campaigns.all()) if (priority === 'house') numbers.push(number)
  if (numbers.length === 0) return undefined
  const flags = new Uint8Array(numbers.reduce((most, number) => Math.max(most, number), 0) + 1)
  for (const number of numbers) flags[number] = 1
  return flags
}

function read({ index, docsEnd }: HouseCatalog, campaigns: Uint8Array | undefined): number[] {
  const docs: number[] = []
  if (campaigns === undefined) return docs
  const end = docsEnd()
  for (let doc = 0; doc < end && docs.length < HOUSE_DOCS_MAX; doc++) {
    if (campaigns[index.campaignOf(doc)] !== 1) continue
    const formats = index.formatsOf(doc)
    if (formats !== 0 && formats !== UNAPPROVED) docs.push(doc)
  }
  return docs
}
