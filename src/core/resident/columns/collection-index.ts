import type { Database } from 'better-sqlite3'
import type { CollectionScope } from '../../queries/lists/visible-collections.ts'

/** Numbers the collections, and selects those that are in scope. */
export interface CollectionIndex {
  /** Returns the number of a collection, which never changes during the life of the index. */
  getNumber(collectionId: number): number
  /** Returns 1 for the number of each collection in scope, else 0. */
  select(scope: CollectionScope): Uint8Array
  /** Reloads all collections, which are few. */
  reload(): void
}

interface CollectionRow {
  id: number
  source_id: number
  is_public: 0 | 1
}

export function createCollectionIndex(db: Database): CollectionIndex {
  const numbers = new Map<number, number>()
  const all = db.prepare<[], CollectionRow>(
    `select c.id, c.source_id, c.public and s.public as is_public
     from collection c join source s on s.id = c.source_id`,
  )
  let rows: CollectionRow[] = []
  const numberOf = (id: number): number => {
    const known = numbers.get(id) ?? numbers.size
    numbers.set(id, known)
    return known
  }
  return {
    getNumber: numberOf,
    select(scope) {
      const wanted = new Uint8Array(numbers.size)
      for (const row of rows) if (isInScope(row, scope)) wanted[numberOf(row.id)] = 1
      return wanted
    },
    reload() {
      rows = all.all()
      for (const { id } of rows) numberOf(id)
    },
  }
}

function isInScope(
  row: CollectionRow,
  { visibility, sources, collections }: CollectionScope,
): boolean {
  if (visibility === 'public' && row.is_public === 0) return false
  if (sources && !sources.includes(row.source_id)) return false
  return collections?.includes(row.id) ?? true
}
