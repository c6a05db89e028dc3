// A page of a chat app for the tests of the library: on an origin of its own, under a policy that allows the library and nothing else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatPage {
  readonly url: string
  /** Where the page takes reports itself, as Aside would: `{base}/i/{token}` belongs to it. */
  readonly base: string
  /** Bodies of the reports that came to `base`, oldest first. */
  readonly reports: string[]
  /** How many of the next reports are answered 503. */
  failNext: number
  close(): void
}

/** @param asideBase public base of the service, from which the page has the library */
export async function openChatPage(asideBase: string): Promise<ChatPage> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${asideBase}/aside.js`,
    `connect-src 'self' ${asideBase}/`,
    `img-src ${asideBase}/demo/`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/': [
      'text/html',
      `<!doctype html><html lang="en"><title>Chat</title>
<script type="module" src="/page.js"></script><p id="answer"></p><div id="ads"></div>`,
    ],
    // Only the tests have it under a global name.
    '/page.js': ['text/javascript', `import * as aside from '${asideBase}/aside.js'\nglobalThis.aside = aside`],
    '/elsewhere': ['text/html', '<!doctype html><title>Elsewhere</title>'],
  }
  const reports: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
      const isDown = page.failNext > 0
      if (isDown) page.failNext--
      reports.push(`${isDown ? 503 : 200} ${body}`)
      return response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' }).end('{}')
    }
    const [type, text] = files[request.url!] ?? ['text/plain', 'not here']
    response.writeHead(request.url! in files ? 200 : 404, { 'content-type': type, 'content-security-policy': policy })
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page: ChatPage = {
    url,
    base: url,
    reports,
    failNext: 0,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return page
}
