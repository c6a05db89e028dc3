// What every command file is given, so that none reaches for the process by itself.
import type { Terminal } from './terminal.ts'

export interface CliContext {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  /** Ends with another code than 0 although the command ran to its end. */
  readonly endWith: (exitCode: number) => void
}
