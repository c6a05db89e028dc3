// Marks the parts of an assistant's answer where no link may be put: code, headings, URLs, links, HTML. Linear in the text.

/**
 * One byte for each UTF-16 code unit of the text: 1 = leave alone. Errs on the side of leaving alone: every bracketed
 * part counts as a link, an unclosed fence or anchor reaches to the end.
 */
export function forbiddenUnits(text: string): Uint8Array {
  const forbidden = new Uint8Array(text.length)
  forbidLines(text, forbidden)
  forbidInlineCode(text, forbidden)
  forbidBrackets(text, forbidden)
  forbidHtml(text, forbidden)
  for (const url of text.matchAll(URL_LIKE)) forbidden.fill(1, url.index, url.index + url[0].length)
  return forbidden
}

// What may stand before a block inside quotes and lists.
const CONTAINERS = String.raw`^\s*(?:(?:>|[-*+]\s|\d{1,9}[.)]\s)\s*){0,8}`
// After a fence of backticks the line holds no other backtick, else it is code in the line.
const FENCE = new RegExp(CONTAINERS + '(?:(`{3,})[^`]*$|(~{3,}))')
const FENCE_END = /^[\s>]*(`{3,}|~{3,})\s*$/
const HEADING = new RegExp(`${CONTAINERS}#{1,6}(?:\\s|$)`)
const UNDERLINE = /^[\s>]*(?:=+|-+)\s*$/
const DEFINITION = /^[\s>]{0,8}\[[^\]]{1,1000}\]:/
const URL_LIKE = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.|\bmailto:)[^\s<>"]*/gi

function forbidLines(text: string, forbidden: Uint8Array): void {
  let fence = ''
  let paragraphFrom = -1
  let indented = false
  let from = 0
  while (from < text.length) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline
    const line = text.slice(from, Math.min(to, from + LINE_READ_MAX))
    const blank = line.trim() === ''
    const opens = fence === '' ? FENCE.exec(line) : null
    indented = /^(?: {4}|\t)/.test(line) ? indented || paragraphFrom < 0 : blank && indented
    let isText = false
    if (fence !== '') {
      forbidden.fill(1, from, to)
      if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = ''
    } else if (opens !== null) {
      fence = (opens[1] ?? opens[2])!
      forbidden.fill(1, from, to)
    } else if (paragraphFrom >= 0 && UNDERLINE.test(line)) forbidden.fill(1, paragraphFrom, to)
    else if (HEADING.test(line) || DEFINITION.test(line) || indented) forbidden.fill(1, from, to)
    else isText = !blank
    paragraphFrom = isText ? (paragraphFrom < 0 ? from : paragraphFrom) : -1
    from = to + 1
  }
}

/** Of a line this much says what it is; it bounds what the expressions look at. */
const LINE_READ_MAX = 4096

// A run of backticks opens code that the next run of the same length closes, unless a blank line comes first.
function forbidInlineCode(text: string, forbidden: Uint8Array): void {
  const runs = [...text.matchAll(/`+|\n[ \t]*\n/g)]
  const closes = new Int32Array(runs.length).fill(-1)
  const nextOfLength = new Map<number, number>()
  for (let i = runs.length - 1; i >= 0; i--) {
    const run = runs[i]![0]
    if (run[0] === '\n') nextOfLength.clear()
    else {
      closes[i] = nextOfLength.get(run.length) ?? -1
      nextOfLength.set(run.length, i)
    }
  }
  for (let i = 0; i < runs.length; i++) {
    const close = closes[i]!
    if (close < 0 || forbidden[runs[i]!.index] === 1) continue
    forbidden.fill(1, runs[i]!.index, runs[close]!.index + runs[close]![0].length)
    i = close
  }
}

// [text](target), [text][reference], ![image](target), and anything else in brackets.
function forbidBrackets(text: string, forbidden: Uint8Array): void {
  const closes = closingParentheses(text)
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === 0x5b) {
      if (open.length < NESTING_MAX) open.push(at)
    } else if (code === 0x5d && open.length > 0) {
      const from = open.pop()!
      const end = closes.get(at + 1) ?? at + 1
      if (open.length === 0) forbidden.fill(1, from, end)
      else if (end > at + 1) forbidden.fill(1, at, end)
    }
  }
}

const NESTING_MAX = 32
const BACKSLASH = 0x5c

/** For each parenthesis that follows a bracket, where the one that closes it ends; a line break may stand between them once. */
function closingParentheses(text: string): ReadonlyMap<number, number> {
  const closes = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === 0x0a && text.charCodeAt(at + 1) === 0x0a) open.length = 0
    else if (code === 0x28) open.push(at)
    else if (code === 0x29 && open.length > 0) {
      const from = open.pop()!
      if (text.charCodeAt(from - 1) === 0x5d) closes.set(from, at + 1)
    }
  }
  return closes
}

const TAG = /<(?:!--|\/?([a-z][a-z0-9-]{0,40})(?:[\s/](?:"[^"]{0,2000}"|'[^']{0,2000}'|[^<>"'])*)?>|[^\s<>]+>)/gi
const CLOSED_ELEMENTS = /^(?:a|code|pre|script|style|button|h[1-6])$/

function forbidHtml(text: string, forbidden: Uint8Array): void {
  const lower = text.toLowerCase()
  TAG.lastIndex = 0
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const name = tag[1]?.toLowerCase()
    let end = tag.index + tag[0].length
    let close = ''
    if (tag[0] === '<!--') close = '-->'
    else if (name !== undefined && tag[0][1] !== '/' && CLOSED_ELEMENTS.test(name)) close = `</${name}`
    if (close !== '') {
      const closed = lower.indexOf(close, end)
      end = closed < 0 ? text.length : closed + close.length
    }
    forbidden.fill(1, tag.index, end)
    TAG.lastIndex = end
  }
}
