// A file of ads on its way out: its type by name, unpacked where it is gzipped, counted as it is read.
import { PassThrough, Transform, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Types of files with the media type that the server knows them by. */
export const IMPORT_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xml: 'application/xml',
} as const
export type ImportType = keyof typeof IMPORT_TYPES

const TYPE_OF_ENDING: Readonly<Record<string, ImportType>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
  tsv: 'tsv',
  txt: 'tsv',
  xml: 'xml',
  rss: 'xml',
}

/** By the ending of the name, a `.gz` after it left aside; undefined where that says nothing. */
export function importTypeOf(file: string): ImportType | undefined {
  const ending = /\.([a-z]+)$/i.exec(file.replace(/\.gz$/i, ''))?.[1]
  return ending === undefined ? undefined : TYPE_OF_ENDING[ending.toLowerCase()]
}

/**
 * Looks at the first bytes and unpacks what is gzipped, whatever its name says.
 * @param onRead told how many bytes of the source were read so far, packed ones where it is packed
 */
export async function openUnpacked(source: Readable, onRead: (bytes: number) => void): Promise<Readable> {
  const counted = source.pipe(countBytes(onRead))
  source.on('error', (error) => counted.destroy(error))
  const first = await firstBytesOf(counted, 2)
  const isGzip = first?.[0] === 0x1f && first[1] === 0x8b
  const file = isGzip ? createGunzip() : new PassThrough()
  counted.on('error', (error) => file.destroy(error))
  return counted.pipe(file)
}

function countBytes(onRead: (bytes: number) => void): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      onRead(bytes)
      done(null, chunk)
    },
  })
}

/** They stay in the stream. Undefined where it is empty. */
function firstBytesOf(stream: Readable, count: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.once('end', () => resolve(undefined))
    stream.on('readable', function look() {
      const bytes = stream.read(count) as Buffer | null
      if (bytes === null) return // so many are not there yet
      stream.off('readable', look)
      stream.unshift(bytes)
      resolve(bytes)
    })
  })
}
