// Reads a Google Merchant feed as XML, RSS or Atom, one item at a time; nothing but the open item is held.
import { SaxesParser } from 'saxes'
import { ServiceError } from '../../domain/errors.ts'
import { adFieldOf } from './column-names.ts'
import { LINE_BYTES_MAX, type FeedLine, type FeedReader } from './feed-line.ts'
import { adFieldsOfItem } from './merchant-fields.ts'

interface OpenItem {
  readonly line: number
  readonly depth: number
  readonly values: Record<string, string>
  /** Fields that came as `g:…`, which go before their plain namesakes: an Atom `id` is an address, a `g:id` the product's. */
  readonly fromGoogle: Set<string>
  chars: number
  fault?: string
}

const DEPTH_MAX = 64
// Longest piece between two tags; the parser would hold all of it.
const PIECE_BYTES_MAX = 4 * LINE_BYTES_MAX

/** @returns a reader whose `push` throws validation_error where the file can no longer be read as items */
export function createMerchantXmlReader(): FeedReader {
  const decoder = new TextDecoder('utf-8')
  const parser = new SaxesParser({ xmlns: false, position: true })
  let done: FeedLine[] = []
  let depth = 0
  let item: OpenItem | undefined
  let field: { name: string; google: boolean; text: string } | undefined
  let faultOutside = false
  let bytesSinceEvent = 0

  parser.on('error', (error) => {
    const message = error.message.replace(/^.*?\d+:\d+: /, '')
    if (item) item.fault ??= `the XML is damaged: ${message}`
    else if (!faultOutside) {
      // One fault outside of items often brings on many more; the first says it.
      faultOutside = true
      done.push({ line: parser.line, fault: { field: '', message: `the XML is damaged: ${message}` } })
    }
  })
  parser.on('opentag', ({ name, attributes }) => {
    bytesSinceEvent = 0
    if (++depth > DEPTH_MAX) throw unreadable(`nests deeper than ${DEPTH_MAX} levels`)
    if (!item) {
      if (/^(?:item|entry)$/.test(name)) item = openItem(parser.line, depth)
      return
    }
    if (depth !== item.depth + 1) return
    const known = adFieldOf(name)
    const href = known === 'landingUrl' && /^(?:alternate)?$/.test(attributes.rel ?? '') ? attributes.href : undefined
    field = known === undefined ? undefined : { name: known, google: name.startsWith('g:'), text: href ?? '' }
  })
  const addText = (text: string) => {
    bytesSinceEvent = 0
    if (!item || !field) return
    item.chars += text.length
    if (item.chars > LINE_BYTES_MAX) item.fault ??= `the item is longer than ${LINE_BYTES_MAX / 1024} KiB`
    else field.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('comment', () => {
    bytesSinceEvent = 0
  })
  parser.on('closetag', () => {
    bytesSinceEvent = 0
    if (item && field && depth === item.depth + 1) {
      keep(item, field)
      field = undefined
    }
    if (item && depth === item.depth) {
      done.push(closeItem(item))
      item = undefined
    }
    depth--
  })

  const write = (text: string) => {
    parser.write(text)
    const lines = done
    done = []
    return lines
  }
  return {
    push(chunk) {
      bytesSinceEvent += chunk.byteLength
      const lines = write(decoder.decode(chunk, { stream: true }))
      if (bytesSinceEvent > PIECE_BYTES_MAX + chunk.byteLength) {
        throw unreadable(`holds a piece longer than ${PIECE_BYTES_MAX / 1024} KiB without a tag`)
      }
      return lines
    },
    end() {
      const lines = write(decoder.decode())
      parser.close()
      if (item) done.push(closeItem({ ...item, fault: item.fault ?? 'the file ends inside this item' }))
      return [...lines, ...done]
    },
  }
}

function openItem(line: number, depth: number): OpenItem {
  return { line, depth, values: {}, fromGoogle: new Set(), chars: 0 }
}

function keep(item: OpenItem, { name, google, text }: { name: string; google: boolean; text: string }): void {
  const value = text.trim()
  if (value === '' || (item.fromGoogle.has(name) && !google)) return
  const several = name === 'productType' && item.values[name] !== undefined
  item.values[name] = several ? `${item.values[name]}\n${value}` : value
  if (google) item.fromGoogle.add(name)
}

function closeItem({ line, values, fault }: OpenItem): FeedLine {
  if (fault !== undefined) return { line, fault: { field: '', message: fault } }
  const damaged = Object.keys(values).find((name) => values[name]!.includes('\ufffd'))
  if (damaged !== undefined) return { line, fault: { field: damaged, message: 'is not valid UTF-8' } }
  return { line, fields: adFieldsOfItem(values) }
}

function unreadable(message: string): ServiceError {
  return new ServiceError('validation_error', `The XML ${message}; items up to there were imported`)
}
