/** What becomes of rows whose picture is in their collection already. */
export const DUPLICATE_POLICIES = ['import', 'skip', 'fail'] as const
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number]

export const DEFAULT_DUPLICATE_POLICY: DuplicatePolicy = 'skip'
