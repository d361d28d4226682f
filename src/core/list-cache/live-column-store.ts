import { Kysely } from 'kysely'
import { openConnection } from '../engine/sqlite/connection.ts'
import { sqliteDialect } from '../engine/sqlite/driver.ts'
import type { IdPage } from '../queries/lists/list-ids.ts'
import type { ListQuery } from '../queries/lists/list-query.ts'
import type { StoreOptions } from '../engine/sqlite/open-store.ts'
import type { Reads } from '../db/store.ts'
import type { Tables } from '../db/tables.ts'
import type { Change } from './changed.ts'
import { loadColumnStore, type ColumnStore } from './column-store.ts'

/** Lists in memory that follow the database, on a connection of their own. */
export interface LiveColumnStore extends AsyncDisposable {
  /**
   * A page as the database stands now; undefined for what is not kept in memory, and when so much has
   * changed that everything is to be loaded again.
   * @throws CatalogError kind `not_found` when the page lies past the end
   */
  find(question: ListQuery): IdPage | undefined
  /** Whether everything is to be loaded before there are answers. */
  readonly isStale: boolean
  /** Reads everything. Takes seconds for a million images, and does not let go of the thread. */
  load(): void
}

/** After more changes than this, loading everything is no slower. */
const MOST_CHANGES = 20_000

export function openLiveColumnStore(options: StoreOptions): LiveColumnStore {
  const db = openConnection({ ...options, readonly: true })
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(db) })
  const newestChange = db.prepare<[], number>('select coalesce(max(seq), 0) from change').pluck()
  const changesAfter = db.prepare<[number], Change & { seq: number }>(
    `select seq, kind, ref from change where seq > ? order by seq limit ${MOST_CHANGES + 1}`,
  )
  let lists: ColumnStore | undefined
  let seq = 0

  /** Everything that is read inside is of one moment. */
  const atOnce = <T>(work: () => T): T => db.transaction(work)()
  const load = (): void => {
    lists = undefined
    seq = newestChange.get() ?? 0
    lists = loadColumnStore(db, kysely as unknown as Reads)
  }
  const catchUp = (): void => {
    const newest = newestChange.get() ?? 0
    if (newest === seq) return
    const changes = changesAfter.all(seq)
    // The oldest changes are swept away; whoever has not seen them has missed something.
    const isWhole = changes[0]?.seq === seq + 1 && changes.length <= MOST_CHANGES
    if (isWhole) lists?.apply(changes)
    else lists = undefined
    seq = newest
  }
  return {
    find: (question) =>
      atOnce(() => {
        if (lists) catchUp()
        return lists?.find(question)
      }),
    get isStale() {
      return lists === undefined
    },
    load: () => atOnce(load),
    [Symbol.asyncDispose]: () => kysely.destroy(),
  }
}
