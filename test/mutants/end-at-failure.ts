// Imported before a file of tests: ends it with the first test that fails, since one finds a planted bug.
import { flushCompileCache } from 'node:module'
import { afterEach } from 'node:test'

afterEach((t) => {
  const { error } = t as { error?: unknown }
  if (!error) return
  console.error(error)
  // Or what was compiled would be lost, and made anew for the next bug.
  flushCompileCache()
  process.exit(1)
})
