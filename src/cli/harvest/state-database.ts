import Database from 'better-sqlite3'
import { join } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import { takeFileLock } from '../../core/storage/disk/file-lock.ts'
import { makeFolder } from '../../core/storage/disk/make-folder.ts'
import { createPrivateFile } from '../terminal/private-file.ts'

/** A kind of state: of harvests, or of mirrors. */
export interface StateFormat {
  /** Name of the file. */
  file: string
  version: number
  /** SQL, with the table `setting (name, value)`. */
  schema: string
  /** Code of the error for the state of another version. */
  otherVersion: string
}

/** A database that only one process has. */
export interface StateDatabase extends Disposable {
  readonly db: Database.Database
}

/**
 * Opens or creates the state of a command in a folder of its own, and locks it.
 * @param locked creates the error for a state that another process has
 * @throws that error; CatalogError kind `conflict` if another version wrote the state
 */
export async function openStateDatabase(
  folder: string,
  format: StateFormat,
  locked: () => CatalogError,
): Promise<StateDatabase> {
  await makeFolder(folder, 0o700)
  const lock = takeFileLock(join(folder, 'lock.sqlite'))
  if (!lock) throw locked()
  try {
    const db = openDatabase(join(folder, format.file), format)
    return {
      db,
      [Symbol.dispose]() {
        db.close()
        lock[Symbol.dispose]()
      },
    }
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}

/** Commits are durable across power loss. */
function openDatabase(
  path: string,
  { version, schema, otherVersion }: StateFormat,
): Database.Database {
  createPrivateFile(path)
  const db = new Database(path)
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  const found = db.pragma('user_version', { simple: true })
  if (found === version) return db
  if (found !== 0) {
    db.close()
    const message = `${path} was written by another version of catalog.`
    throw new CatalogError('conflict', message, { code: otherVersion })
  }
  db.transaction(() => {
    db.exec(schema)
    db.pragma(`user_version = ${version}`)
  }).immediate()
  return db
}

/** The transactions and the settings of a state. */
export function accessSettings(db: Database.Database) {
  const select = db.prepare<[string], string>('select value from setting where name = ?').pluck()
  const upsert = db.prepare('insert or replace into setting (name, value) values (?, ?)')
  const remove = db.prepare('delete from setting where name = ?')
  return {
    /** Runs a function whose writes are all kept, or none. */
    transact: <T>(write: () => T): T => db.transaction(write).immediate(),
    get: (name: string): string | undefined => select.get(name),
    set: (name: string, value: string | undefined): void =>
      void (value === undefined ? remove.run(name) : upsert.run(name, value)),
  }
}
