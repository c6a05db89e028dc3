// Keeps what was learned about ads over a restart: pages of counts in the store's settings, written when they changed.
import { base64Of, doublesOf, floatsOf } from '../../base/base64-floats.ts'
import type { Log } from '../../base/log.ts'
import { createCalibration } from '../../engine/learn/calibration.ts'
import { createRateModel, type RateState } from '../../engine/learn/rate-model.ts'
import { PAGE_ROWS, type TallyState } from '../../engine/learn/tally.ts'
import { afterReport } from '../../engine/reporting.ts'
import type { Learner } from '../../engine/learn/learner.ts'
import type { SettingStore } from '../../store/contract.ts'

/** Counts of another shape are not read: learning then starts anew. */
const FORMAT = 1
const PAGE_FLOATS = PAGE_ROWS * 2
const TALLIES = [
  'ads',
  'campaigns',
  'advertisers',
  'conversions',
  'advertiserConversions',
  'reports',
  'shared',
] as const satisfies readonly (keyof RateState)[]
type TallyName = (typeof TALLIES)[number]

/** What stands in the store under `learned`; the pages stand beside it under `learned.TALLY.PAGE`. */
interface Head {
  readonly format: number
  readonly pages: Readonly<Record<TallyName, number>>
  /** A number alone is a publisher that an older release had heard. */
  readonly reporting: readonly (number | readonly [publisher: number, vouched: number])[]
  readonly calibration: string
  /** Missing from what an older release kept. */
  readonly likeness?: string
}

type Learned = Pick<Learner, 'model' | 'calibration' | 'reporting'>

/** Reads what was kept; nothing where the store is new, holds another format or what cannot be read: it is learned anew then. */
export async function loadLearning(settings: SettingStore, log: Log): Promise<Learned> {
  const kept = await settings.read('learned')
  const head = headIn(kept, log)
  if (head === undefined) return { model: createRateModel(), calibration: createCalibration(), reporting: new Map() }
  const tallies: Partial<Record<TallyName, TallyState>> = {}
  for (const tally of TALLIES) {
    const pages = head.pages[tally] ?? 0
    const values = new Float32Array(pages * PAGE_FLOATS)
    for (let page = 0; page < pages; page++) {
      const text = await settings.read(pageName(tally, page))
      if (text !== undefined) values.set(floatsOf(text).subarray(0, PAGE_FLOATS), page * PAGE_FLOATS)
    }
    tallies[tally] = { values, changed: new Set() }
  }
  return {
    model: createRateModel({ ...tallies, ...(head.likeness && { likeness: head.likeness }) }),
    calibration: createCalibration(head.calibration),
    reporting: head.reporting,
  }
}

interface ReadHead {
  readonly pages: Readonly<Partial<Record<TallyName, number>>>
  readonly reporting: Map<number, number>
  readonly calibration: Float64Array
  readonly likeness: Float64Array | undefined
}

/** Undefined where there is none that can be read. */
function headIn(kept: string | undefined, log: Log): ReadHead | undefined {
  if (kept === undefined) return undefined
  try {
    const { format, pages, reporting, calibration, likeness } = JSON.parse(kept) as Head
    if (format !== FORMAT) return undefined
    return {
      pages: { ...pages },
      reporting: new Map(reporting.map((one) => (typeof one === 'number' ? [one, afterReport(0)] : one))),
      calibration: doublesOf(calibration),
      likeness: likeness === undefined ? undefined : doublesOf(likeness),
    }
  } catch (error) {
    log.warn({ err: error }, 'what was learned about ads could not be read; it is learned anew')
    return undefined
  }
}

/**
 * A job that writes the pages that changed since its last run. Learning may lose its last moments in a crash; the books are
 * kept elsewhere.
 */
export function createKeepLearning({
  settings,
  learner,
}: {
  settings: SettingStore
  learner: Pick<Learner, 'model' | 'calibration' | 'reporting'>
}): () => Promise<void> {
  let keptVersion = learner.model.version()
  return async () => {
    const version = learner.model.version()
    if (version === keptVersion) return
    const state = learner.model.state()
    for (const tally of TALLIES) await keepPages(settings, tally, state[tally])
    const head: Head = {
      format: FORMAT,
      pages: Object.fromEntries(
        TALLIES.map((tally) => [tally, Math.ceil(state[tally].values.length / PAGE_FLOATS)]),
      ) as Head['pages'],
      reporting: [...learner.reporting],
      calibration: base64Of(learner.calibration.state),
      likeness: base64Of(state.likeness),
    }
    await settings.write('learned', JSON.stringify(head))
    keptVersion = version
  }
}

async function keepPages(settings: SettingStore, tally: TallyName, { values, changed }: TallyState) {
  for (const page of [...changed]) {
    changed.delete(page)
    const from = page * PAGE_FLOATS
    try {
      await settings.write(pageName(tally, page), base64Of(values.slice(from, from + PAGE_FLOATS)))
    } catch (error) {
      changed.add(page)
      throw error
    }
  }
}

function pageName(tally: TallyName, page: number): string {
  return `learned.${tally}.${page}`
}
