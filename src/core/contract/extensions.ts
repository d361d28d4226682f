/**
 * Extensions to the API that this server supports. Every `/api/v2/` response lists them in the header
 * `Catalog-Features`, so that clients can detect them. docs/api.md describes each.
 */
export const EXTENSIONS = [
  'replay',
  'tombstones',
  'many-values',
  'processing',
  'update',
  'token-expiry',
  'similar',
  'export',
  'contributions',
  'moderation',
  'tiles',
  'decades',
  'contribution-lists',
  'place-search',
  'verdicts',
  'place-suggestions',
  'withdrawal',
  'date-order',
  'grouped-search',
  'archive-position',
  'changes',
  'change-lines',
] as const

/** The value of the header `Catalog-Features`. */
export const EXTENSIONS_HEADER = EXTENSIONS.join(', ')
