// An assistant's answer is read as a whole, its beginning and its end: it has the topics that it is about, not all that it mentions.
import {
  type Alarm,
  categoryNamed,
  forgiveIdioms,
  GRAVE,
  type Heard,
  type Hearing,
  likelihoodBeside,
  LOOK_ALIKE_DISCOUNT,
  NOISE_SCORE_MAX,
  SENSITIVE_THRESHOLD,
  SENTENCE_ENDS,
  trustIn,
  UNSAFE,
} from './hearing.ts'
import { SENSITIVE_CATEGORIES } from './sensitive-lexicon.ts'
import { extractFeatures, isLong, wordsOfAll } from './text-features.ts'
import type { TopicPhrases } from './topic-phrases.ts'

/** An answer this likely to be about something grave counts as even: people say it outright, answers explain and advise. */
const ANSWER_LINE = 0.05
/** In shorter answers the lexicon decides (a sign of Chinese is a word): a question back ("For when?") is like nothing that the gate has learned. */
const ANSWER_WORDS_MIN = 60
/** What a smaller share of the sentences speaks of, an answer mentions: how-tos warn, plots kill. */
const TOPIC_SHARE_MIN = 0.34
/** As many sentences are enough for what the gate knows nothing of. */
const TOPIC_SENTENCES_MIN = 2
/** Nobody answers in more, numbers and rules of lists among them, and counting them takes time. */
const PARTS_MAX = 300

/** Headings and the items of lists are lines. */
const ANSWER_SENTENCE_ENDS = new RegExp(`${SENTENCE_ENDS.source}|\\n+`)
const LETTER = /\p{L}/u

/** What the gate has learned no messages of, so that it cannot tell whether an answer is about them. */
const BEYOND_GATE = ['sexual', 'weapons', 'politics', 'religion'].map(categoryNamed)
/** Nothing of these is said by the way. */
const NEVER_MENTIONED = ['self_harm', 'minors', 'hate'].map(categoryNamed)

/** Forgives what is said by the way, or in a short answer as an idiom, and says how much what the phrases do not name alarms. */
export function createHearAnswer({ gate, phrases }: Hearing): (heard: Heard) => Alarm {
  return (heard) => {
    const { text, holdsLookAlike } = heard
    const features = extractFeatures(text)
    const unsafe = gate.scoreOf(features, UNSAFE)
    const unsafeAlarm = unsafe * trustIn(features.wordCount) * (holdsLookAlike ? LOOK_ALIKE_DISCOUNT : 1)
    const isShort = features.wordCount < ANSWER_WORDS_MIN
    const grave = isShort ? 0 : likelihoodBeside(ANSWER_LINE, gate.scoreOf(features, GRAVE))
    // What lies between the beginning and the end of a long text is left to the phrases that decide alone.
    if (isLong(text)) phrases.settle(heard.scores, wordsOfAll(text), heard)
    if (isShort) forgiveIdioms(gate, heard, unsafe)
    else if (grave <= NOISE_SCORE_MAX) forgiveMentions(phrases, heard)
    return { alarm: Math.max(grave, unsafeAlarm), heardIn: text }
  }
}

/** Takes from the scores what an answer says by the way; nothing of one in more parts than are counted. */
function forgiveMentions(phrases: TopicPhrases, { text, language, scores }: Heard): void {
  if (scores.every((score) => score < SENSITIVE_THRESHOLD)) return
  const parts = text.split(ANSWER_SENTENCE_ENDS, PARTS_MAX + 1)
  if (parts.length > PARTS_MAX) return
  const sentences = parts.filter((part) => LETTER.test(part))
  const sentencesOn = new Uint32Array(SENSITIVE_CATEGORIES.length)
  for (const sentence of sentences) {
    const words = isLong(sentence) ? wordsOfAll(sentence) : extractFeatures(sentence)
    const found = phrases.scoresOf(words, { text: sentence, language }).scores
    for (let topic = 0; topic < found.length; topic++) if (found[topic]! >= SENSITIVE_THRESHOLD) sentencesOn[topic]!++
  }
  for (const [topic, count] of sentencesOn.entries()) {
    const enough = BEYOND_GATE.includes(topic) ? TOPIC_SENTENCES_MIN : sentences.length * TOPIC_SHARE_MIN
    if (count < enough && !NEVER_MENTIONED.includes(topic)) scores[topic] = 0
  }
}
