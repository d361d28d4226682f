import { CatalogError } from '../../base/errors.ts'
import { INDEX_FULL } from '../../base/lasting-outages.ts'

/** Limits of the memory of a search index. */
export interface IndexLimits {
  /** In bytes, at most 4 GiB: the memory of WebAssembly. */
  maxBytes: number
}

/** Memory that an index uses, and its limit, in bytes. */
export interface IndexUsage {
  used: number
  max: number
}

/** The share of its memory from which on an index is reported to administrators. */
export const ALMOST_FULL = 0.8

/** Creates the error of searches in an index that does not fit in its memory. */
export function indexFull(index: 'texts' | 'embeddings'): CatalogError {
  return new CatalogError('unavailable', ['index_full', index], { code: INDEX_FULL })
}

export function isIndexFull(error: unknown): error is CatalogError {
  return error instanceof CatalogError && error.details.code === INDEX_FULL
}
