// Where a person is, as the proxy in front tells it of whoever connects to it: for web pages alone, since of a server's request it tells
// where the server is.
import { createPeerTrust } from '../base/trusted-peers.ts'
import type { Config } from '../config.ts'
import type { AdRequest } from '../domain/ad-request.ts'
import { countryCode, countryOfRegion, regionWithin } from '../domain/iso-codes.ts'

export type PlaceSettings = Partial<Pick<Config, 'trustProxy' | 'countryHeader' | 'regionHeader'>>

/** The other end of a connection. */
export interface PeerSocket {
  readonly remoteAddress?: string | undefined
}

export interface PlaceHeaders {
  /** Of the header fields that are read, in lower case. */
  readonly names: readonly string[]
  /** The same request with the country and region that its proxy tells, where it came by one; what its body says goes first. */
  locate(
    request: AdRequest,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    peer: PeerSocket,
  ): AdRequest
}

/** Undefined where no header is read, or no proxy is trusted. */
export function createPlaceHeaders(settings: PlaceSettings): PlaceHeaders | undefined {
  const { trustProxy = [], countryHeader, regionHeader } = settings
  const names = [countryHeader, regionHeader].filter((name) => name !== undefined)
  if (names.length === 0 || trustProxy.length === 0) return undefined
  const isTrusted = createPeerTrust(trustProxy)

  return {
    names,
    locate(request, headers, peer) {
      const { user } = request
      if (user.region !== undefined || !isTrusted(peer.remoteAddress)) return request
      const text = (name: string | undefined): string => (name === undefined ? '' : String(headers[name] ?? ''))
      const there = countryCode(text(countryHeader)) // CDNs send XX, ZZ or T1 where they know none
      const told = regionWithin(text(regionHeader), there)
      const country = user.country ?? there ?? (told && countryOfRegion(told))
      // Who says to be elsewhere is in no region of where the address is.
      const region = told !== undefined && countryOfRegion(told) === country ? told : undefined
      if (country === user.country && region === undefined) return request
      return { ...request, user: { ...user, country, region } }
    },
  }
}
