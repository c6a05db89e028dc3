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
import {
  extractFeatures,
  isLong,
  type Part,
  partBetween,
  type TextFeatures,
  wholeOf,
  wordsOf,
  wordsOfAll,
} from './text-features.ts'

/** A sentence alone tells less than a message, and "No, not now." nothing. */
const AS_SENTENCE: Reading = { line: 0.8, wordsMin: 4 }

const MESSAGE_ENDS = /\n/g
/** Of a text's messages, and of a message's sentences: as many as the matcher reads lines. */
const PARTS_MAX = 20

/** Forgives idioms, and says how much what the phrases do not name alarms. */
export function createHearPerson({ gate, phrases }: Hearing): (heard: Heard) => Alarm {
  return (heard) => {
    const { text, language, holdsLookAlike } = heard
    const features = extractFeatures(text)
    const unsafe = gate.scoreOf(features, UNSAFE)
    let alarm = unsafe * trustIn(features.wordCount) * (holdsLookAlike ? LOOK_ALIKE_DISCOUNT : 1)
    let heardIn = text
    /** @param read the text that was read last, and is not long */
    const hear = (read: string, [from, to]: Stretch, part: Part, as: Reading): void => {
      let grave = graveIn(gate, features, part, as)
      if (grave <= alarm) return
      const said = read.slice(from, to)
      // A knife for the kitchen is harmless, and what stands beside it may not be.
      if (holdsLookAlike && phrases.scoresOf(wordsOf(features, part), { text: said, language }).holdsLookAlike)
        grave *= LOOK_ALIKE_DISCOUNT
      if (grave <= alarm) return
      alarm = grave
      heardIn = said
    }
    const hearWhole = (read: string, as: Reading): void =>
      hear(read, [0, read.length], wholeOf(extractFeatures(read)), as)
    const hearAll = (read: string): void => {
      hearWhole(read, AS_MESSAGE)
      const messages = lastParts(features, read, MESSAGE_ENDS)
      for (const { stretch, part } of messages) {
        if (messages.length > 1) hear(read, stretch, part, AS_MESSAGE)
        const sentences = lastParts(features, read, SENTENCE_ENDS, stretch)
        if (sentences.length > 1) for (const { stretch, part } of sentences) hear(read, stretch, part, AS_SENTENCE)
      }
    }
    if (!isLong(text)) {
      hearAll(text)
      forgiveIdioms(gate, features, heard, unsafe)
      return { alarm, heardIn }
    }
    // The middle of a long text was not read, and hardly any message that the gate learned from has more than a hundred words.
    for (const line of lastTexts(text, MESSAGE_ENDS)) {
      if (!isLong(line)) hearAll(line)
      else
        for (const sentence of lastTexts(line, SENTENCE_ENDS)) if (!isLong(sentence)) hearWhole(sentence, AS_SENTENCE)
    }
    // What lies there is left to the phrases that decide alone.
    phrases.settle(heard.scores, wordsOfAll(text), heard)
    return { alarm, heardIn }
  }
}

/** The last stretches of what was read that hold a word. */
function lastParts(features: TextFeatures, read: string, ends: RegExp, within?: Stretch) {
  return stretchesBetween(read, ends, within)
    .map((stretch) => ({ stretch, part: partBetween(features, ...stretch) }))
    .filter(({ part }) => part.from < part.to)
    .slice(-PARTS_MAX)
}

/** The same of a text that was not read. */
function lastTexts(text: string, ends: RegExp): readonly string[] {
  return stretchesBetween(text, ends)
    .map(([from, to]) => text.slice(from, to))
    .filter((part) => WORD.test(part))
    .slice(-PARTS_MAX)
}

const WORD = /[\p{L}\p{N}]/u
