// A verdict on an ad holds for what the person saw: where the ad shows something else by now, there is none.
import { ApiError, type Api } from './api.ts'
import type { Ad } from './shapes.ts'

export class ChangedMeanwhile extends Error {
  constructor() {
    super('It was changed while you looked; read it once more, then decide.')
  }
}

/**
 * @param ad as the person saw it
 * @throws ChangedMeanwhile, ApiError
 */
export async function judge(api: Api, ad: Ad, review: Ad['review']): Promise<void> {
  try {
    await api.send('PATCH', `ads/${encodeURIComponent(ad.id)}`, { review, ifVersion: ad.version })
  } catch (error) {
    // An archived one is found no more; read anew, the list does without it.
    throw hasCode(error, 'conflict') || hasCode(error, 'not_found') ? new ChangedMeanwhile() : error
  }
}

/** Changes all of these alike. @returns how many were passed over, which are archived by now */
export async function changeAll(api: Api, ads: readonly Ad[], change: object): Promise<number> {
  let gone = 0
  for (const { id } of ads) {
    try {
      await api.send('PATCH', `ads/${encodeURIComponent(id)}`, change)
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error
      gone++
    }
  }
  return gone
}

const hasCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code

const CONTENT = [
  ['title', 'title'],
  ['description', 'description'],
  ['landingUrl', 'landing page'],
  ['imageUrl', 'picture'],
  ['imageAlt', 'words for the picture'],
  ['price', 'price'],
  ['brand', 'brand'],
  ['ctaText', 'button'],
  ['keywords', 'keywords'],
  ['categories', 'categories'],
  ['formats', 'formats'],
  ['language', 'language'],
  ['aiGenerated', 'who made it'],
] as const

/** What an ad shows, or is matched by, that it did not before; by the names that people know. */
export function changedIn(before: Ad, now: Ad): string[] {
  return CONTENT.filter(([field]) => String(before[field] ?? '') !== String(now[field] ?? '')).map(([, name]) => name)
}
