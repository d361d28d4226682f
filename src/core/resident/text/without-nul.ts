import type { ImageSearchFilter } from '../../queries/searches/search-filter.ts'

/** Drops items of the knowledge base that no subject can have, because PostgreSQL cannot take the character U+0000. */
export function withoutNul({ subjects, ...others }: ImageSearchFilter): ImageSearchFilter {
  if (!subjects) return others
  const kbIds = subjects.kbIds.filter((id) => !id.includes('\0'))
  return { ...others, subjects: { ...subjects, kbIds } }
}
