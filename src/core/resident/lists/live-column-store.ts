import { Kysely } from 'kysely'
import {
  openConnection,
  sqliteDialect,
  type StoreOptions,
} from '../../database/sqlite-connections.ts'
import type { Reads } from '../../database/store.ts'
import type { Tables } from '../../database/tables.ts'
import { openChangeLog } from '../columns/change-log.ts'
import { openImages, type ImageMemory, type Images } from '../columns/images.ts'
import { loadColumnStore, type ColumnStore } from './column-store.ts'

/** A column store that follows the database, on its own connection. */
export interface LiveColumnStore extends AsyncDisposable {
  /**
   * Answers for the current state of the database. Returns undefined if the query is not supported, or if the store is
   * stale.
   * @throws CatalogError kind `not_found` for a page past the end
   */
  readonly ask: ColumnStore['ask']
  /** Whether the store must be loaded again, because too much has changed. */
  readonly isStale: boolean
  /** Loads the store synchronously, which takes a second or two for a million images. */
  load(): void
  /**
   * Sorts a list in one more order, which takes up to a second for a million images. Lists that are not sorted yet
   * are sorted when they are read.
   * @returns false if all lists were sorted in all orders already, or if the store is stale
   */
  sortNext(): boolean
}

/** After more changes than this, loading everything is no slower. */
const MAX_CHANGES = 20_000

export function openLiveColumnStore(store: StoreOptions, memory: ImageMemory): LiveColumnStore {
  const db = openConnection({ ...store, readonly: true })
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(db) })
  const log = openChangeLog(db, MAX_CHANGES + 1)
  let images: Images | undefined
  let columns: ColumnStore | undefined
  let seq = 0

  const inSnapshot = <T>(work: () => T): T => db.transaction(work)()
  const load = (): void => {
    columns = undefined
    seq = log.readNewest()
    images = openImages(db, memory)
    columns = loadColumnStore(db, kysely as unknown as Reads, images)
  }
  const catchUp = (): void => {
    const newest = log.readNewest()
    if (newest === seq) return
    const changes = log.readAfter(seq) ?? []
    const isComplete = changes.length > 0 && changes.length <= MAX_CHANGES
    if (isComplete) {
      images?.follow()
      columns?.apply(changes)
    } else columns = undefined
    seq = newest
  }
  /** Runs in the current state of the database. Returns undefined if the store is stale. */
  const runInColumns = <T>(run: (columns: ColumnStore) => T): T | undefined =>
    inSnapshot(() => {
      if (columns) catchUp()
      return columns && run(columns)
    })
  return {
    ask: (name, query) => runInColumns((columns) => columns.ask(name, query)),
    sortNext: () => runInColumns((columns) => columns.sortNext()) ?? false,
    get isStale() {
      return columns === undefined
    },
    load: () => inSnapshot(load),
    [Symbol.asyncDispose]: () => kysely.destroy(),
  }
}
