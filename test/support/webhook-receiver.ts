// A receiver of webhooks that keeps what it heard.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Heard {
  readonly body: string
  readonly signature: string
}

/** @param answer what it answers to each message, once the whole of it was heard */
export async function openWebhookReceiver(answer: (response: ServerResponse) => void) {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push({ body, signature: String(request.headers['aside-signature']) })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard: heard as readonly Heard[],
    forget: () => void (heard.length = 0),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
