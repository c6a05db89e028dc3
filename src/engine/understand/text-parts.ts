// Parts of what was read: a message, a sentence. Each has the words and the n-grams that it would have if it were read alone, so that
// nothing is read twice.
import { endOf, type TextFeatures, unigramOf, WORD_GRAMS_MAX, wordGramsOf, type Words } from './text-features.ts'

/** Words and marks by their numbers, the ends exclusive. */
export interface Part {
  readonly from: number
  readonly to: number
  readonly marksFrom: number
  readonly marksTo: number
}

/** All that was read. */
export function wholeOf({ wordCount, markCount }: TextFeatures): Part {
  return { from: 0, to: wordCount, marksFrom: 0, marksTo: markCount }
}

/**
 * What stands between two places of a text, at which no word goes on.
 * @param from characters of the text, `to` exclusive
 * @throws Error where what was read is not the text as it was given
 */
export function partBetween(features: TextFeatures, from: number, to: number): Part {
  const { isVerbatim, wordEnds, wordCount, markPlaces, markCount } = features
  if (!isVerbatim)
    throw new Error('This text was cut or written otherwise to be read, so its places are no longer known')
  return {
    from: countUpTo(wordEnds, wordCount, from),
    to: countUpTo(wordEnds, wordCount, to),
    marksFrom: countUpTo(markPlaces, markCount, from - 1),
    marksTo: countUpTo(markPlaces, markCount, to - 1),
  }
}

/** How many of the first `count` rising numbers are at most `limit`. */
function countUpTo(numbers: Uint16Array, count: number, limit: number): number {
  let from = 0
  let to = count
  while (from < to) {
    const middle = (from + to) >> 1
    if (numbers[middle]! <= limit) from = middle + 1
    else to = middle
  }
  return from
}

/** The words of a part, as a view of scratch memory: good as long as what was read. */
export function wordsOf({ words }: TextFeatures, { from, to }: Part): Words {
  return { words: words.subarray(from, to), wordCount: to - from }
}

/** How many n-grams a part has as a text of its own, those inside of words and its end included. */
export function gramCountOf({ innerBefore }: TextFeatures, { from, to, marksFrom, marksTo }: Part): number {
  const words = to - from
  return innerBefore[to]! - innerBefore[from]! + 2 * words + marksTo - marksFrom + (words > 0 ? 1 : 0)
}

/** All hashes of a text in an array of its own, in reading order, those inside of words behind them: what a model is trained with. */
export function allGramsOf(features: TextFeatures): Int32Array {
  const { wordCount, shapes, pairs, marks, marksBefore, markCount } = features
  const all = new Int32Array(gramCountOf(features, wholeOf(features)))
  let end = 0
  let mark = 0
  for (let i = 0; i < wordCount; i++) {
    while (mark < marksBefore[i]!) all[end++] = marks[mark++]!
    all[end++] = unigramOf(shapes[i]!)
    all[end++] = pairs[i]!
  }
  while (mark < markCount) all[end++] = marks[mark++]!
  if (wordCount > 0) all[end++] = endOf(shapes[wordCount - 1]!)
  const ofWord = new Int32Array(WORD_GRAMS_MAX)
  for (let i = 0; i < wordCount; i++) {
    const count = wordGramsOf(features, i, ofWord)
    all.set(ofWord.subarray(0, count), end)
    end += count
  }
  return all
}
