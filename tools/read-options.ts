// The options of a script: what is wrong with them is told in a sentence, with how it is called, as `--help` tells too.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Ends the process where there is nothing to run: with 0 for `--help`, with 2 where an option is unknown or lacks its value. */
export function readOptions<T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    process.exit()
  }
  try {
    return parseArgs<{ options: T }>({ options }).values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`)
    process.exit(2)
  }
}
