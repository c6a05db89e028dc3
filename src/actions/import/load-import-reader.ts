// Chooses the reader for an import by the content type of what is sent. Its code is loaded by the first import that needs it,
// since no start should wait for it.
import type { ImportFormat } from '../../domain/import-format.ts'
import type { OpenImportReader } from './import-line.ts'

/** Content types that an import takes, and the format each stands for. */
export const IMPORT_TYPES: Readonly<Record<string, ImportFormat>> = {
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

/** What makes a reader of the format, a new one for each import. */
export async function loadImportReader(format: ImportFormat): Promise<OpenImportReader> {
  switch (format) {
    case 'ndjson':
      return (await import('./ndjson-reader.ts')).createNdjsonReader
    case 'csv':
      return (await import('./csv-reader.ts')).createCsvReader
    case 'merchant-tsv':
      return (await import('./merchant-tsv-reader.ts')).createMerchantTsvReader
    case 'merchant-xml':
      return (await import('./merchant-xml-reader.ts')).createMerchantXmlReader
  }
}
