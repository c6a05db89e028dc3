// Turns sentence frames into texts: `[a|b|]` is a choice, `{slot}` a word from a list; choices may hold slots and choices.
import { SLOTS } from './slots.ts'

const DEPTH_MAX = 6

/** One text of a frame, by chance. Throws where a frame names a slot that does not exist. */
export function expand(frame: string, random: () => number, depth = 0): string {
  if (depth > DEPTH_MAX) throw new Error(`The frame nests too deep: ${frame}`)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] as string
  const chosen = frame.replace(/\[([^[\]]*)\]/g, (_, choices: string) => pick(choices.split('|')).trim())
  const filled = chosen.replace(/\{(\w+)\}/g, (_, slot: string) => expand(pick(wordsOf(slot)), random, depth + 1))
  return filled
    .replace(/[ \t]+/g, ' ')
    .replace(/\$ (?=\d)/g, '$')
    .replace(/ ([,.?!])/g, '$1')
    .trim()
}

const lists = new Map<string, readonly string[]>()

function wordsOf(slot: string): readonly string[] {
  const known = lists.get(slot)
  if (known !== undefined) return known
  const text = SLOTS[slot]
  if (text === undefined) throw new Error(`No such slot: ${slot}`)
  const words = text
    .split(/[|\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
  lists.set(slot, words)
  return words
}

/** The lines of a block of frames, without empty ones. */
export function framesOf(block: string): string[] {
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
