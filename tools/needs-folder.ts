// Reads what the table of needs is made of, a line at a time: kinds of things (tools/needs), and things whose name says the kind to whoever
// knows them (tools/known-names).
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface KindLine {
  /** As titles and catalogues write it, the usual one first; at least one. */
  readonly names: readonly string[]
  /** Short phrases; at least one. */
  readonly needs: readonly string[]
}

export interface KnownLine {
  /** Product lines, chains, varieties; at least one. */
  readonly names: readonly string[]
  /** A name of the kind that all of them are of. */
  readonly kind: string
  /** Where the line stands. */
  readonly place: string
}

/** @throws Error for a line that is none, with its place */
export function readKinds(): KindLine[] {
  return linesOf('needs').map(({ text, place }) => {
    const [names = [], needs = [], ...more] = partsOf(text, ';', ',')
    if (more.length > 0 || names.length === 0 || needs.length === 0) {
      throw new Error(`${place}: a line is "names; by semicolons | needs, by commas"`)
    }
    return { names, needs }
  })
}

/** @throws Error for a line that is none, with its place */
export function readKnownNames(): KnownLine[] {
  return linesOf('known-names').map(({ text, place }) => {
    const [names = [], kinds = [], ...more] = partsOf(text, ';', ';')
    if (more.length > 0 || names.length === 0 || kinds.length !== 1) {
      throw new Error(`${place}: a line is "names; by semicolons | a name of their kind"`)
    }
    return { names, kind: kinds[0]!, place }
  })
}

function linesOf(folder: string): { text: string; place: string }[] {
  const cwd = fileURLToPath(new URL(folder, import.meta.url))
  return globSync('*.txt', { cwd })
    .sort()
    .flatMap((file) =>
      readFileSync(`${cwd}/${file}`, 'utf8')
        .split('\n')
        .map((text, i) => ({ text, place: `${file}:${i + 1}` })),
    )
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
}

/** What stands between bars, each cut by its own separator. */
function partsOf(text: string, ...separators: string[]): string[][] {
  return text.split(' | ').map((part, i) =>
    part
      .split(separators[i] ?? '|')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
}
