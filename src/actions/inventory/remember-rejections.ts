// Remembers what people rejected of an advertiser, so that it does not come back as a new ad that nobody looks at.
import { createHash } from 'node:crypto'
import type { AdContent, Recurrence } from '../../domain/ad.ts'
import { landingPageOf, plainerPagesOf } from '../../domain/landing-page.ts'
import type { SettingStore } from '../../store/contract.ts'
import { createChangeSetting } from '../change-setting.ts'

export interface Rejections {
  /** Tells of content what of it was rejected before; knows the verdicts that were given until this call. */
  readonly of: (advertiserId: string) => Promise<(content: AdContent) => Recurrence>
  /** The newest verdict on a text or on a page is the one that holds. */
  readonly note: (advertiserId: string, content: AdContent, review: 'approved' | 'rejected') => Promise<void>
}

/** Of one advertiser; the oldest are forgotten first. Two to a verdict. */
const MARKS_MAX = 2_000
const MARK_BYTES = 12

/** The marks of each advertiser stand in the store's settings, as one short text. */
export function createRejections({ settings }: { readonly settings: SettingStore }): Rejections {
  const changeSetting = createChangeSetting(settings)
  return {
    async of(advertiserId) {
      const marks = new Set(marksIn(await settings.read(nameOf(advertiserId))))
      if (marks.size === 0) return () => ({ text: false, page: false })
      return (content) => ({
        text: marks.has(textMark(content)),
        page: pageMarks(content).some((mark) => marks.has(mark)),
      })
    },
    async note(advertiserId, content, review) {
      const [page, ...plainer] = pageMarks(content)
      const judged = [textMark(content), page!]
      // What is approved waited for the plainer pages too, and would wait for them again.
      const settled = review === 'approved' ? [...judged, ...plainer] : judged
      await changeSetting(nameOf(advertiserId), (kept) => {
        const before = marksIn(kept)
        const others = before.filter((mark) => !settled.includes(mark))
        if (review === 'rejected') return { value: JSON.stringify([...others, ...judged].slice(-MARKS_MAX)) }
        return others.length < before.length ? { value: JSON.stringify(others) } : undefined
      })
    },
  }
}

function marksIn(text = '[]'): readonly string[] {
  return JSON.parse(text)
}

function nameOf(advertiserId: string): string {
  return `rejected.${advertiserId}`
}

/** Letters and digits alone: another case, space or full stop makes no other text. */
function textMark({ title, description }: AdContent): string {
  const text = `${title} ${description}`
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return markOf('text', words?.join(' ') ?? text)
}

/** Of its own page first. */
function pageMarks({ landingUrl }: AdContent): readonly string[] {
  return [landingPageOf(landingUrl), ...plainerPagesOf(landingUrl)].map((page) => markOf('page', page))
}

function markOf(kind: 'text' | 'page', of: string): string {
  return createHash('sha256').update(`${kind} ${of}`).digest().toString('base64url', 0, MARK_BYTES)
}
