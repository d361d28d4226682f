import type { FoundRow } from './found-row.ts'

/** The source of a collection whose source is unknown. */
export const LOST_SOURCE = 1

/**
 * Rows for lost ones to which many others refer. The sources and collections are hidden. A user has the name again after the
 * next sign-in.
 */
export const PLACEHOLDERS: Readonly<Record<string, (id: number) => FoundRow>> = {
  user: (id) => {
    const username = `user ${id}`
    return { id, username, username_folded: username, is_staff: 0, created_at: 0 }
  },
  source: (id) => ({ id, ...describeLost('source', id) }),
  collection: (id) => ({ id, source_id: LOST_SOURCE, ...describeLost('collection', id) }),
}

function describeLost(what: string, id: number): FoundRow {
  const name = `Lost ${what} ${id}`
  const slug = `lost-${what}-${id}`
  return { name, name_folded: name.toLowerCase(), slug, url: '', description: '', public: 0 }
}
