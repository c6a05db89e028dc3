// Reads a Google Merchant feed as XML, RSS or Atom, one item at a time; nothing but the open item is held.
import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { adFieldOf, withColumn } from './column-names.ts'
import {
  type ColumnNames,
  LINE_BYTES_MAX,
  NOT_TEXT,
  type ImportLine,
  type ImportReader,
  type ReaderOptions,
} from './import-line.ts'
import { adFieldsOfItem, SEVERAL } from './merchant-fields.ts'
import { createItemSplitter, type XmlPiece } from './split-items.ts'

const DEPTH_MAX = 64
/** Of an item with its tags and escapes, and of what stands around items without a tag; the values alone may have a quarter. */
const PIECE_BYTES_MAX = 4 * LINE_BYTES_MAX

export function createMerchantXmlReader(options: ReaderOptions): ImportReader {
  const splitter = createItemSplitter({ charsMax: PIECE_BYTES_MAX })
  const readItem = createItemParser(options)
  const frame = createFrameCheck()
  let items = 0

  const read = (pieces: readonly XmlPiece[]): ImportLine[] =>
    pieces.flatMap((piece) => {
      if (piece.kind !== 'around') items++
      if (piece.kind === 'item') return [readItem(piece.line, bytesOf(piece.text))]
      if (piece.kind === 'broken') return [faultAt(piece.line, piece.message)]
      const fault = frame.check(bytesOf(piece.text).toString())
      return fault === undefined ? [] : [faultAt(piece.line, fault)]
    })

  return {
    push: (chunk) => read(splitter.push(textOf(chunk))),
    end() {
      const lines = read(splitter.end())
      // A file that ends inside an item has said so already.
      const fault = lines.some((line) => 'fault' in line) ? undefined : frame.end({ isEmpty: items === 0 })
      return fault === undefined ? lines : [...lines, faultAt(splitter.line(), fault)]
    },
  }
}

