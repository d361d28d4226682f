import type { Database } from 'better-sqlite3'
import type { CollectionScope } from '../../queries/lists/visible-collections.ts'
import { openDictionary, type DictionaryMemory } from './dictionary.ts'

/** Numbers the collections, and selects those that are in scope. */
export interface CollectionIndex {
  /** Returns the number of a collection, which never changes and is the same in all threads with the memory. */
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

/** Loads the collections. */
export function openCollectionIndex(db: Database, memory: DictionaryMemory): CollectionIndex {
  const dictionary = openDictionary(memory)
  const numbers = new Map<number, number>()
  const all = db.prepare<[], CollectionRow>(
    `select c.id, c.source_id, c.public and s.public as is_public
     from collection c join source s on s.id = c.source_id`,
  )
  let rows: CollectionRow[] = []
  let highest = 0
  const getNumber = (id: number): number => {
    const number = numbers.get(id) ?? dictionary.getNumber(String(id))
    numbers.set(id, number)
    highest = Math.max(highest, number)
    return number
  }
  const reload = (): void => {
    rows = all.all()
    for (const { id } of rows) getNumber(id)
  }
  reload()
  return {
    getNumber,
    select(scope) {
      const wanted = new Uint8Array(highest + 1)
      for (const row of rows) if (isInScope(row, scope)) wanted[getNumber(row.id)] = 1
      return wanted
    },
    reload,
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
