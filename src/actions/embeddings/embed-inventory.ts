// Has an embedding model read the ads in memory that it has not read yet, and keeps what it made of them in a file for the next start.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { demandRoom, type FreeBytes } from '../../base/disk-room.ts'
import type { Log } from '../../base/log.ts'
import { errorText } from '../../base/error-text.ts'
import { readPieceFile, writePieceFile } from '../../base/piece-file.ts'
import type { Catalog } from '../../engine/catalog.ts'
import { type AdEmbeddings, centreOf, type EmbeddingsState } from '../../engine/match/embeddings.ts'
import { type AskModel, ModelError } from './ask-model.ts'

export interface EmbedInventory {
  /** Fills the embeddings from the file, for ads that are in memory by now. */
  restore(): void
  /** Reads what is new, until it is all read or `stop`; for a job, which tries again what fails. @throws ModelError */
  run(stop: AbortSignal): Promise<void>
  /** Writes what is not written yet; gives up at `untilMs` of the monotonic clock. */
  keepLast(untilMs?: number): Promise<void>
  /** Ads in memory that the model has read. */
  known(): number
}

export interface EmbedInventoryDeps {
  readonly catalog: Pick<Catalog, 'wordsOf' | 'docOfAd' | 'docsEnd' | 'adNumberOf' | 'adVersionOf' | 'stats'>
  readonly embeddings: AdEmbeddings
  readonly ask: AskModel
  /** Texts about all sorts of things, whose mean is the centre from which others are seen; some dozens. */
  readonly commonTexts: readonly string[]
  readonly path: string
  /** What the vectors depend on: the model and where it is. */
  readonly make: string
  readonly monotonicMs: () => number
  readonly freeBytes: FreeBytes
  readonly log: Pick<Log, 'info' | 'warn'>
}

interface About {
  readonly make: string
  readonly state: EmbeddingsState
}

/** Texts of one question to the model, as many as text-embeddings-inference takes by itself. */
const BATCH = 32
/** Doc numbers that are looked at in a turn: a fraction of a millisecond. */
const SLICE_DOCS = 16_384
/** A file is written at most this often, and not more than this share of the time. */
const KEEP_EVERY_MS = 60_000
const KEEP_SHARE_MAX = 1 / 20
/** After one that could not be written: what is in the way is a full disk, mostly. */
const KEEP_AGAIN_MS = 300_000

