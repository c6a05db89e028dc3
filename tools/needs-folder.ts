// Reads tools/needs: what people say who need a thing, a kind a line.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface KindLine {
  /** As titles and catalogues write it, the usual one first; at least one. */
  readonly names: readonly string[]
  /** Short phrases; at least one. */
  readonly needs: readonly string[]
}

const FOLDER = fileURLToPath(new URL('needs', import.meta.url))

/** @throws Error for a line that is none, with its place */
export function readKinds(): KindLine[] {
  const files = globSync('*.txt', { cwd: FOLDER }).sort()
  return files.flatMap((file) =>
    readFileSync(`${FOLDER}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, i) => (line === '' || line.startsWith('#') ? [] : [kindOf(line, `${file}:${i + 1}`)])),
  )
}

function kindOf(line: string, place: string): KindLine {
  const [names, needs, ...more] = line.split(' | ')
  const parts = (text: string | undefined, separator: string) =>
    (text ?? '')
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const kind = { names: parts(names, ';'), needs: parts(needs, ',') }
  if (more.length > 0 || kind.names.length === 0 || kind.needs.length === 0) {
    throw new Error(`${place}: a line is "names; by semicolons | needs, by commas"`)
  }
  return kind
}
