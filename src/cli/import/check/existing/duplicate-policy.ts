/** Policies of an import for rows whose image already exists in their collection. */
export const DUPLICATE_POLICIES = ['import', 'skip', 'fail'] as const
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number]

export const DEFAULT_DUPLICATE_POLICY: DuplicatePolicy = 'skip'
