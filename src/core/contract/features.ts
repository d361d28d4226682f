/**
 * Extensions to the interface that this server has. Every `/api/v2/` response names them in the header
 * `Catalog-Features`, so that a client can decide what to rely on; docs/api.md describes each.
 */
export const FEATURES = [
  'replay',
  'tombstones',
  'many-values',
  'processing',
  'update',
  'token-expiry',
] as const

/** The value of the header `Catalog-Features`. */
export const FEATURES_HEADER = FEATURES.join(', ')
