// When the packages of a media buy run: within its own time.
import { invalid } from '../../domain/errors.ts'
import type { MediaBuy } from '../../domain/media-buy.ts'

type Times = Pick<MediaBuy, 'startAtMs' | 'endAtMs'>

/**
 * The times of a new package, which are the buy's where it names none.
 * @param field where it stands, such as `packages[0]`
 * @throws ServiceError validation_error where they are turned round, or not within the buy's
 */
export function demandTimes(one: Partial<Times>, buy: Times, field: string): void {
  const { startAtMs = buy.startAtMs, endAtMs = buy.endAtMs } = one
  demandWithin({ startAtMs, endAtMs }, buy, field)
  if (endAtMs <= startAtMs) throw invalid(`${field}.end_time`, 'must be later than its start_time', 'minimum')
}

/**
 * @param field where the package stands; undefined where only the buy's own times are named
 * @throws ServiceError validation_error where a package would begin before the buy, or end after it
 */
export function demandWithin({ startAtMs, endAtMs }: Times, buy: Times, field: string | undefined): void {
  const at = (name: string) => (field === undefined ? name : `${field}.${name}`)
  if (startAtMs < buy.startAtMs) throw invalid(at('start_time'), 'must not be before that of the media buy', 'minimum')
  if (endAtMs > buy.endAtMs) throw invalid(at('end_time'), 'must not be after that of the media buy', 'maximum')
}
