import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { makePrivateFile } from '../../storage/modes.ts'

/**
 * Copies a database to a new file with mode 0600, while other processes write to it. The copy is one consistent state. The
 * caller must sync it. Blocks the event loop: 10 s for 1 GB.
 *
 * `VACUUM INTO` reads in one transaction, so it never starts again beside a writer, as SQLite's backup API does between its
 * steps. In one step, the backup API takes as long (10 s for 1 GB beside 100 writes a second, a write-ahead log of at most
 * 45 MB, and no write failed with either). But its copy contains the free pages of the database, needs a write-ahead log
 * to be read, and copies damaged pages without an error.
 * @throws the error of SQLite, such as `SQLITE_FULL` and `SQLITE_CORRUPT`
 */
export function copyDatabase(from: string, to: string): void {
  makePrivateFile(to)
  const db = new Database(from, { readonly: true })
  try {
    db.prepare('vacuum into ?').run(to)
  } finally {
    db.close()
  }
}

/** Returns the size of a database with its write-ahead log, in bytes: at least as much as a copy needs. */
export function getDatabaseSize(file: string): number {
  return sizeOf(file) + sizeOf(`${file}-wal`)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
