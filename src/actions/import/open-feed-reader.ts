// Chooses the reader for an import by the content type of what is sent.
import { createCsvReader } from './csv-reader.ts'
import type { FeedReader } from './feed-line.ts'
import { createMerchantTsvReader } from './merchant-tsv-reader.ts'
import { createMerchantXmlReader } from './merchant-xml-reader.ts'
import { createNdjsonReader } from './ndjson-reader.ts'

export type FeedFormat = 'ndjson' | 'csv' | 'merchant-tsv' | 'merchant-xml'

/** Content types that an import takes, and the format each stands for. */
export const FEED_TYPES: Readonly<Record<string, FeedFormat>> = {
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'text/csv': 'csv',
  'text/tab-separated-values': 'merchant-tsv',
  'application/xml': 'merchant-xml',
  'text/xml': 'merchant-xml',
  'application/rss+xml': 'merchant-xml',
  'application/atom+xml': 'merchant-xml',
}

export function openFeedReader(format: FeedFormat): FeedReader {
  switch (format) {
    case 'ndjson':
      return createNdjsonReader()
    case 'csv':
      return createCsvReader()
    case 'merchant-tsv':
      return createMerchantTsvReader()
    case 'merchant-xml':
      return createMerchantXmlReader()
  }
}
