// Asks a port for readiness again and again, as a balancer would, in a thread of its own: whoever sends a storm of clicks is too busy
// himself to notice when the service is back.
import { connect } from 'node:net'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface ReadinessWatcher {
  /** Resolves when the service is ready for the first time from now on, with milliseconds since the epoch. It must be down now. */
  readyAgain(): Promise<number>
  stop(): Promise<unknown>
}

const ASK_EVERY_MS = 10

export function watchReadiness(port: number): ReadinessWatcher {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port } })
  return {
    async readyAgain() {
      worker.postMessage('from now on')
      const [atMs] = (await once(worker, 'message')) as [number]
      return atMs
    },
    stop: () => worker.terminate(),
  }
}

if (!isMainThread && workerData?.port !== undefined) {
  parentPort!.on('message', async () => {
    while (!(await isReady(workerData.port))) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    parentPort!.postMessage(Date.now())
  })
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /readyz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')
    })
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text.startsWith('HTTP/1.1 200')))
  })
}
