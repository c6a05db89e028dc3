// How files of ads may be written, whether they are sent to the service or fetched by it.
export const IMPORT_FORMATS = ['ndjson', 'csv', 'merchant-tsv', 'merchant-xml'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]
