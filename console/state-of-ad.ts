// What stands beside an ad in a word: what keeps it from being shown goes before what its advertiser wants.
import { words } from './format.ts'
import type { Ad } from './shapes.ts'

export function stateOfAd({ status, availability, review, archivedAt }: Ad): {
  readonly of: string
  readonly text: string
} {
  const plain = (of: string) => ({ of, text: words(of) })
  if (archivedAt !== undefined) return plain('archived')
  if (review === 'approved' && availability === 'out_of_stock') return { of: 'paused', text: 'Out of stock' }
  if (review === 'approved') return plain(status)
  if (review === 'rejected') return plain('rejected')
  return { of: 'pending', text: status === 'paused' ? 'Paused, not reviewed' : 'Waits for review' }
}
