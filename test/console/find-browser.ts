// Finds the browser that the console is tried in. None is brought along, since it is larger than everything else together.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** First those that are the same browser without its windows and menus, which takes a quarter less of the machine. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a Chromium; `CHROMIUM_PATH` names one that lies elsewhere. Undefined where there is none. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const wanted = [
    env.CHROMIUM_PATH ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES,
  ]
  return wanted.find((path) => path !== '' && existsSync(path))
}
