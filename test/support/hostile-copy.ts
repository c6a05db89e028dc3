// Ad copy that speaks to a model, in eleven families and ten languages, and copy that only looks like it: hostile-copy.txt, a text a line,
// written by hand. By what is held out the words of the check were not mended, so that it tells how others would be read.
import { readFileSync } from 'node:fs'

export interface HostileCopy {
  /** `free`: of any. */
  readonly family: string
  readonly language: string
  readonly text: string
}

const sections = new Map(
  readFileSync(new URL('hostile-copy.txt', import.meta.url), 'utf8')
    .split(/^#### /m)
    .slice(1)
    .map((section) => {
      const [name, ...lines] = section.trimEnd().split('\n')
      return [name!, lines] as const
    }),
)

export const hostileCopy = { tuned: hostileIn('hostile tuned'), heldOut: hostileIn('hostile heldOut') } as const
export const benignCopy = { tuned: sections.get('benign tuned')!, heldOut: sections.get('benign heldOut')! } as const

function hostileIn(section: string): HostileCopy[] {
  return sections.get(section)!.map((line) => {
    const [family, language, ...words] = line.split(' ')
    return { family: family!, language: language!, text: words.join(' ') }
  })
}
