// Money is a whole number of micros (millionths of the settlement currency's unit); rounding has a direction and a name.
import { invalid } from './errors.ts'

/**
 * Millionths of one unit of the installation's currency. A plain number stays exact up to 2^53 micros, which is
 * 9 billion units; `parseMicros` refuses more than a billion, so that sums of balances stay exact too.
 */
export type Micros = number

export interface MoneyOnWire {
  readonly amount: string
  readonly currency: string
}

const MICROS_PER_UNIT = 1_000_000
const AMOUNT_MAX_MICROS = 1_000_000_000 * MICROS_PER_UNIT

const DECIMAL = /^(0|[1-9]\d{0,9})(?:\.(\d{1,6}))?$/

/**
 * Reads a decimal string such as "0.50". Numbers are refused, since a float has already lost what was meant.
 * @throws ServiceError validation_error naming `field`
 */
export function parseMicros(text: unknown, field: string): Micros {
  const parts = typeof text === 'string' ? DECIMAL.exec(text) : null
  const micros = parts ? Number(parts[1]) * MICROS_PER_UNIT + Number((parts[2] ?? '').padEnd(6, '0')) : Number.NaN
  if (micros <= AMOUNT_MAX_MICROS) return micros
  const message = 'must be a decimal string from "0" to "1000000000" with at most 6 decimals, such as "0.50"'
  throw invalid(field, message, 'format')
}

/** Writes micros as a decimal string with at least two decimals: 500000 -> "0.50", 2300 -> "0.0023". */
export function formatMicros(micros: Micros): string {
  const sign = micros < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(micros) / MICROS_PER_UNIT)
  const decimals = String(Math.abs(micros) % MICROS_PER_UNIT)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${sign}${whole}.${decimals}`
}

export function moneyOnWire(micros: Micros, currency: string): MoneyOnWire {
  return { amount: formatMicros(micros), currency }
}

/** A percentage of an amount, a whole number of micros; the direction of rounding says who gains the fraction. */
export function shareOf(micros: Micros, { percent, round }: { percent: number; round: 'down' | 'up' }): Micros {
  // Percent may carry up to four decimals; scaled to an integer first, so that no float touches the amount.
  const scaled = BigInt(micros) * BigInt(Math.round(percent * 10_000))
  const down = Number(scaled / 1_000_000n)
  return round === 'up' && scaled % 1_000_000n !== 0n ? down + 1 : down
}

/** The least that one more billable action can cost, where its campaign does not bid less; for cpm, a thousand of them. */
export const LEAST_CHARGE_MICROS: Micros = 10_000

/** What one impression costs at a price per thousand, rounded down in the advertiser's favour. */
export function perImpression(cpmMicros: Micros): Micros {
  return Math.floor(cpmMicros / 1_000)
}

/** The least whole number of micros that is not below an amount worked out in floats; a millionth of a micro counts as rounding noise. */
export function atLeast(amount: number): Micros {
  return Math.ceil(amount - 1e-6)
}

/** An amount as it can be paid, in whole minor units of the currency (cents); what is less stays on the account. */
export function floorToMinorUnit(micros: Micros, currency: string): Micros {
  const unit = minorUnitOf(currency)
  return Math.floor(micros / unit) * unit
}

/** The least that can be paid in a currency: a cent of a dollar, a whole yen. */
export function minorUnitOf(currency: string): Micros {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return MICROS_PER_UNIT / 10 ** digits
}

/** As `parseMicros`, but below zero too: "-1.50". @throws ServiceError validation_error naming `field` */
export function parseSignedMicros(text: unknown, field: string): Micros {
  const isNegative = typeof text === 'string' && text.startsWith('-')
  const micros = parseMicros(isNegative ? text.slice(1) : text, field)
  return isNegative && micros !== 0 ? -micros : micros
}
