/** Kinds of search, by the names that the API gives them. */
export const SEARCH_MODES = ['text', 'semantic', 'in-view'] as const

export type SearchMode = (typeof SEARCH_MODES)[number]
