/** Kinds of public records. */
export const PUBLIC_KINDS = ['image', 'collection', 'source', 'subject'] as const
export type PublicKind = (typeof PUBLIC_KINDS)[number]
