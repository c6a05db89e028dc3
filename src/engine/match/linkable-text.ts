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

const FENCE = /^\s*(?:[-*+>]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/
const HEADING = /^\s{0,3}(?:>\s*)*#{1,6}(?:\s|$)/
const UNDERLINE = /^\s{0,3}(?:=+|-+)\s*$/
const URL_LIKE = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.|\bmailto:)[^\s<>"]*/gi

function forbidLines(text: string, forbidden: Uint8Array): void {
  let fence = ''
  let previousFrom = 0
  let previousBlank = true
  let from = 0
  while (from < text.length) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline
    const line = text.slice(from, to)
    const blank = line.trim() === ''
    const mark = FENCE.exec(line)?.[1]
    if (fence !== '') {
      forbidden.fill(1, from, to)
      if (mark?.startsWith(fence) && line.trim() === mark) fence = ''
    } else if (mark !== undefined) {
      fence = mark
      forbidden.fill(1, from, to)
    } else if (HEADING.test(line)) forbidden.fill(1, from, to)
    else if (!previousBlank && UNDERLINE.test(line)) forbidden.fill(1, previousFrom, to)
    else if (previousBlank && /^(?: {4}|\t)/.test(line)) forbidden.fill(1, from, to)
    previousBlank = blank || (previousBlank && forbidden[from] === 1 && /^(?: {4}|\t)/.test(line))
    previousFrom = from
    from = to + 1
  }
}

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

// [text](target), [text][reference], ![image](target), [reference]: target, and anything else in brackets.
function forbidBrackets(text: string, forbidden: Uint8Array): void {
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '[') {
      if (open.length < NESTING_MAX) open.push(at)
    } else if (character === ']' && open.length > 0) {
      const from = open.pop()!
      const end = text[at + 1] === '(' ? closingParenthesis(text, at + 1) : at + 1
      if (open.length === 0) forbidden.fill(1, from, end)
      if (text[at + 1] === '(') forbidden.fill(1, at, end)
    }
  }
}

const NESTING_MAX = 32
const TARGET_LENGTH_MAX = 2048

function closingParenthesis(text: string, from: number): number {
  let depth = 0
  const end = Math.min(text.length, from + TARGET_LENGTH_MAX)
  for (let at = from; at < end && text[at] !== '\n'; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return from
}

const TAG = /<(?:!--|\/?([a-z][a-z0-9]*)\b[^<>]*>|[^\s<>]+>)/gi
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
