// Money as it stands in bodies: a decimal string, beside it or around it the installation's currency.
import { invalid } from '../../domain/errors.ts'
import { Type } from '../../doors/type.ts'

export const amountSchema = Type.String({
  pattern: '^(?:0|[1-9][0-9]{0,9})(?:\\.[0-9]{1,6})?$',
  description: 'A decimal string from "0" to "1000000000" with at most 6 decimals, such as "0.50".',
})

export const currencySchema = Type.String({
  minLength: 3,
  maxLength: 3,
  description: 'ISO 4217; the one of the installation.',
})

export const moneySchema = Type.Object({ amount: Type.String(), currency: Type.String() })

/** What the installation says of its money. */
export interface Books {
  readonly currency: string
  /** How many times as fast as real time service time runs. */
  readonly clockSpeed: number
}

export const simulatedSchema = Type.Boolean({ description: 'True where time runs fast, and nobody owes the money.' })

/** Whether the money is that of a simulation, as answers that could be taken for a bill say. */
export const isSimulated = ({ clockSpeed }: Pick<Books, 'clockSpeed'>): boolean => clockSpeed !== 1

/** @throws ServiceError validation_error where a currency is named that is not the installation's */
export function checkCurrency(given: string | null | undefined, currency: string, field: string): void {
  if (given === undefined || given === null || given.toUpperCase() === currency) return
  throw invalid(field, `must be ${currency}, the currency of this installation`, 'const')
}
