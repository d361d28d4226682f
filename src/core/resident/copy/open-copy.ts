import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from 'better-sqlite3'
import { makeFolder } from '../../storage/disk/make-folder.ts'
import { FOLDER } from '../../storage/modes.ts'
import { openConnection } from '../../database/sqlite/connection.ts'
import { migrations } from '../../database/sqlite/migrations/index.ts'
import { openStore, type StoreOptions } from '../../database/sqlite/open-store.ts'
import { readSchema } from '../../database/sqlite/schema.ts'

/**
 * Opens the copy for writing. Creates the file if it is missing, if another version of the program made it, or if it is
 * damaged: everything in it is copied again.
 */
export async function openCopyFile(options: StoreOptions): Promise<Database> {
  const { file } = options
  if (!isCurrent(file)) {
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true })
    await makeFolder(dirname(file), FOLDER)
    await createSchema(options)
  }
  const db = openConnection(options)
  // After a power failure the copy may be older, but not damaged.
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = OFF')
  return db
}

function isCurrent(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    return isDeepStrictEqual(readSchema(file), [...Object.keys(migrations), COMPLETE])
  } catch {
    return false
  }
}

/** Stands beside the migrations once the schema is that of a copy. */
const COMPLETE = 'searchable-copy-2'

/** The schema of a catalog, without triggers: what they write is copied, too. */
async function createSchema(options: StoreOptions): Promise<void> {
  await (await openStore(options))[Symbol.asyncDispose]()
  const db = openConnection(options)
  try {
    db.transaction(() => {
      for (const trigger of listTriggers(db)) db.exec(`drop trigger ${trigger}`)
      db.exec(`create table copied (state text not null) strict`)
      db.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run(COMPLETE, '')
    })()
  } finally {
    db.close()
  }
}

/** Those of the catalog. SpatiaLite's own maintain the spatial indexes. */
function listTriggers(db: Database): string[] {
  const triggers = db.prepare<[], { name: string; tbl_name: string }>(
    `select name, tbl_name from sqlite_schema where type = 'trigger'`,
  )
  const catalog = new Set(
    db.prepare<[], string>(`select name from pragma_table_list where strict = 1`).pluck().all(),
  )
  return triggers
    .all()
    .filter(({ name, tbl_name }) => catalog.has(tbl_name) && !/^g[a-z]{2}_/u.test(name))
    .map(({ name }) => name)
}
