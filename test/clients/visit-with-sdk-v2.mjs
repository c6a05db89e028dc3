// The official client, version 2: by default it speaks the older revisions, with `auto` it asks for the newest.
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** @param mode `legacy` or `auto` */
export const visitWithSdkV2 =
  (mode) =>
  async ({ url, headers, sse, call }) => {
    const client = new Client({ name: 'suite', version: '1' }, { versionNegotiation: { mode } })
    const Transport = sse ? SSEClientTransport : StreamableHTTPClientTransport
    try {
      await client.connect(new Transport(new URL(url), { requestInit: { headers } }))
      const { tools } = await client.listTools()
      return { tools: tools.map(({ name }) => name), result: await client.callTool(call) }
    } finally {
      await client.close()
    }
  }
