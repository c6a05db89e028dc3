// Lets a process collect its garbage before it is weighed, over the inspector that Node brings: what stays is in use.

/**
 * @param port of `--inspect=127.0.0.1:PORT`
 * @returns bytes of the heap in use once nothing more can be collected
 */
export async function collectGarbage(port: number): Promise<number> {
  const [{ webSocketDebuggerUrl }] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as [
    { webSocketDebuggerUrl: string },
  ]
  const socket = new WebSocket(webSocketDebuggerUrl)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const call = (method: string, params: object = {}) =>
    new Promise<any>((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)).result), { once: true })
      socket.send(JSON.stringify({ id: 1, method, params }))
    })
  // What the first round lets go of may hold more.
  for (let round = 0; round < 2; round++) await call('HeapProfiler.collectGarbage')
  const { result } = await call('Runtime.evaluate', { expression: 'process.memoryUsage().heapUsed' })
  socket.close()
  return result.value
}
