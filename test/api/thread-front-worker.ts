// A decision thread for tests: a real front and real steps, with decisions that are made up; it says who answers.
import { parentPort, workerData } from 'node:worker_threads'
import { asciiJson } from '../../src/base/ascii-json.ts'
import { realClock } from '../../src/base/clock.ts'
import { createGcra } from '../../src/base/gcra.ts'
import { createLog } from '../../src/base/log.ts'
import type { Caller } from '../../src/domain/api-key.ts'
import { createAuth } from '../../src/http/auth.ts'
import type { Door } from '../../src/http/connections/inner-door.ts'
import { createAdsRequestSteps } from '../../src/http/ads-request-steps.ts'
import { createThreadFront } from '../../src/http/connections/thread-front.ts'

export interface ThreadSettings {
  readonly door: Door
  readonly port: number
  readonly key: string
  readonly caller: Caller
  readonly dueTimes?: { readonly keysMax: number; readonly memory: SharedArrayBuffer }
}

const { door, port, key, caller, dueTimes } = workerData as ThreadSettings
let number = 0
const ids = { next: (kind: string) => `${kind}_thread${++number}` }
const steps = createAdsRequestSteps({
  auth: createAuth({
    authenticate: (given) => (given === key ? caller : undefined),
    rateLimiter: dueTimes && createGcra(dueTimes),
    clock: realClock,
  }),
  config: { currency: 'USD' },
  ids,
  log: createLog({ level: 'silent', name: 'test' }),
  presentAds: asciiJson,
  serveSteps: {
    read: (_caller, { metadata, warnings }) => ({
      requestId: ids.next('req'),
      test: false,
      slots: [],
      warnings,
      metadata,
    }),
    decide: (served) => served,
    finish: (served) => served as never,
  },
})
const front = createThreadFront({ steps, clock: realClock, door })
parentPort!.on('message', () => void front.close().then(() => parentPort!.close()))
await front.listen({ port, host: '127.0.0.1' })
parentPort!.postMessage('listening')
