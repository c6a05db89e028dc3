// Cuts an XML feed into its items by their tags alone, so that whatever is damaged within one item harms no other.

export type XmlPiece =
  /** An item from its opening to its closing tag, neither of which says that what lies between is sound. */
  | { readonly kind: 'item'; readonly line: number; readonly text: string }
  /** What stands around items, cut only before a tag. */
  | { readonly kind: 'around'; readonly line: number; readonly text: string }
  /** An item of which there is no whole text, or a stretch around items that cannot be read. */
  | { readonly kind: 'broken'; readonly line: number; readonly message: string }

export interface ItemSplitter {
  push(text: string): XmlPiece[]
  end(): XmlPiece[]
  /** The line that was reached, from 1. */
  line(): number
}

type ItemName = 'item' | 'entry'

const OUTSIDE = /<!--|<!\[CDATA\[|<(item|entry)(?=[\s/>])/g
const INSIDE: Readonly<Record<ItemName, RegExp>> = {
  item: /<!--|<!\[CDATA\[|<\/item\s*>|<item(?=[\s/>])/g,
  entry: /<!--|<!\[CDATA\[|<\/entry\s*>|<entry(?=[\s/>])/g,
}
const EDGE: Readonly<Record<ItemName, RegExp>> = {
  item: /<\/item\s*>|<item(?=[\s/>])/g,
  entry: /<\/entry\s*>|<entry(?=[\s/>])/g,
}

/** @param charsMax longest item, and longest piece around items; no more is held */
export function createItemSplitter({ charsMax }: { charsMax: number }): ItemSplitter {
  const tooLong = `the item is longer than ${charsMax / 1024} KiB`
  let held = ''
  let line = 1
  /** Of the item with which `held` begins, or of one that was given up and whose rest is passed over. */
  let open: { readonly name: ItemName; readonly givenUp: boolean } | undefined
  /** A comment, CDATA section or text around items that is too long to be held: what comes is dropped until it ends. */
  let skipped: { readonly section?: string; readonly until: string; readonly line: number } | undefined

  const cut = (isEnd: boolean): XmlPiece[] => {
    const pieces: XmlPiece[] = []
    for (;;) {
      const piece = skipped ? skip(skipped, isEnd) : open ? cutOpen(open, isEnd) : cutAround(isEnd)
      if (piece === undefined) return pieces
      if (piece.kind !== 'around' || piece.text !== '') pieces.push(piece)
    }
  }

  /** Up to the next item, or to the last tag where none starts yet. Undefined: there is nothing to do without more text. */
  const cutAround = (isEnd: boolean): XmlPiece | undefined => {
    let at = 0
    for (;;) {
      const found = find(OUTSIDE, held, at)
      if (found?.[1] !== undefined) {
        open = { name: found[1] as ItemName, givenUp: false }
        return take('around', found.index)
      }
      const section = found ? SECTIONS[found[0]]! : undefined
      const end = section ? held.indexOf(section.closer, found!.index + found![0].length) : -1
      if (end >= 0) {
        at = end + 3
        continue
      }
      const safe = isEnd && !found ? held.length : (found?.index ?? Math.max(at, held.lastIndexOf('<')))
      if (safe > 0) return take('around', safe)
      // What follows may be sound, whatever this was meant to be.
      if (found && isEnd) return breakOff(found[0].length, `${section!.name} is never closed`)
      if (held.length <= charsMax) return undefined
      skipped = { section: section?.name, until: section?.closer ?? '<', line }
      return section ? NOTHING : breakOff(1, `more than ${charsMax / 1024} KiB without a tag stand here`)
    }
  }

  const skip = ({ section, until, line: from }: NonNullable<typeof skipped>, isEnd: boolean): XmlPiece | undefined => {
    const end = held.indexOf(until)
    if (end >= 0) {
      drop(section === undefined ? end : end + until.length)
      skipped = undefined
      return NOTHING
    }
    drop(isEnd ? held.length : Math.max(0, held.length - until.length + 1))
    if (!isEnd || section === undefined) return undefined
    skipped = undefined
    return {
      kind: 'broken',
      line: from,
      message: `${section} opens here and is never closed; nothing after it was read`,
    }
  }

  const cutOpen = ({ name, givenUp }: { name: ItemName; givenUp: boolean }, isEnd: boolean): XmlPiece | undefined =>
    givenUp ? passOver(name) : cutItem(name, isEnd)

  /** The open item up to its end, or to the start of the next where it has none. */
  const cutItem = (name: ItemName, isEnd: boolean): XmlPiece | undefined => {
    let at = 1
    for (;;) {
      const found = find(INSIDE[name], held, at)
      if (!found) break
      const [token] = found
      if (token.startsWith('</')) return takeItem(found.index + token.length)
      if (!token.startsWith('<!')) {
        return breakOff(found.index, found.index > charsMax ? tooLong : 'the item is never closed')
      }
      const closer = held.indexOf(SECTIONS[token]!.closer, found.index + token.length)
      const again = held.indexOf(token, found.index + token.length)
      // None holds another of its kind: where the next one starts, this one was not closed.
      const isForgotten = again >= 0 && (closer < 0 || again < closer)
      if (closer < 0 && !isForgotten && !isEnd && held.length <= charsMax) return undefined
      if (closer < 0 || isForgotten || closer > charsMax) {
        const to = isForgotten ? again : closer < 0 ? held.length : closer
        const itemEnd = endBefore(to, found.index, name, isEnd && closer < 0)
        if (itemEnd !== undefined) return takeItem(itemEnd)
        if (closer < 0) break
      }
      at = closer + 3
    }
    if (isEnd) return breakOff(held.length, 'the file ends inside this item')
    if (held.length <= charsMax) return undefined
    const piece = breakOff(1, tooLong)
    open = { name, givenUp: true }
    return piece
  }

  /**
   * Where the item ends in spite of a comment or CDATA section that is open from `from` to `to`: somebody forgot to close that
   * where one item ends in it and the next one starts.
   */
  const endBefore = (to: number, from: number, name: ItemName, isEnd: boolean): number | undefined => {
    const text = held.slice(from, to)
    let end: number | undefined
    for (let edge = find(EDGE[name], text, 0); edge; edge = find(EDGE[name], text, edge.index + edge[0].length)) {
      if (edge[0].startsWith('</')) end ??= from + edge.index + edge[0].length
      else if (end !== undefined) return end
    }
    return isEnd ? end : undefined
  }

  const passOver = (name: ItemName): XmlPiece | undefined => {
    const edge = find(EDGE[name], held, 0)
    if (!edge) {
      const tag = held.lastIndexOf('<')
      drop(tag < 0 || held.length - tag > TAG_CHARS_MAX ? held.length : tag)
      return undefined
    }
    drop(edge[0].startsWith('</') ? edge.index + edge[0].length : edge.index)
    open = undefined
    return NOTHING
  }

  const take = (kind: 'item' | 'around', chars: number): XmlPiece => ({ kind, line, text: drop(chars) })
  const takeItem = (chars: number): XmlPiece => {
    if (chars > charsMax) return breakOff(chars, tooLong)
    open = undefined
    return take('item', chars)
  }
  const breakOff = (chars: number, message: string): XmlPiece => {
    const piece = { kind: 'broken', line, message } as const
    drop(chars)
    open = undefined
    return piece
  }
  const drop = (chars: number): string => {
    const text = held.slice(0, chars)
    held = held.slice(chars)
    line += text.match(LINE_END)?.length ?? 0
    return text
  }

  return {
    push(text) {
      held += text
      return cut(false)
    },
    end: () => cut(true),
    line: () => line,
  }
}

/** It is not handed on. */
const NOTHING: XmlPiece = { kind: 'around', line: 0, text: '' }
/** Where a tag may have been cut in two, so much of it is waited for. */
const TAG_CHARS_MAX = 64
const LINE_END = /\r\n?|\n/g

function find(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

/** What may hold tags that are none. */
const SECTIONS: Readonly<Record<string, { readonly name: string; readonly closer: string }>> = {
  '<!--': { name: 'a comment', closer: '-->' },
  '<![CDATA[': { name: 'a CDATA section', closer: ']]>' },
}
