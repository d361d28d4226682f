/** Why the service cannot answer now. */
export const OUTAGE_PROBLEMS = {
  index_full: (index: 'texts' | 'embeddings') =>
    `The search index of ${index} does not fit in its memory, so this search is not available. An administrator can raise CATALOG_SEARCH_MEMORY, or let PostgreSQL search (${index === 'texts' ? 'CATALOG_TEXT=pg_trgm' : 'CATALOG_VECTORS=pgvector'}).`,
  storage_full: 'The storage of this service is full. Nothing was stored. Try again later.',
  storage_failed: 'The storage of this service failed. Nothing was stored. Try again later.',
  signing_key_unreadable:
    'This service cannot read its signing key. Its administrator must restore the access to it.',
  overloaded: 'This service is overloaded. Nothing was stored. Try again in a few seconds.',
  database_busy: 'The database is busy. Nothing was stored. Try again in a few seconds.',
  database_damaged: 'The database of this service is damaged. Its administrator must restore it.',
  rendering_busy: (seconds: number) =>
    `Too many images are being rendered. Try again in ${seconds} seconds.`,
  server_stopping: 'The server is stopping.',
  /** @param problem a sentence for administrators */
  try_again: (problem: string, seconds: number) => `${problem} Try again in ${seconds} seconds.`,
  not_embedded: 'The image was not processed by the embedding model yet. Try again later.',
}
