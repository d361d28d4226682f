import type { Database } from 'better-sqlite3'
import { toRowResult, type RowResult } from '../report/row-result.ts'
import { isLocked } from './lock.ts'
import {
  journalExists,
  lockFile,
  openForReading,
  readBatch,
  type Batch,
} from './journal-database.ts'
import { MAY_HAVE_IMAGE, toJournalRow, type JournalRow, type StoredRow } from './journal-row.ts'

/** A journal that is only looked at. */
export interface FoundImport extends Disposable {
  folder: string
  batch: Batch
  db: Database
}

/** @returns undefined when there is no journal in this folder */
export function findImport(folder: string): FoundImport | undefined {
  if (!journalExists(folder)) return undefined
  const db = openForReading(folder)
  return { folder, batch: readBatch(db), db, [Symbol.dispose]: () => void db.close() }
}

/** Every row that the import has ever had, in the order of its last manifest. */
export function* readRows({
  db,
  batch,
}: FoundImport): Generator<{ key: string; stored: StoredRow; result: RowResult }> {
  const all = db.prepare<[], StoredRow>('select * from row order by row, id')
  for (const stored of all.iterate()) {
    yield { key: stored.key, stored, result: toRowResult(stored, batch.run) }
  }
}

export function readRow({ db }: FoundImport, key: string): JournalRow | undefined {
  const stored = db.prepare<[string], StoredRow>('select * from row where key = ?').get(key)
  return stored && toJournalRow(stored)
}

/** Of how many rows it is not known whether there is an image. */
export function countUndecided({ db }: FoundImport): number {
  const counted = db
    .prepare<[], number>(`select count(*) from row where state = 'review' or ${MAY_HAVE_IMAGE}`)
    .pluck()
  return counted.get() ?? 0
}

export function isRunning({ folder }: FoundImport): boolean {
  return isLocked(lockFile(folder))
}
