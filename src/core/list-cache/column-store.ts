import type { Database } from 'better-sqlite3'
import type { IdPage } from '../queries/lists/list-ids.ts'
import type { ListQuery } from '../queries/lists/list-query.ts'
import type { Reads } from '../db/store.ts'
import { groupChanges, type Change } from './changed.ts'
import { createHoldingColumns } from './holdings.ts'
import { loadImageList } from './image-list.ts'
import { loadAreaList, loadPointList } from './placed-lists.ts'

/** The lists in memory, with exact counts for a catalogue of any size. */
export interface ColumnStore {
  /**
   * The same page as the database gives, of the state last applied; undefined for what is not kept in memory.
   * @throws CatalogError kind `not_found` when the page lies past the end
   */
  find(question: ListQuery): IdPage | undefined
  /** Reads again what these changes are about. */
  apply(changes: readonly Change[]): void
}

/** Reads everything that the lists are made from; call it inside a transaction. */
export function loadColumnStore(db: Database, reads: Reads): ColumnStore {
  const holdings = createHoldingColumns(db)
  holdings.reload()
  const images = loadImageList(db, reads, holdings)
  const points = loadPointList(db, reads, { holdings, images })
  const areas = loadAreaList(db, reads, { holdings, images })
  return {
    find(question) {
      if (question.list === 'images') return images.find(question)
      return question.list === 'points' ? points.find(question) : areas.find(question)
    },
    apply(changes) {
      const changed = groupChanges(changes)
      if (changed('holding').size > 0) holdings.reload()
      // Georeferences know the rows of their images, so those come first.
      for (const list of [images, points, areas]) list.apply(changed)
    },
  }
}
