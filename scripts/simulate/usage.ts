// What the words behind a simulation's name may be; what is wrong with them is told in a sentence.

export const USAGE = `npm run simulate -- [auction] [--requests 1000000] [--seed 7] [--campaigns 200] [--spread published|wide] [--json]
npm run simulate -- pacing [--days 30] [--requests 300000] [--seed 7] [--svg FILE] [--json]
npm run simulate -- forecast [--requests 100000] [--seed 7] [--json]
`

class UsageFault extends Error {}

/** @throws UsageFault where it is no whole number, or less than `least` */
export function wholeNumber(option: string, text: string, least = 1): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isSafeInteger(number) && number >= least) return number
  throw new UsageFault(`--${option} takes a whole number from ${least} on, and not "${text}".`)
}

/** Of options that are unknown or lack their value, as `parseArgs` tells them, or whose value is none. */
export function isUsageFault(error: unknown): error is Error {
  return error instanceof UsageFault || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_')
}
