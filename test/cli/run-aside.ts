// Runs the real program `aside` as a process of its own and collects what it says.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const BIN = fileURLToPath(new URL('../../scripts/aside.mjs', import.meta.url))
const WITHIN_MS = 60_000

export interface Said {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** @param options.env the whole environment besides PATH; @param options.input what it reads on standard input */
export function runAside(
  args: readonly string[],
  { env = {}, input }: { env?: Readonly<Record<string, string>>; input?: string | Buffer } = {},
): Promise<Said> {
  const child = spawn(process.execPath, [BIN, ...args], { env: { PATH: process.env.PATH ?? '', ...env } })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  child.stdin.on('error', () => {}) // it may end before it has read everything
  child.stdin.end(input ?? '')
  const cut = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(cut)
      resolve({ code, ...said })
    })
  })
}
