// Starts the service, says where it is, and stops it in good order.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { dropStart } from './base/drop-start.ts'
import { createLog, type Log } from './base/log.ts'
import { STOP_WITHIN_MS } from './base/stop-times.ts'
import { readConfig } from './config.ts'
import { welcome } from './welcome.ts'
import type { Service } from './wire.ts'

/** What Node makes of our sources is kept here, and where that cannot be written, made anew at each start. */
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/aside', import.meta.url))

await main()

async function main(): Promise<void> {
  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(process.env)
  } catch (error) {
    fail(error)
  }
  const log = createLog({ level: config.logLevel, name: 'aside' })
  for (const warning of config.warnings) log.warn(warning)

  let service: Service | undefined
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping: finishing what runs')
    const cut = setTimeout(() => endAtOnce(log), STOP_WITHIN_MS)
    await service?.close().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
    clearTimeout(cut)
    process.exit(0)
  }
  // Before the start, since whoever sees that we are ready may stop us at once. While it starts there is nothing to finish.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  enableCompileCache(COMPILE_CACHE)
  // Threads take it from here. One that strips types by itself is slower to start and 10 MB larger.
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE
  const { startService } = await import('./wire.ts')
  service = await startService(config, { log }).catch((error) => fail(error, config))
  const { adminKey } = service.fresh
  const words = await welcome(service).catch((error: unknown) => {
    // A key that was made is of no use if nobody sees it. All else is known from before.
    if (adminKey !== undefined) fail(error)
    log.error({ err: error }, 'what a start says could not be found out; requests are answered')
    return ''
  })
  process.stdout.write(words)
  await service.fresh.keep().catch((error: unknown) => {
    log.error(
      { err: error },
      'the operator key could not be kept; it works until the stop, and the next start makes another',
    )
  })
  // Otherwise it is only written at a good end, and whoever is killed again and again starts slowly again and again.
  flushCompileCache()
  void service.threadsStarted.then(dropStart)
}

// An exit would wait for a thread that hangs in a call of the system, as on a disk that never answers. What was acknowledged is on the disk.
function endAtOnce(log: Log): void {
  log.error('the stop took too long; what still runs is killed')
  process.kill(process.pid, 'SIGKILL')
}

// What keeps the service from starting is told in a sentence; a stack would only hide it.
function fail(error: unknown, address?: Address): never {
  const { message } = error as { message?: string }
  process.stderr.write(`${(address && whyNotListening(error, address)) ?? message ?? String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}

interface Address {
  readonly host: string
  readonly port: number
}

function whyNotListening(error: unknown, { host, port }: Address): string | undefined {
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another process; set PORT to a free one.`
  if (code === 'EACCES') return `Port ${port} is not for this user; set PORT to another, such as 8080.`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `HOST is ${host}, which is no address of this machine; set it to one, or to 0.0.0.0 for all of them.`
  return undefined
}
