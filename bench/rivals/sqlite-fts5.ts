// SQLite's full text index, FTS5, in memory: stemmed by Porter's rules, ordered by its BM25.
import { DatabaseSync } from 'node:sqlite'
import type { Found, OpenRival } from './rival.ts'

export const openSqliteFts5: OpenRival = async () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`
    CREATE TABLE ads (number INTEGER PRIMARY KEY, id TEXT, title TEXT, description TEXT, landing_url TEXT);
    CREATE VIRTUAL TABLE words USING fts5(title, description, tags, content='', tokenize='porter unicode61');
  `)
  const insertAd = db.prepare('INSERT INTO ads (id, title, description, landing_url) VALUES (?, ?, ?, ?)')
  const insertWords = db.prepare('INSERT INTO words (rowid, title, description, tags) VALUES (?, ?, ?, ?)')
  const select = db.prepare(`
    SELECT id, title, description, landing_url AS landingUrl, -score AS score
    FROM (SELECT rowid, bm25(words, 1.5, 1.0, 1.0) AS score FROM words WHERE words MATCH ? ORDER BY score LIMIT ?)
    JOIN ads ON ads.number = rowid ORDER BY score DESC`)
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  return {
    name: `SQLite FTS5 ${version}`,
    add(ads) {
      db.exec('BEGIN')
      for (const ad of ads) {
        const { lastInsertRowid } = insertAd.run(ad.id, ad.title, ad.description, ad.landingUrl)
        insertWords.run(lastInsertRowid, ad.title, ad.description, [...ad.keywords, ...ad.categories].join(' '))
      }
      db.exec('COMMIT')
    },
    finish: () => db.exec("INSERT INTO words (words) VALUES ('optimize')"),
    search: (words, limit) =>
      select.all(words.map((word) => `"${word}"`).join(' OR '), limit) as unknown as readonly Found[],
    processes: () => [],
    close: () => db.close(),
  }
}