// Tags are ASCII, so a feed can be cut byte by byte, a character for each, and no character of its own falls apart between two chunks.
const textOf = (chunk: Uint8Array) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** Reads items that were cut out, each for itself. */
function createItemParser(options: ReaderOptions): (line: number, bytes: Buffer) => ImportLine {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let item = createItem()
  let source = ''
  let depth = 0
  // By field; an item without an element is told of it by the name that others had, and the first one by Google's.
  let names: ColumnNames = { landingUrl: 'link' }
  let field: { name: string; element: string; google: boolean; text: string } | undefined

  parser.on('error', (error) => {
    damage(item, `the XML is damaged: ${unknownReference(error, source) ?? reasonOf(error)}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > DEPTH_MAX) damage(item, `the item nests deeper than ${DEPTH_MAX} levels`)
    if (depth !== 2) return
    const known = adFieldOf(name)
    const href = known === 'landingUrl' && /^(?:alternate)?$/.test(attributes.rel ?? '') ? attributes.href : undefined
    field =
      known === undefined ? undefined : { name: known, element: name, google: name.startsWith('g:'), text: href ?? '' }
  })
  const addText = (text: string) => {
    if (!field) return
    item.chars += text.length
    if (item.chars > LINE_BYTES_MAX) damage(item, `the item is longer than ${LINE_BYTES_MAX / 1024} KiB`)
    else field.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (field && depth === 2) {
      if (keep(item, field)) names = withColumn(names, field.name, field.element)
      field = undefined
    }
    depth--
  })

  return (line, bytes) => {
    item = createItem()
    source = withEscapedAmpersands(bytes.toString())
    depth = 0
    field = undefined
    parser.write(source).close()
    const read = damageOf(line, item, bytes) ?? { line, fields: adFieldsOfItem(item.values, options) }
    return { ...read, columns: names }
  }
}

interface Item {
  readonly values: Record<string, string>
  /** Fields that came as `g:…`, which go before their plain namesakes: an Atom `id` is an address, a `g:id` the product's. */
  readonly fromGoogle: Set<string>
  chars: number
  fault?: string
  /** What it is called for certain in spite of a fault: a plain `id` may be followed by a `g:id`, which goes before it. */
  id?: string | undefined
}

function createItem(): Item {
  return { values: {}, fromGoogle: new Set(), chars: 0 }
}

function damage(item: Item, fault: string): void {
  if (item.fault !== undefined) return
  item.fault = fault
  if (item.fromGoogle.has('id')) item.id = item.values.id
}

/** Whether it counts: nothing of an empty one, nor of one that goes behind its namesake. */
function keep(item: Item, { name, google, text }: { name: string; google: boolean; text: string }): boolean {
  const value = text.trim()
  if (value === '' || (item.fromGoogle.has(name) && !google)) return false
  const several = SEVERAL.has(name) && item.values[name] !== undefined
  item.values[name] = several ? `${item.values[name]}\n${value}` : value
  if (google) item.fromGoogle.add(name)
  return true
}

function damageOf(line: number, { values, fault, id }: Item, bytes: Buffer): ImportLine | undefined {
  if (fault !== undefined) return { line, fault: { field: '', message: fault }, about: values, ...nameIn(id) }
  const field = Object.keys(values).find((name) => values[name]!.includes('\ufffd'))
  // The character may stand there by itself.
  if (field === undefined || isUtf8(bytes)) return undefined
  return { line, fault: { field, message: NOT_TEXT }, about: values, ...nameIn(values.id) }
}

/** An id in which there is what is no text is none. */
function nameIn(id: string | undefined): { readonly id?: string } {
  return id === undefined || id.includes('\ufffd') ? {} : { id }
}

/** Elements with which a feed begins; items are read under any other, too. */
const FEED_ROOTS = new Set(['rss', 'feed', 'rdf:RDF', 'atom:feed'])
/** An item under a prefix or in capitals. */
const LOOKALIKE = /(?:^|:)(?:item|entry)$/i

/** Looks whether what stands around the items is XML: a file of another kind, or one that breaks off, must not pass as an empty feed. */
function createFrameCheck() {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let fault: string | undefined
  let told = false
  let root: string | undefined
  let lookalike: string | undefined
  let depth = 0
  let charsSinceTag = 0

  parser.on('error', (error) => {
    fault ??= `the XML is damaged: ${reasonOf(error)}`
  })
  parser.on('opentag', ({ name }) => {
    charsSinceTag = 0
    root ??= name
    if (LOOKALIKE.test(name)) lookalike ??= name
    if (++depth > DEPTH_MAX) fault ??= `the XML nests deeper than ${DEPTH_MAX} levels`
  })
  parser.on('closetag', () => {
    charsSinceTag = 0
    depth--
  })

  // One fault often brings on many more: the first says it, and after it nothing here can be relied on.
  const tell = (): string | undefined => {
    if (fault === undefined || told) return undefined
    told = true
    return fault
  }
  return {
    check(text: string): string | undefined {
      if (told) return undefined
      charsSinceTag += text.length
      parser.write(withEscapedAmpersands(text))
      // The parser holds all of a tag or instruction that is never closed.
      if (charsSinceTag > PIECE_BYTES_MAX + text.length) fault ??= 'the XML is damaged: a tag is never closed'
      return tell()
    },
    end({ isEmpty }: { isEmpty: boolean }): string | undefined {
      if (told) return undefined
      parser.close()
      if (isEmpty && lookalike !== undefined) {
        fault ??= `<${lookalike.slice(0, 40)}> is not read as an item; it has to be called <item> or <entry>`
      } else if (isEmpty && root !== undefined && !FEED_ROOTS.has(root)) {
        fault ??= `no item or entry was found; <${root.slice(0, 40)}> begins no RSS or Atom feed`
      }
      return tell()
    },
  }
}

/**
 * Feeds in the wild write `H&M` and `?a=1&b=2`. An ampersand that begins no reference is read as itself; CDATA and comments need no
 * escapes, and one that is never closed takes the rest.
 */
function withEscapedAmpersands(text: string): string {
  if (!MAYBE_LOOSE.test(text)) return text
  return text.replace(LOOSE_AMPERSAND, (found) => (found === '&' ? '&amp;' : found))
}

/** Quick, and right but for CDATA and comments: most feeds have no loose ampersand at all. */
const MAYBE_LOOSE = /&(?!(?:#\d+|#x[\da-f]+|[a-z_:][\w:.-]*);)/i
const LOOSE_AMPERSAND =
  /<!\[CDATA\[(?:[^]*?\]\]>|[^]*)|<!--(?:[^]*?-->|[^]*)|&(?!(?:#\d+|#x[\da-f]+|[a-z_:][\w:.-]*);)/gi

/** HTML knows names such as `&nbsp;`, and XML does not; the parser does not say which one it met. */
function unknownReference(error: Error, source: string): string | undefined {
  if (reasonOf(error) !== 'undefined entity.') return undefined
  const found = source.matchAll(UNKNOWN_REFERENCE).find(([text]) => text.startsWith('&'))
  return (
    found &&
    `XML knows no ${found[0].slice(0, 40)}, and entities that a DOCTYPE declares are not read; write the character itself, or its number, such as &#160;`
  )
}

const UNKNOWN_REFERENCE =
  /<!\[CDATA\[(?:[^]*?\]\]>|[^]*)|<!--(?:[^]*?-->|[^]*)|&(?!(?:amp|lt|gt|quot|apos);)[a-z_:][\w:.-]*;/gi

function reasonOf(error: Error): string {
  return error.message.replace(/^.*?\d+:\d+: /, '')
}

function faultAt(line: number, message: string): ImportLine {
  return { line, fault: { field: '', message } }
}
