// Loads a package from the folder that the caller named: rivals are measured, never depended on.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MissingRival } from './rival.ts'

export async function loadModule<T>(modules: string, name: string): Promise<{ module: T; version: string }> {
  const folder = join(modules, 'node_modules', name)
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    const path = createRequire(join(modules, 'package.json')).resolve(name)
    return { module: (await import(pathToFileURL(path).href)) as T, version }
  } catch (cause) {
    throw new MissingRival(`${name} is not in ${modules}: npm install --prefix ${modules} ${name}`, { cause })
  }
}
