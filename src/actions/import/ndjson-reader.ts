// Reads NDJSON: one JSON object a line.
import type { ImportLine, ImportReader } from './import-line.ts'
import { createLineSplitter, type TextLine } from './split-lines.ts'

export function createNdjsonReader(): ImportReader {
  const lines = createLineSplitter()
  return {
    push: (chunk) => lines.push(chunk).values().map(readObject),
    end: () => lines.end().values().map(readObject),
  }
}

function readObject(line: TextLine): ImportLine {
  if ('fault' in line) return line
  const value = parse(line.text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject) return { line: line.line, fields: value as Record<string, unknown> }
  const message =
    value === undefined
      ? 'the line is not valid JSON; each line holds one whole object'
      : 'the line must be one JSON object'
  return { line: line.line, fault: { field: '', message } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
