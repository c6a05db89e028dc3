// Messages written by hand, as people type them to an assistant: no two of one shape, so that they teach what frames cannot.
import { readdirSync, readFileSync } from 'node:fs'

/** `label` 1: a fitting offer would be welcome, 0: it would be out of place. None is about a grave matter but those that the lexicon hears. */
export interface Message {
  /** BCP 47. */
  readonly language: string
  readonly label: 0 | 1
  readonly text: string
}

const FOLDER = new URL('messages/', import.meta.url)

/** All of messages/*.txt: a line each, of language, label and text with tabs between. @throws Error naming the line that is not so */
export function messages(): Message[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => {
      const lines = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n')
      return lines.map((line, i) => {
        const [language, label, text, ...more] = line.split('\t')
        if (!language || !text || more.length > 0 || (label !== '0' && label !== '1')) {
          throw new Error(`${file}, line ${i + 1}: expected language, 0 or 1, and a text, with tabs between`)
        }
        return { language, label: label === '1' ? 1 : 0, text }
      })
    })
}
