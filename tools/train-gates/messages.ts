// Messages written by hand, as people type them to an assistant: no two of one shape, so that they teach what frames cannot.
import { readdirSync, readFileSync } from 'node:fs'
import { SENSITIVE_CATEGORIES, type SensitiveCategory } from '../../src/engine/understand/sensitive-lexicon.ts'

/** `label` 1: a fitting offer would be welcome, 0: it would be out of place. None is about a grave matter but those that the lexicon hears. */
export interface Message {
  /** BCP 47. */
  readonly language: string
  readonly label: 0 | 1
  readonly text: string
}

/** What people say of grave matters, most of them without the word for it, and harmless things that are said alike. */
export interface GraveMessage {
  /** BCP 47. */
  readonly language: string
  /** Undefined where it is harmless. */
  readonly topic: SensitiveCategory | undefined
  /** What one user said; several messages, the newest last, stand on lines of their own. */
  readonly text: string
}

const HARMLESS = 'none'
/** Between messages of one talk. */
const NEXT_MESSAGE = ' / '

/** All of messages/*.txt. @throws Error naming the line that is not as it should be */
export function messages(): Message[] {
  return [...linesOf('messages/')].map(({ language, label, text, where }) => {
    if (label !== '0' && label !== '1') throw new Error(`${where}: expected 0 or 1, and not "${label}"`)
    return { language, label: label === '1' ? 1 : 0, text }
  })
}

/** All of grave/*.txt. @throws Error naming the line that is not as it should be */
export function graveMessages(): GraveMessage[] {
  return [...linesOf('grave/')].map(({ language, label, text, where }) => {
    const topic = SENSITIVE_CATEGORIES.find((category) => category === label)
    if (!topic && label !== HARMLESS) throw new Error(`${where}: expected a topic or "${HARMLESS}", and not "${label}"`)
    return { language, topic, text: text.replaceAll(NEXT_MESSAGE, '\n') }
  })
}

interface Line {
  readonly language: string
  readonly label: string
  readonly text: string
  readonly where: string
}

/** The lines of the files of a folder, each of language, label and text with tabs between. */
function* linesOf(folder: string): Generator<Line> {
  const place = new URL(folder, import.meta.url)
  for (const file of readdirSync(place).sort()) {
    const lines = readFileSync(new URL(file, place), 'utf8').trimEnd().split('\n')
    for (const [i, line] of lines.entries()) {
      const where = `${folder}${file}, line ${i + 1}`
      const [language, label, text, ...more] = line.split('\t')
      if (!language || !label || !text || more.length > 0) {
        throw new Error(`${where}: expected language, label and text, with tabs between`)
      }
      yield { language, label, text, where }
    }
  }
}
