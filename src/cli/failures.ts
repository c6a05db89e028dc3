// What can go wrong on the command line, each with a sentence that says what to do next and an exit code.
import { type Issue, ServiceError } from '../domain/errors.ts'
import { fieldOf } from '../domain/faults.ts'

export const EXIT = { ok: 0, failure: 1, usage: 2, partial: 3 } as const

export interface Failure {
  readonly exitCode: number
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
  /** For `--json`: the server's code, or one of ours. */
  readonly code: string
  readonly requestId?: string
  /** All that is wrong with what was given, as the service tells it. */
  readonly issues?: readonly Issue[]
}

/** An error whose words are meant for whoever typed the command. */
export class CliError extends Error {
  readonly failure: Failure

  constructor(message: string, { exitCode = EXIT.failure, code = 'failed', ...more }: Partial<Failure> = {}) {
    super(message)
    this.name = 'CliError'
    this.failure = { ...more, message, exitCode, code }
  }
}

export function usageError(message: string, hint?: string): CliError {
  return new CliError(message, { exitCode: EXIT.usage, code: 'usage', ...(hint && { hint }) })
}

/** Any thrown thing as a failure that can be shown. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CliError) return thrown.failure
  const { message, code } = (thrown ?? {}) as { message?: string; code?: string }
  const issues = thrown instanceof ServiceError ? thrown.details.issues : undefined
  return {
    exitCode: thrown instanceof ServiceError ? exitCodeOf(thrown.code) : EXIT.failure,
    message: wordsOf(message ?? String(thrown), issues),
    ...(issues && { issues }),
    code: typeof code === 'string' ? code : 'failed',
  }
}

/** What the service finds wrong with a call was typed by whoever asked, so the command was used wrongly. */
export function exitCodeOf(code: string | undefined): number {
  return code === 'validation_error' ? EXIT.usage : EXIT.failure
}

/** What is wrong, a line for each thing where it is more than one. */
export function wordsOf(message: string, issues: readonly Issue[] = []): string {
  if (issues.length < 2) return sentence(message)
  const lines = issues.map((issue) => `- ${fieldOf(issue.pointer)} ${issue.message}`)
  return [`${issues.length} things are wrong:`, ...lines].join('\n')
}

export function sentence(text: string): string {
  return /[.!?]\)?$/.test(text) ? text : `${text}.`
}
