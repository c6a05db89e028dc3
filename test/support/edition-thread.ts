// A thread that follows the editions of a catalog and answers from them, over and over until the next one comes.
import { parentPort } from 'node:worker_threads'
import { createEditionReader, type Edition } from '../../src/engine/catalog-editions.ts'
import { createChangingCatalog } from './changing-catalog.ts'

/** What it answered by an edition. */
export interface EditionAnswers {
  readonly number: number
  readonly answers: string
}

const ROUNDS_MAX = 10

const { catalog, answers } = createChangingCatalog(0)
const reader = createEditionReader({ catalog })
let newest = 0

parentPort!.on('message', (edition: Edition) => {
  reader.take(edition)
  newest = edition.number
  answer(edition.number, ROUNDS_MAX)
})

function answer(number: number, rounds: number): void {
  if (number !== newest || rounds === 0) return
  parentPort!.postMessage({ number, answers: answers() } satisfies EditionAnswers)
  setImmediate(answer, number, rounds - 1)
}
