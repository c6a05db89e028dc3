// A short text that is the same for the same files, and another where a byte of one of them differs.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param folders all files in and below them count, but for tests */
export function fingerprintOf(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!/\.\w+$/.test(name) || name.endsWith('.test.ts')) continue
      hash.update(name).update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex')
}
