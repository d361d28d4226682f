import type { Database } from 'better-sqlite3'
import type { CollectionScope } from '../queries/lists/visible.ts'

/** Collections by number, and which of them somebody asks for. */
export interface HoldingColumns {
  /** The number of a collection's id; it never changes while the columns live. */
  numberOf(collectionId: number): number
  /** For every number 1 when it is among the holdings, else 0. */
  among(holdings: CollectionScope): Uint8Array
  /** Reads them all again: they are few. */
  reload(): void
}

interface CollectionRow {
  id: number
  source_id: number
  is_public: 0 | 1
}

export function createHoldingColumns(db: Database): HoldingColumns {
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
    numberOf,
    among(holdings) {
      const wanted = new Uint8Array(numbers.size)
      for (const row of rows) if (isAmong(row, holdings)) wanted[numberOf(row.id)] = 1
      return wanted
    },
    reload() {
      rows = all.all()
      for (const { id } of rows) numberOf(id)
    },
  }
}

function isAmong(
  row: CollectionRow,
  { visibility, sources, collections }: CollectionScope,
): boolean {
  if (visibility === 'public' && row.is_public === 0) return false
  if (sources && !sources.includes(row.source_id)) return false
  return collections?.includes(row.id) ?? true
}
