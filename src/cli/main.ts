// The start of `aside`: runs one command line and ends with an exit code that scripts can use.
import { EXIT, sentence } from './failures.ts'
import { runAside } from './program.ts'

// `aside report | head` closes the pipe early; that is no failure. A disk that is full is one.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok)
  process.stderr.write(`Error: The result could not be written: ${sentence(error.message)}\n`)
  process.exit(EXIT.failure)
})
// Where nobody can be told what went wrong, the exit code still tells.
process.stderr.on('error', () => {})
process.exitCode = await runAside(process.argv.slice(2))
