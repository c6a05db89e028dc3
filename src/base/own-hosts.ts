// Under which host names this service may be called by browsers: a name that strangers let lead here is none of ours.

export type IsOwnHost = (host: string | undefined) => boolean

export const FOREIGN_HOST = 'This host name is not one of this service; the operator sets ASIDE_ALLOWED_HOSTS'

/** @param allowed host names besides loopback and those of the bases, or host:port where only that port is ours; names without a port fit any port */
export function createOwnHosts(bases: readonly string[], allowed: readonly string[]): IsOwnHost {
  const own = ['localhost', '127.0.0.1', '[::1]', ...bases.map((base) => new URL(base).hostname), ...allowed]
  const hosts = new Set(own.map((host) => host.toLowerCase()))
  return (host = '') => {
    const asked = host.toLowerCase()
    return hosts.has(asked) || hosts.has(asked.replace(/:\d+$/, ''))
  }
}
