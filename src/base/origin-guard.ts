// Keeps web pages of strangers out: the Host must be ours, which stops names that were rebound to us, and an Origin ours or allowed.

export interface OriginGuard {
  /** What is wrong with where a request comes from, in words; undefined where it may go on. */
  faultOf(request: {
    readonly headers: { readonly host?: string | undefined; readonly origin?: string | undefined }
  }): string | undefined
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * @param bases public URLs of this service; their hosts are ours on any port, and so is loopback
 * @param allowedHosts host names besides, or host:port where only that port is ours; names without a port fit any port
 * @param allowedOrigins foreign origins such as `https://app.example`; pages of our own hosts are never foreign
 */
export function createOriginGuard({
  bases,
  allowedHosts,
  allowedOrigins,
}: {
  readonly bases: readonly string[]
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
}): OriginGuard {
  const own = [...LOOPBACK, ...bases.map((base) => new URL(base).hostname), ...allowedHosts]
  const hosts = new Set(own.map((host) => host.toLowerCase()))
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')))
  const isOurs = (host: string): boolean => hosts.has(host) || hosts.has(host.replace(/:\d+$/, ''))

  return {
    faultOf({ headers }) {
      if (headers.host === undefined || !isOurs(headers.host.toLowerCase())) {
        return 'This host name is not one of this service; the operator sets ASIDE_ALLOWED_HOSTS'
      }
      const origin = headers.origin?.toLowerCase()
      if (origin === undefined || origins.has(origin) || isOurs(hostOf(origin))) return undefined
      return 'Pages of this origin may not call this service; the operator sets ASIDE_ALLOWED_ORIGINS'
    },
  }
}

/** The host of an origin; empty where it has none, as `null` has not. */
function hostOf(origin: string): string {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1] ?? ''
}
