// Checks the two things of an advertiser that people see beside each ad: name and domain.
import { domainToASCII } from 'node:url'
import { createFaults, type Faults } from '../../domain/faults.ts'
import { checkName } from './check-name.ts'

/**
 * Both made plain; the domain is a bare host name in lower case, punycode where it holds other letters.
 * @param faults those that were found before
 * @throws ServiceError validation_error, of all of them
 */
export function checkAdvertiser(
  { name, domain }: { name: string; domain: string },
  faults: Faults = createFaults(),
): { name: string; domain: string } {
  const plain = faults.attempt(() => checkName(name)) ?? ''
  const host = domainToASCII(domain.trim().toLowerCase())
  if (host === '' || host.length > 253 || !HOST.test(host)) {
    faults.note('domain', 'must be a host name such as "feather.example", without https:// and path', 'format')
  }
  faults.demandNone()
  return { name: plain, domain: host }
}

const HOST = /^(?!\d+(?:\.\d+)*$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
