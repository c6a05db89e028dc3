// What people say is heard in the whole, in each message and in each sentence, since harmless ones around it would drown what is grave.
import {
  type Alarm,
  AS_MESSAGE,
  forgiveIdioms,
  graveIn,
  type Heard,
  type Hearing,
  isLong,
  LOOK_ALIKE_DISCOUNT,
  type Reading,
  SENTENCE_ENDS,
  trustIn,
  UNSAFE,
} from './hearing.ts'
import { extractFeatures, wordsOfAll } from './text-features.ts'

/** A sentence alone tells less than a message, and "No, not now." nothing. */
const AS_SENTENCE: Reading = { line: 0.8, wordsMin: 4 }

const MESSAGE_ENDS = /\n/
const WORD = /[\p{L}\p{N}]/u
/** Of a text's messages, and of a message's sentences: as many as the matcher reads lines. */
const PARTS_MAX = 20

/** Forgives idioms, and says how much what the phrases do not name alarms. */
export function createHearPerson({ gate, phrases }: Hearing): (heard: Heard) => Alarm {
  return (heard) => {
    const { text, language, holdsLookAlike } = heard
    const features = extractFeatures(text)
    const unsafe = gate.scoreOf(features, UNSAFE)
    let alarm = unsafe * trustIn(features) * (holdsLookAlike ? LOOK_ALIKE_DISCOUNT : 1)
    let heardIn = text
    const hear = (part: string, as: Reading) => {
      let grave = graveIn(gate, part, as)
      // A knife for the kitchen is harmless, and what stands beside it may not be.
      if (
        grave > alarm &&
        holdsLookAlike &&
        phrases.scoresOf(extractFeatures(part), { text: part, language }).holdsLookAlike
      )
        grave *= LOOK_ALIKE_DISCOUNT
      if (grave <= alarm) return
      alarm = grave
      heardIn = part
    }
    hear(text, AS_MESSAGE)
    const messages = lastParts(text, MESSAGE_ENDS)
    for (const message of messages) {
      if (messages.length > 1) hear(message, AS_MESSAGE)
      const sentences = lastParts(message, SENTENCE_ENDS)
      if (sentences.length > 1) for (const sentence of sentences) hear(sentence, AS_SENTENCE)
    }
    forgiveIdioms(gate, heard, unsafe)
    // What lies between the beginning and the end of a long text is left to the phrases that decide alone.
    if (isLong(text)) phrases.settle(heard.scores, wordsOfAll(text), heard)
    return { alarm, heardIn }
  }
}

/** The last parts of a text; those without a letter or digit are none. */
function lastParts(text: string, ends: RegExp): readonly string[] {
  return ends.test(text)
    ? text
        .split(ends)
        .filter((part) => WORD.test(part))
        .slice(-PARTS_MAX)
    : [text]
}
