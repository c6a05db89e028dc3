// What people say is heard in the whole, in each message and in each sentence, since harmless ones around it would drown what is grave.
import {
  type Alarm,
  AS_MESSAGE,
  forgiveIdioms,
  graveIn,
  type Heard,
  type Hearing,
  LOOK_ALIKE_DISCOUNT,
  type Reading,
  SENTENCE_ENDS,
  type Stretch,
  stretchesBetween,
  trustIn,
  UNSAFE,
} from './hearing.ts'
import { extractFeatures, inPlainForms, isLong, type TextFeatures, wordsOfAll } from './text-features.ts'
import { type Part, partBetween, wholeOf, wordsOf } from './text-parts.ts'

/** A sentence alone tells less than a message, and "No, not now." nothing. */
const AS_SENTENCE: Reading = { line: 0.8, wordsMin: 4 }

const MESSAGE_ENDS = /\n/
const WORD = /[\p{L}\p{N}]/u
/** Of a text's messages, and of a message's sentences: as many as the matcher reads lines. */
const PARTS_MAX = 20

/** A text that is not long and what was read of it, which is good until the next one is read. */
interface Read {
  readonly text: string
  readonly features: TextFeatures
}

/** Forgives idioms, and says how much what the phrases do not name alarms. */
export function createHearPerson({ gate, phrases }: Hearing): (heard: Heard) => Alarm {
  return (heard) => {
    const { text, language, holdsLookAlike } = heard
    const features = extractFeatures(text)
    const unsafe = gate.scoreOf(features, UNSAFE)
    let alarm = unsafe * trustIn(features.wordCount) * (holdsLookAlike ? LOOK_ALIKE_DISCOUNT : 1)
    let heardIn = text
    const hear = ({ text, features }: Read, [from, to]: Stretch, part: Part, as: Reading): void => {
      let grave = graveIn(gate, features, part, as)
      if (grave <= alarm) return
      const said = text.slice(from, to)
      // A knife for the kitchen is harmless, and what stands beside it may not be.
      if (holdsLookAlike && phrases.scoresOf(wordsOf(features, part), { text: said, language }).holdsLookAlike)
        grave *= LOOK_ALIKE_DISCOUNT
      if (grave <= alarm) return
      alarm = grave
      heardIn = said
    }
    const hearWhole = (read: Read, as: Reading): void => hear(read, [0, read.text.length], wholeOf(read.features), as)
    const hearAll = (read: Read): void => {
      hearWhole(read, AS_MESSAGE)
      const messages = lastParts(read, MESSAGE_ENDS)
      for (const { stretch, part } of messages) {
        if (messages.length > 1) hear(read, stretch, part, AS_MESSAGE)
        const sentences = lastParts(read, SENTENCE_ENDS, stretch)
        if (sentences.length > 1) for (const { stretch, part } of sentences) hear(read, stretch, part, AS_SENTENCE)
      }
    }
    // The middle of a long text was not read, and hardly any message that the gate learned from has more than a hundred words.
    const hearLong = (): void => {
      for (const line of lastTexts(text, MESSAGE_ENDS)) {
        if (!isLong(line)) hearAll(readAlone(line))
        else
          for (const sentence of lastTexts(line, SENTENCE_ENDS))
            if (!isLong(sentence)) hearWhole(readAlone(sentence), AS_SENTENCE)
      }
    }
    if (isLong(text)) hearLong()
    else hearAll({ text, features })
    forgiveIdioms(gate, heard, unsafe)
    // What lies between the beginning and the end of a long text is left to the phrases that decide alone.
    if (isLong(text)) phrases.settle(heard.scores, wordsOfAll(text), heard)
    return { alarm, heardIn }
  }
}

/** In plain forms, so that its places are those of what was read. */
function readAlone(said: string): Read {
  const text = inPlainForms(said)
  return { text, features: extractFeatures(text) }
}

/** The last stretches of what was read that hold a word. */
function lastParts({ text, features }: Read, ends: RegExp, within?: Stretch) {
  return stretchesBetween(text, ends, within)
    .map((stretch) => ({ stretch, part: partBetween(features, ...stretch) }))
    .filter(({ part }) => part.from < part.to)
    .slice(-PARTS_MAX)
}

/** The same of a long text, most of which was not read, by the letters and digits in it. */
function lastTexts(text: string, ends: RegExp): readonly string[] {
  return stretchesBetween(text, ends)
    .map(([from, to]) => text.slice(from, to))
    .filter((part) => WORD.test(part))
    .slice(-PARTS_MAX)
}
