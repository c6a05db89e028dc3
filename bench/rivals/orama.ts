// Orama: a search engine in plain JavaScript; its stemmer and BM25 are used as they come.
import { loadModule } from './load-module.ts'
import type { Found, OpenRival } from './rival.ts'

interface OramaModule {
  create(options: object): unknown
  insertMultiple(db: unknown, docs: readonly object[], batch?: number): Promise<unknown>
  search(
    db: unknown,
    options: object,
  ): Promise<{ hits: { id: string; score: number; document: Omit<Found, 'id' | 'score'> & { externalId: string } }[] }>
}

export const openOrama: OpenRival = async ({ modules }) => {
  const { module, version } = await loadModule<OramaModule>(modules, '@orama/orama')
  const db = module.create({
    schema: { title: 'string', description: 'string', keywords: 'string[]', categories: 'string[]' },
  })
  return {
    name: `Orama ${version}`,
    async add(ads) {
      const docs = ads.map(({ id, keywords, categories, ...ad }) => ({
        ...ad,
        externalId: id,
        keywords: [...keywords],
        categories: [...categories],
      }))
      await module.insertMultiple(db, docs, docs.length)
    },
    finish() {},
    async search(words, limit) {
      const { hits } = await module.search(db, { term: words.join(' '), limit, threshold: 1, boost: { title: 1.5 } })
      return hits.map(({ score, document }) => ({ ...document, id: document.externalId, score }))
    },
    processes: () => [],
    close() {},
  }
}
