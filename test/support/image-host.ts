// A host of pictures over TLS, as advertisers have them.
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ResolveName } from '../../src/actions/public-hosts.ts'

/** A certificate of its own for cdn.example and other.example, which nobody trusts but who is told to. */
export const CA = `-----BEGIN CERTIFICATE-----
MIIBqTCCAVCgAwIBAgIUUjx0grdgR6yMOA8kP6XnOSMfYjkwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLY2RuLmV4YW1wbGUwIBcNMjYxMTI3MDg0MTE1WhgPMjEyNjEx
MDMwODQxMTVaMBYxFDASBgNVBAMMC2Nkbi5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEOZ9zudWHg4TS0LDZCpyDGI+ecuX38yGPE6Sj0j8XA/ew6G0i
E5Y+6DCKRDyfzokMPZAkX/hc/4UILb8qEFB0b6N6MHgwHQYDVR0OBBYEFF2iNj0y
s4AgvgSM+EguV005Y3PeMB8GA1UdIwQYMBaAFF2iNj0ys4AgvgSM+EguV005Y3Pe
MA8GA1UdEwEB/wQFMAMBAf8wJQYDVR0RBB4wHIILY2RuLmV4YW1wbGWCDW90aGVy
LmV4YW1wbGUwCgYIKoZIzj0EAwIDRwAwRAIgEbtwoRRu0tb3ZPymwV/DPlGuz2xc
rceRTNzBzg6HRhMCIBOXLrb2HXkgx2kdD5R7on9xVUMJgxj2xYJ/MTO99ljO
-----END CERTIFICATE-----
`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0ZuFXQBWfnojMMWT
2/YQrJ1PRIl1ku6Sj3UHVbr5iHehRANCAAQ5n3O51YeDhNLQsNkKnIMYj55y5ffz
IY8TpKPSPxcD97DobSITlj7oMIpEPJ/OiQw9kCRf+Fz/hQgtvyoQUHRv
-----END PRIVATE KEY-----
`

/** The smallest PNG: one transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export interface ImageHost {
  /** The path as a URL of cdn.example, or of another of its names. */
  url(path: string, name?: string): string
  /** Paths that were asked for, in their order. */
  readonly asked: readonly string[]
  /** Leads every name here. */
  readonly resolve: ResolveName
  close(): void
}

export async function openImageHost(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<ImageHost> {
  const asked: string[] = []
  const server: Server = createServer({ cert: CA, key: KEY }, (request, response) => {
    asked.push(request.url!)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path, name = 'cdn.example') => `https://${name}:${port}${path}`,
    asked,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
