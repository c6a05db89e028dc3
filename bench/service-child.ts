// The service as a bench runs it: in a process of its own, which tells over IPC where it listens and what it has spent.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { dropStart } from '../src/base/drop-start.ts'
import { createLog } from '../src/base/log.ts'
import { readConfig } from '../src/config.ts'

// As main.ts does, so that start-up times are those of the service.
const compileCache = fileURLToPath(new URL('../node_modules/.cache/aside', import.meta.url))
enableCompileCache(compileCache)
process.env.NODE_COMPILE_CACHE ??= compileCache
const { startService } = await import('../src/wire.ts')
const log = createLog({ level: process.env.LOG_LEVEL ?? 'warn', name: 'aside' })
const service = await startService(readConfig(process.env), { log })

process.on('message', (question) => {
  if (question !== 'usage') return
  process.send!({ cpu: process.cpuUsage(), peakBytes: process.resourceUsage().maxRSS * 1024 })
})
// Whoever started us is gone, or wants us gone: either way the files are closed in good order.
process.on('disconnect', async () => {
  await service.close()
  process.exit(0)
})
process.send!({ baseUrl: service.config.baseUrl })
flushCompileCache()
void service.threadsStarted.then(dropStart)
