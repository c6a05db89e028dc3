// A way to a server's socket that a test can cut and open again, as a network does.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CutLine {
  /** On 127.0.0.1. */
  readonly port: number
  /** Ends what is connected, and takes nobody. */
  cut(): void
  open(): void
}

/** @param path of the server's own socket */
export async function openCutLine(path: string): Promise<CutLine> {
  const ends = new Set<Socket>()
  let isOpen = true
  const server = createServer((from) => {
    from.on('error', () => {})
    if (!isOpen) return void from.destroy()
    const to = connect(path).on('error', () => {})
    from.pipe(to).pipe(from)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      ends.add(one)
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isOpen = false
      for (const end of ends) end.destroy()
    },
    open: () => void (isOpen = true),
  }
}
