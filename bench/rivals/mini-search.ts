// MiniSearch: an inverted index in plain JavaScript, with BM25+ and fields.
import { loadModule } from './load-module.ts'
import type { Found, OpenRival } from './rival.ts'

interface MiniSearchLike {
  addAll(docs: readonly object[]): void
  search(query: string, options: object): readonly unknown[]
}
type MiniSearchClass = new (options: object) => MiniSearchLike

export const openMiniSearch: OpenRival = async ({ modules }) => {
  const { module, version } = await loadModule<{ default: MiniSearchClass }>(modules, 'minisearch')
  const index = new module.default({
    fields: ['title', 'description', 'keywords', 'categories'],
    storeFields: ['title', 'description', 'landingUrl'],
    searchOptions: { combineWith: 'OR' },
  })
  return {
    name: `MiniSearch ${version}`,
    add: (ads) => index.addAll(ads),
    finish() {},
    search: (words, limit) => index.search(words.join(' '), { boost: { title: 1.5 } }).slice(0, limit) as Found[],
    processes: () => [],
    close() {},
  }
}
