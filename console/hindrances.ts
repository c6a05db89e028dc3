// What keeps a campaign from serving, in the few words that a list has room for.
import { words } from './format.ts'

/** Where the code itself does not say it to whoever has not read of it. */
const HINDRANCES: Readonly<Record<string, string>> = {
  closed_hours: 'Outside its hours',
  pacing: 'Ahead of its plan',
  ads_pending: 'Ads wait for review',
  no_publisher: 'No publisher takes it',
}

export function hindranceWords(code: string): string {
  return HINDRANCES[code] ?? words(code)
}