export function createEmbedInventory(deps: EmbedInventoryDeps): EmbedInventory {
  const { catalog, embeddings, ask, commonTexts, path, make, monotonicMs, log } = deps
  let seenChanges = -1
  let known = 0
  let isKept = true
  let isCentred = false
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined

  const isServed = (doc: number): boolean => catalog.docOfAd(catalog.adNumberOf(doc)) === doc

  /** The ads that are to be read, in turns between which requests are answered. */
  async function* lacking(): AsyncGenerator<number[]> {
    let some: number[] = []
    let read = 0
    for (let doc = 0; doc < catalog.docsEnd(); doc++) {
      if (doc % SLICE_DOCS === SLICE_DOCS - 1) await nextTurn()
      if (!isServed(doc)) continue
      if (!embeddings.lacks(doc)) read++
      else if (some.push(doc) === BATCH) {
        yield some
        read += some.length
        some = []
      }
      if (read > known) known = read
    }
    if (some.length > 0) yield some
    known = read + some.length
  }

  async function read(found: readonly number[], stop: AbortSignal): Promise<void> {
    // Some may have left since they were found, and nothing can be read of them.
    const docs = found.filter(isServed)
    if (docs.length === 0) return
    // Asked for now, since other ads may stand behind the numbers when the answer comes.
    const named = docs.map((doc) => ({ doc, ad: catalog.adNumberOf(doc), version: catalog.adVersionOf(doc) }))
    let vectors: (Float32Array | undefined)[]
    try {
      vectors = await ask(
        docs.map((doc) => catalog.wordsOf(doc)),
        stop,
      )
    } catch (error) {
      if (!(error instanceof ModelError) || !error.isAboutTexts) throw error
      if (docs.length > 1) {
        const half = Math.ceil(docs.length / 2)
        await read(docs.slice(0, half), stop)
        return read(docs.slice(half), stop)
      }
      log.warn({ reason: error.message, ad: named[0]!.ad }, 'the embedding model cannot read an ad')
      vectors = [undefined]
    }
    named.forEach(({ doc, ad, version }, i) => embeddings.set(doc, ad, version, vectors[i]))
    isKept = false
  }

  async function readNew(stop: AbortSignal): Promise<void> {
    const startedMs = monotonicMs()
    let ads = 0
    for await (const docs of lacking()) {
      if (stop.aborted) return
      await read(docs, stop)
      ads += docs.length
      await keepSometimes(stop)
    }
    if (ads > 0) log.info({ ads, ms: Math.round(monotonicMs() - startedMs) }, 'the embedding model has read new ads')
  }

  async function write(isEnough: () => boolean): Promise<void> {
    const { pieces, state } = embeddings.save()
    const isWritten = await writePieceFile(path, async (add) => {
      // Only now: what a process that was killed had left of one is gone.
      await demandRoom(pieces, deps.freeBytes)
      for (const piece of pieces) {
        if (isEnough()) return undefined
        await add(piece)
      }
      return { make, state } satisfies About
    })
    if (isWritten) isKept = true
  }

  // A stop may come while a file is written.
  function writeOnce(isEnough: () => boolean): Promise<void> {
    writing ??= write(isEnough).finally(() => {
      writing = undefined
    })
    return writing
  }

  /** The file only helps the next start: where it cannot be written, reading goes on. */
  async function keepSometimes(stop: AbortSignal): Promise<void> {
    const startedMs = monotonicMs()
    if (isKept || startedMs < notBeforeMs) return
    try {
      await writeOnce(() => stop.aborted)
    } catch (error) {
      notBeforeMs = monotonicMs() + KEEP_AGAIN_MS
      return log.warn(
        { reason: errorText(error) },
        'the embeddings could not be written to a file; it is tried again in some minutes',
      )
    }
    notBeforeMs = monotonicMs() + Math.max(KEEP_EVERY_MS, (monotonicMs() - startedMs) / KEEP_SHARE_MAX)
  }

  // Some servers take fewer texts at a time.
  async function askInParts(texts: readonly string[], stop: AbortSignal): Promise<Float32Array[]> {
    try {
      return await ask(texts, stop)
    } catch (error) {
      if (!(error instanceof ModelError) || !error.isAboutTexts || texts.length === 1) throw error
      const half = Math.ceil(texts.length / 2)
      return [...(await askInParts(texts.slice(0, half), stop)), ...(await askInParts(texts.slice(half), stop))]
    }
  }

  // At every start, since another model may answer by now under the same name.
  const centre = async (stop: AbortSignal): Promise<void> => {
    const vectors: Float32Array[] = []
    for (let from = 0; from < commonTexts.length; from += BATCH) {
      vectors.push(...(await askInParts(commonTexts.slice(from, from + BATCH), stop)))
    }
    embeddings.setCentre(centreOf(vectors))
    isCentred = true
  }

  return {
    restore() {
      try {
        const file = readPieceFile(path, (about) => (about.make === make ? undefined : 'it is of another model'))
        if (file === undefined) return
        embeddings.restore(file.pieces, (file.about as unknown as About).state, catalog.docOfAd)
      } catch (error) {
        log.warn(
          { reason: errorText(error) },
          'the file of embeddings is not used; the model is asked about all ads again',
        )
      }
    },

    async run(stop) {
      const { changes } = catalog.stats()
      if (changes === seenChanges && isKept) return
      try {
        if (!isCentred) await centre(stop)
        if (changes !== seenChanges) await readNew(stop)
      } catch (error) {
        if (stop.aborted) return
        isCentred = false // the model may have become another one
        throw error
      }
      if (!stop.aborted) seenChanges = changes
      await keepSometimes(stop)
    },

    async keepLast(untilMs = Number.POSITIVE_INFINITY) {
      await writing?.catch(() => {})
      if (!isKept) await writeOnce(() => monotonicMs() > untilMs)
    },

    known: () => known,
  }
}
