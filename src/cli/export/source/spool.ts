import Database from 'better-sqlite3'
import { toWriteError } from '../../terminal/write-error.ts'
import type { Item } from '../layer.ts'

/** Items of a list, stored by id in a temporary file, so that they need little memory and can be read in order. */
export interface Spool extends Disposable {
  /** Returns the number of different items. */
  count(): number
  /**
   * Stores items; one with the same id replaces the earlier one.
   * @throws CatalogError kind `conflict` if the file cannot be written, for example because the disk is full
   */
  add(items: readonly Item[]): void
  /** Whether all of these items are stored. */
  hasAll(items: readonly Item[]): boolean
  clear(): void
  /** Reads the items in batches, by ascending id. */
  read(): Generator<readonly Item[]>
}

const BATCH_ITEMS = 500

/** SQLite deletes the file of a database without a name when it is closed, also after a crash. */
export function openSpool(): Spool {
  const database = new Database('')
  database.exec('create table item (id integer primary key, json text not null)')
  const insert = database.prepare<[number, string]>('insert or replace into item values (?, ?)')
  const has = database.prepare<[number]>('select 1 from item where id = ?')
  const count = database.prepare<[], { n: number }>('select count(*) n from item')
  const next = database.prepare<[number, number], { id: number; json: string }>(
    'select id, json from item where id > ? order by id limit ?',
  )
  const insertAll = database.transaction((items: readonly Item[]) => {
    for (const item of items) insert.run(item.id, JSON.stringify(item))
  })
  return {
    count: () => count.get()?.n ?? 0,
    add(items) {
      try {
        insertAll(items)
      } catch (error) {
        throw error instanceof Database.SqliteError
          ? toWriteError('a temporary file', error)
          : error
      }
    },
    hasAll: (items) => items.every(({ id }) => has.get(id) !== undefined),
    clear: () => void database.exec('delete from item'),
    *read() {
      for (let after = Number.MIN_SAFE_INTEGER; ;) {
        const rows = next.all(after, BATCH_ITEMS)
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows.map(({ json }) => JSON.parse(json) as Item)
        after = last.id
      }
    },
    [Symbol.dispose]: () => void database.close(),
  }
}
