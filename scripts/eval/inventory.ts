// A judged ad as a line of the import endpoint.
import { type EvalAd, poolOf } from '../../tools/eval-folder.ts'

const TITLE_CHARS_MAX = 150

/** Titles that are too long for an ad are cut at a word; the whole title then opens the description, so no word is lost. */
export function adLine({ id, title, description, keywords, category }: EvalAd): string {
  const long = title.length > TITLE_CHARS_MAX
  const cut = title.slice(0, TITLE_CHARS_MAX)
  return JSON.stringify({
    id,
    title: long ? cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)) : title,
    description: long ? `${title} ${description}` : description,
    landingUrl: `https://${poolOf(id)}.example/${encodeURIComponent(id)}`,
    keywords,
    categories: category === '' ? [] : [category],
  })
}
