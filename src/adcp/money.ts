// Money as this protocol writes it: JSON numbers of the currency's unit. Inside it is a whole number of micros.
import { invalid } from '../domain/errors.ts'
import { type Micros, parseMicros } from '../domain/money.ts'

/**
 * An amount as it was meant: the shortest decimals that make the number, of which there may be six.
 * @throws ServiceError validation_error naming `field`
 */
export function microsOf(amount: number, field: string): Micros {
  try {
    return parseMicros(String(amount), field)
  } catch {
    throw invalid(field, 'must be an amount from 0 to 1000000000 with at most 6 decimals', 'multipleOf')
  }
}

/** The number whose shortest decimals are the amount, up to nine billion. */
export function amountOf(micros: Micros): number {
  return micros / 1_000_000
}
