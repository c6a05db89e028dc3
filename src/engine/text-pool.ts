// Texts that many ads share, kept once and named by a small number, for as long as some ad uses them.

export interface TextPool {
  /** The text's number, 1–16,383, with one more user; 0 where the pool is full. */
  take(text: string): number
  /** One user less; the last one takes the text with it. */
  release(number: number): void
  textOf(number: number): string
  /** As JSON can say it, and back. */
  save(): TextPoolState
  restore(saved: TextPoolState): void
}

export interface TextPoolState {
  /** By number; empty where a number is not in use. */
  readonly texts: readonly string[]
  /** How many use each; left out where nothing but reading will be done. */
  readonly users?: readonly number[]
}

const TEXTS_MAX = 16_383

export function createTextPool(): TextPool {
  let numbers = new Map<string, number>()
  let texts: string[] = ['']
  let users: number[] = [0]
  let free: number[] = []

  const numberFor = (text: string): number => {
    const number = free.pop() ?? texts.length
    if (number > TEXTS_MAX) return 0
    texts[number] = text
    users[number] = 0
    numbers.set(text, number)
    return number
  }

  return {
    take(text) {
      const number = numbers.get(text) ?? numberFor(text)
      if (number > 0) users[number]!++
      return number
    },
    release(number) {
      if (--users[number]! > 0) return
      numbers.delete(texts[number]!)
      texts[number] = ''
      free.push(number)
    },
    textOf: (number) => texts[number]!,
    save: () => ({ texts: texts.slice(), users: users.slice() }),
    restore(saved) {
      texts = saved.texts as string[]
      if (saved.users === undefined) return
      users = saved.users as number[]
      free = []
      numbers = new Map()
      for (let number = texts.length - 1; number > 0; number--) {
        if (users[number]! > 0) numbers.set(texts[number]!, number)
        else free.push(number)
      }
    },
  }
}
