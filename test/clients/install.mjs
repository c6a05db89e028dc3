// Installs the outside MCP clients of this folder where they are missing or of another lockfile. Plain JavaScript for any
// Node with npm; says in one line what it did. Exit code 1: they could not be had, and the suites that need them will skip.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const mark = join(folder, 'node_modules', '.installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex')

if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) {
  console.log('The outside MCP clients are installed.')
} else {
  // Install scripts of strangers stay off: no client needs one to speak the protocol.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status === 0) writeFileSync(mark, wanted)
  else process.exitCode = 1
  console.log(
    status === 0
      ? 'Installed the outside MCP clients.'
      : 'The outside MCP clients could not be installed: the suites that need them will be skipped.',
  )
}
