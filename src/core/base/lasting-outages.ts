/** Codes of outages that last until an administrator does something, so that a client should not try again. */
export const NO_MODEL = 'no_model'
export const INDEX_FULL = 'search_index_full'

export const LASTING_OUTAGES: readonly string[] = [NO_MODEL, INDEX_FULL]
