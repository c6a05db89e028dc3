import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createAdEmbeddings } from '../../engine/match/embeddings.ts'
import { type AskModel, ModelError } from './ask-model.ts'
import { createEmbedInventory } from './embed-inventory.ts'

/** So many ads, each at the number of its own. An ad that left has no words, as in a catalog. */
function stock(count: number) {
  const isThere = Array.from({ length: count }, () => true)
  let changes = count
  return {
    leave(doc: number) {
      isThere[doc] = false
      changes++
    },
    adNumberOf: (doc: number) => doc,
    adVersionOf: () => 1,
    docOfAd: (ad: number) => (isThere[ad] ? ad : -1),
    docsEnd: () => count,
    wordsOf(doc: number) {
      if (!isThere[doc]) throw new TypeError('nothing is kept of an ad that left')
      return `ad ${doc}`
    },
    stats: () => ({ ads: isThere.filter(Boolean).length, unapproved: 0, changes }),
  }
}

function setUp(t: TestContext, { ads, ask, freeBytes = 1e12 }: { ads: number; ask?: AskModel; freeBytes?: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'aside-embeddings-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const catalog = stock(ads)
  const warnings: string[] = []
  const asked: string[][] = []
  const time = { ms: 0 }
  const open = () => {
    const embeddings = createAdEmbeddings(catalog)
    const inventory = createEmbedInventory({
      catalog,
      embeddings,
      ask(texts, stop) {
        asked.push([...texts])
        return ask ? ask(texts, stop) : Promise.resolve(vectorsOf(texts))
      },
      commonTexts: Array.from({ length: 40 }, (_, i) => `common ${i}`),
      path: join(folder, 'embeddings.snapshot'),
      make: 'small',
      monotonicMs: () => time.ms,
      freeBytes: async () => freeBytes,
      log: { info: () => {}, warn: (_about: object, said: string) => void warnings.push(said) } as never,
    })
    return { ...inventory, embeddings }
  }
  return { catalog, asked, warnings, time, open, ...open(), files: () => readdirSync(folder) }
}

const vectorsOf = (texts: readonly string[]) => texts.map((_, i) => Float32Array.of(1, i, 2))
const never = new AbortController().signal

test('ads that leave while the model is asked about others keep nothing back', async (t) => {
  let leaves = (): void => {}
  const ask: AskModel = async (texts) => {
    if (texts.length > 4) {
      if (texts[0]!.startsWith('ad')) leaves()
      throw new ModelError('too many', { isAboutTexts: true })
    }
    return vectorsOf(texts)
  }
  const { run, known, catalog, embeddings, warnings } = setUp(t, { ads: 40, ask })
  leaves = () => catalog.leave(30)
  await run(never)
  await run(never)
  assert.equal(known(), 39)
  for (let doc = 0; doc < 40; doc++) assert.equal(embeddings.lacks(doc), doc === 30, `ad ${doc}`)
  assert.deepEqual(warnings, [])
})

test('on a full disk all ads are read, each once, and the log says once that no file was written', async (t) => {
  const { run, known, asked, warnings, files } = setUp(t, { ads: 200, freeBytes: 0 })
  await run(never)
  await run(never)
  assert.equal(known(), 200)
  assert.equal(asked.flat().length, 240)
  assert.deepEqual(warnings, ['the embeddings could not be written to a file; it is tried again in some minutes'])
  assert.deepEqual(files(), [])
})

test('a stop while a file is written leaves a file with all that was read, and none half done', async (t) => {
  const { run, keepLast, open, asked, files } = setUp(t, { ads: 10_000 })
  const stop = new AbortController()
  const running = run(stop.signal)
  while (!files().some((name) => name.endsWith('.tmp'))) await new Promise(setImmediate)
  stop.abort()
  await keepLast()
  await running
  assert.deepEqual(files(), ['embeddings.snapshot'])
  const before = asked.flat().filter((text) => text.startsWith('ad')).length
  const again = open()
  again.restore()
  await again.run(never)
  assert.equal(again.known(), 10_000)
  assert.equal(asked.flat().filter((text) => text.startsWith('ad')).length, 10_000, `${before} were read before`)
})

test('a last file that takes longer than there is time for is given up', async (t) => {
  const stop = new AbortController()
  const ask: AskModel = async (texts) => {
    if (texts[0]!.startsWith('ad')) stop.abort()
    return vectorsOf(texts)
  }
  const { run, keepLast, time, files } = setUp(t, { ads: 10, ask })
  await run(stop.signal)
  time.ms = 2_000
  await keepLast(1_000)
  assert.deepEqual(files(), [])
  await keepLast(3_000)
  assert.deepEqual(files(), ['embeddings.snapshot'])
})
