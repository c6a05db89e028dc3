// A domain as people write it into a block list, made the host that landing pages are compared with.
import { domainToASCII } from 'node:url'

/**
 * `https://www.Bücher.example/x` becomes `xn--bcher-kva.example`, in lower case. What cannot be read as a host stays as it
 * is: a block list must not fail a request, and matches nothing then.
 */
export function blockedDomain(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^(?:\*?\.|www\.)/, '')
    .replace(/\.$/, '')
  return domainToASCII(bare) || text
}
