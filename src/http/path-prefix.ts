// Serves the same addresses at the root and under the path prefix of the public base, since proxies strip it or do not.
import { prefixOf } from '../doors/base-prefix.ts'

const WHOLE = /^https?:\/\/[^/?#]*/i

/** The path of a whole address, which a server takes in a request's first line, too (RFC 9112, 3.2.2); a path as it is. */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target
  const path = target.replace(WHOLE, '')
  return path.startsWith('/') || path === target ? path : `/${path}`
}

/**
 * A function that takes the prefix of any of the bases off a URL path. A prefix that looks like one of our own
 * addresses (a base such as https://x.example/api) is taken off only where what remains is an address of ours.
 */
export function createPathRewriter(bases: readonly (string | undefined)[]): (url: string) => string {
  const found = bases.filter((base) => base !== undefined).map(prefixOf)
  const prefixes = [...new Set(found)].filter((prefix) => prefix !== '').sort((a, b) => b.length - a.length)
  if (prefixes.length === 0) return (url) => url
  return (url) => {
    for (const prefix of prefixes) {
      if (!url.startsWith(prefix)) continue
      const rest = url.slice(prefix.length)
      if (rest === '' || rest.startsWith('?')) return OWN.test(url) ? url : `/${rest}`
      if (rest.startsWith('/') && (OWN.test(rest) || !OWN.test(url))) return rest
    }
    return url
  }
}

/** The first segments of our own addresses. */
const OWN =
  /^\/(?:api|c|i|v|f|why|img|mcp|adcp|sse|message|console|healthz|readyz|metrics|openapi\.json|docs|aside\.js|register|authorize|token|\.well-known)(?:[/?]|$)/
