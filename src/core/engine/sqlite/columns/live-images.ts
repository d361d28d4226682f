import { Kysely } from 'kysely'
import { openConnection } from '../connection.ts'
import { sqliteDialect } from '../driver.ts'
import type { IdPage } from '../lists/list-ids.ts'
import type { Reads, StoreOptions } from '../store.ts'
import type { Tables } from '../tables.ts'
import {
  loadImageColumns,
  type Change,
  type ImageColumns,
  type ImageListQuestion,
} from './images.ts'

/** Images in memory that follow the database, on a connection of their own. */
export interface LiveImages extends AsyncDisposable {
  /**
   * A page as the database stands now; undefined for what is not kept in memory, and when so much has
   * changed that everything is to be loaded again.
   * @throws CatalogError kind `not_found` when the page lies past the end
   */
  list(question: ImageListQuestion): IdPage | undefined
  /** Whether everything is to be loaded before there are answers. */
  readonly isStale: boolean
  /** Reads everything. Takes seconds for a million images, and does not let go of the thread. */
  load(): void
}

/** After more changes than this, loading everything is no slower. */
const MOST_CHANGES = 20_000

export function openLiveImages(options: StoreOptions): LiveImages {
  const db = openConnection({ ...options, readonly: true })
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(db) })
  const newestChange = db.prepare<[], number>('select coalesce(max(seq), 0) from change').pluck()
  const changesAfter = db.prepare<[number], Change & { seq: number }>(
    `select seq, kind, ref from change where seq > ? order by seq limit ${MOST_CHANGES + 1}`,
  )
  let columns: ImageColumns | undefined
  let seq = 0

  /** Everything that is read inside is of one moment. */
  const atOnce = <T>(work: () => T): T => db.transaction(work)()
  const load = (): void => {
    columns = undefined
    seq = newestChange.get() ?? 0
    columns = loadImageColumns(db, kysely as unknown as Reads)
  }
  const catchUp = (): void => {
    const newest = newestChange.get() ?? 0
    if (newest === seq) return
    const changes = changesAfter.all(seq)
    // The oldest changes are swept away; whoever has not seen them has missed something.
    const isWhole = changes[0]?.seq === seq + 1 && changes.length <= MOST_CHANGES
    if (isWhole) columns?.apply(changes)
    else columns = undefined
    seq = newest
  }
  return {
    list: (question) =>
      atOnce(() => {
        if (columns) catchUp()
        return columns?.list(question)
      }),
    get isStale() {
      return columns === undefined
    },
    load: () => atOnce(load),
    [Symbol.asyncDispose]: () => kysely.destroy(),
  }
}
