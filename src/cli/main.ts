// The start of `aside`: runs one command line and ends with an exit code that scripts can use.
import { EXIT } from './failures.ts'
import { runAside } from './program.ts'

// `aside report | head` closes the pipe early; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok)
  throw error
})
process.exitCode = await runAside(process.argv.slice(2))
