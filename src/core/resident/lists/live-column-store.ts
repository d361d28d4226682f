import { Kysely } from 'kysely'
import {
  openConnection,
  sqliteDialect,
  type StoreOptions,
} from '../../database/sqlite-connections.ts'
import type { Reads } from '../../database/store.ts'
import type { Tables } from '../../database/tables.ts'
import { openChangeLog } from '../columns/change-log.ts'
import {
  MAX_FOLLOWED_CHANGES,
  openImages,
  type ImageMemory,
  type Images,
} from '../columns/images.ts'
import { withLock } from '../columns/thread-lock.ts'
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

export function openLiveColumnStore(store: StoreOptions, memory: ImageMemory): LiveColumnStore {
  const db = openConnection({ ...store, readonly: true })
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(db) })
  const log = openChangeLog(db, MAX_FOLLOWED_CHANGES + 1)
  let images: Images | undefined
  let columns: ColumnStore | undefined
  let seq = 0

  const inSnapshot = <T>(work: () => T): T => db.transaction(work)()
  /** The columns of images are those of the snapshot, since no other thread includes later changes meanwhile. */
  const inLockedSnapshot = <T>(work: () => T): T => withLock(memory.lock, () => inSnapshot(work))
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
    const isComplete = changes.length > 0 && changes.length <= MAX_FOLLOWED_CHANGES
    if (isComplete) {
      images?.follow()
      columns?.apply(changes)
    } else columns = undefined
    seq = newest
  }
  const readCurrent = (): ColumnStore | undefined => {
    if (columns) catchUp()
    return columns
  }
  return {
    ask: (name, query) => inLockedSnapshot(() => readCurrent()?.ask(name, query)),
    // Sorting takes long, and only the database's order matters.
    sortNext: () => inSnapshot(() => readCurrent()?.sortNext() ?? false),
    get isStale() {
      return columns === undefined
    },
    load: () => inSnapshot(load),
    [Symbol.asyncDispose]: () => kysely.destroy(),
  }
}
