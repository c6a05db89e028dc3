// The end of the ledger's chain of hashes as it is written down to be kept elsewhere: NUMBER:HASH.
import { invalid } from './errors.ts'

export interface ChainHead {
  readonly number: number
  readonly hash: string
}

/** @throws ServiceError validation_error where it is not written as a head is */
export function readChainHead(text: string): ChainHead {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (number === undefined || hash === undefined) throw invalid('head', HOW_TO_WRITE_IT, 'format')
  return { number: Number(number), hash }
}

const HOW_TO_WRITE_IT =
  'must read NUMBER:HASH, the hash in 64 hexadecimal digits, as "aside verify" and GET /api/v1/ledger/head tell it'
