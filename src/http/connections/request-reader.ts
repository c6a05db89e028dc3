// Puts the plain requests of a connection together from what is read of it.
import { beginsPlainly, createHeadReader, HEAD_END, type PlainHead } from './plain-request.ts'

export interface RequestReader {
  /**
   * Takes what was read next. Undefined where more has to come.
   * @param wasPutBack whether it was read once before, behind a request: then it may end within a head, where reading ended
   */
  take(chunk: Buffer, wasPutBack: boolean): PlainRequest | OddBytes | undefined
  /** Whether a request has begun of which not all is there. */
  isWithin(): boolean
  /** All that is there of such a request. */
  begun(): Buffer | undefined
}

export interface PlainRequest {
  readonly head: PlainHead
  /** The head and all of the body. */
  readonly bytes: Buffer
  /** What came behind it, which begins as a plain request does. */
  readonly rest: Buffer | undefined
}

/** All that is there and was not taken for a request, since anything in it is not plain. */
export interface OddBytes {
  readonly odd: Buffer
}

/** @param alsoReads see `AdsRequestSteps` */
export function createRequestReader(alsoReads?: readonly string[]): RequestReader {
  const readHead = createHeadReader(alsoReads)
  // A request whose body is not all there, or behind others its head.
  let begun: { readonly head: PlainHead | undefined; readonly chunks: Buffer[]; bytes: number } | undefined

  const begin = (head: PlainHead | undefined, bytes: Buffer): undefined => {
    begun = { head, chunks: [bytes], bytes: bytes.length }
  }
  const onMore = ({ head, chunks }: NonNullable<typeof begun>, chunk: Buffer) => {
    chunks.push(chunk)
    begun!.bytes += chunk.length
    if (head && begun!.bytes < head.bodyAt + head.bodyBytes) return undefined
    const all = Buffer.concat(chunks, begun!.bytes)
    begun = undefined
    return head ? onBytes(head, all) : onHead(all)
  }
  const onHead = (bytes: Buffer) => {
    const head = readHead(bytes)
    return head ? onBytes(head, bytes) : { odd: bytes }
  }
  const onBytes = (head: PlainHead, bytes: Buffer): PlainRequest | OddBytes | undefined => {
    const end = head.bodyAt + head.bodyBytes
    if (bytes.length < end) return begin(head, bytes)
    if (bytes.length === end) return { head, bytes, rest: undefined }
    const rest = bytes.subarray(end)
    return beginsPlainly(rest) ? { head, bytes: bytes.subarray(0, end), rest } : { odd: bytes }
  }

  return {
    take(chunk, wasPutBack) {
      if (begun) return onMore(begun, chunk)
      return wasPutBack && !chunk.includes(HEAD_END) ? begin(undefined, chunk) : onHead(chunk)
    },
    isWithin: () => begun !== undefined,
    begun: () => begun && Buffer.concat(begun.chunks, begun.bytes),
  }
}
