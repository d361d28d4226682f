import sqlite, { type Database } from 'better-sqlite3'
import { CatalogError } from '../../../core/base/errors.ts'
import type { ResultTraits } from './row-result.ts'
import { journalExists, openForReading, readBatch, type Batch } from './journal-database.ts'
import {
  MAY_HAVE_IMAGE,
  toImageId,
  toJournalRow,
  type JournalRow,
  type StoredRow,
} from './journal-row.ts'
import { STATES, type State } from './row-state-machine.ts'

const ROWS_PER_QUERY = 200

/** Selects rows of a manifest. */
export interface Selection {
  /** Only rows that failed or were not finished in the last run. */
  onlyFailed?: boolean
}

/** Number of rows with the same columns that determine their result. */
export type CountedRows = ResultTraits & { damaged: number; count: number }

/** Reads the journal of one import. Rows of the current manifest are listed; those of earlier ones may not be. */
export interface JournalReader {
  readonly folder: string
  readonly batch: Batch
  /** Iterates over listed rows in these states, in manifest order, without those that another import created. */
  readRows(states: readonly State[], selection?: Selection): Generator<JournalRow>
  /** Iterates over all rows in these states, including rows that are not listed. */
  readAllRows(states: readonly State[]): Generator<JournalRow>
  /** Iterates over all rows that may have an image that the importer does not know of. */
  readRowsInDoubt(): Generator<JournalRow>
  /** Iterates over listed or all rows as stored, in manifest order. */
  readStoredRows(scope: 'listed' | 'all'): Iterable<StoredRow>
  findByKey(key: string): JournalRow | undefined
  findByImage(imageId: number): JournalRow | undefined
  /** Returns the id of a row's image: null if it has none yet, undefined if there is no such row. */
  findImageId(key: string): number | null | undefined
  /** Returns the id of any image of the collection that this import created. */
  findImageInCollection(collection: number): number | undefined
  /** Returns the references that several listed rows name. */
  findSharedReferences(): Set<string>
  /** Counts the listed rows whose image is to be placed, by whether it exists. */
  countPlacesToMake(): { imported: number; others: number }
  /** Whether the description of an imported row has not been renamed yet. */
  hasUnmovedFiles(): boolean
  countRowsByResult(): CountedRows[]
  /** Counts the rows whose outcome is unknown. */
  countUndecidedRows(): number
}

export type ReadOnlyJournal = JournalReader & Disposable

/**
 * Opens a journal read-only, even while an import writes to it.
 * @returns undefined if the folder has no journal
 */
export function openReadOnlyJournal(folder: string): ReadOnlyJournal | undefined {
  if (!journalExists(folder)) return undefined
  const db = openForReading(folder)
  try {
    const reader = createJournalReader(() => db, { folder, batch: readBatch(db) })
    return { ...reader, [Symbol.dispose]: () => void db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** The same for one of several journals: damaged ones and those of other versions are left out. */
export function openIfReadable(folder: string): ReadOnlyJournal | undefined {
  try {
    return openReadOnlyJournal(folder)
  } catch (error) {
    if (error instanceof CatalogError || error instanceof sqlite.SqliteError) return undefined
    throw error
  }
}

/** @param getDb returns the database after all pending writes */
export function createJournalReader(
  getDb: () => Database,
  { folder, batch }: Pick<JournalReader, 'folder' | 'batch'>,
): JournalReader {
  return {
    folder,
    batch,
    readRows: (states, selection) => selectRows(getDb(), states, { ...selection, listed: true }),
    readAllRows: (states) => selectRows(getDb(), states, {}),
    readRowsInDoubt: () => selectRowsInDoubt(getDb()),
    readStoredRows: (scope) => selectStoredRows(getDb(), scope),
    findByKey: (key) => findRow(getDb(), 'key = ?', key),
    findByImage: (imageId) => findRow(getDb(), 'image_id = ?', imageId),
    findImageId(key) {
      const stored = findStoredRow(getDb(), 'key = ?', key)
      return stored && toImageId(stored)
    },
    findImageInCollection(collection) {
      const condition = "image_id is not null and state = 'committed' and collection = ?"
      return findRow(getDb(), condition, collection)?.rowState.imageId ?? undefined
    },
    findSharedReferences: () => selectSharedReferences(getDb()),
    countPlacesToMake: () => countPlacesToMake(getDb()),
    hasUnmovedFiles: () => getDb().prepare(SELECT_UNMOVED_FILES).get() !== undefined,
    countRowsByResult: () => countRowsByResult(getDb()),
    countUndecidedRows: () => countUndecidedRows(getDb()),
  }
}

const SELECT_UNMOVED_FILES =
  "select 1 from row where state = 'committed' and filed = 0 and (sidecar is not null or file like 'https://%') limit 1"

/** Reads a few rows at a time, so that no statement is open while the caller processes a row. */
function* selectRows(
  db: Database,
  states: readonly State[],
  { onlyFailed, listed }: Selection & { listed?: true },
): Generator<JournalRow> {
  const known = STATES.filter((state) => states.includes(state))
  const conditions = [
    `state in (${known.map((state) => `'${state}'`).join(', ')})`,
    '(row > @row or (row = @row and id > @id))',
    ...(listed ? ['listed = 1', 'existing_image is null'] : []),
    ...(onlyFailed ? ["(state = 'failed' or note_code is not null)"] : []),
  ]
  const next = db.prepare<object, StoredRow>(
    `select * from row where ${conditions.join(' and ')} order by row, id limit ${ROWS_PER_QUERY}`,
  )
  let last = { row: -1, id: -1 }
  for (;;) {
    const page = next.all(last)
    for (const stored of page) yield toJournalRow(stored)
    const end = page.at(-1)
    if (end === undefined || page.length < ROWS_PER_QUERY) return
    last = { row: end.row, id: end.id }
  }
}

function* selectRowsInDoubt(db: Database): Generator<JournalRow> {
  const sql = `select * from row where ${MAY_HAVE_IMAGE} order by row`
  for (const stored of db.prepare<[], StoredRow>(sql).all()) yield toJournalRow(stored)
}

function selectStoredRows(db: Database, scope: 'listed' | 'all'): Iterable<StoredRow> {
  const condition = scope === 'listed' ? 'where listed = 1' : ''
  const sql = `select * from row ${condition} order by row, id`
  return db.prepare<[], StoredRow>(sql).iterate()
}

function findRow(db: Database, condition: string, value: number | string): JournalRow | undefined {
  const stored = findStoredRow(db, condition, value)
  return stored && toJournalRow(stored)
}

function findStoredRow(
  db: Database,
  condition: string,
  value: number | string,
): StoredRow | undefined {
  const sql = `select * from row where ${condition} limit 1`
  return db.prepare<[number | string], StoredRow>(sql).get(value)
}

function selectSharedReferences(db: Database): Set<string> {
  const shared = db.prepare<[], string>(
    `select metadata ->> 'reference_id' as reference from row where listed = 1
    group by reference having count(*) > 1 and reference is not null`,
  )
  return new Set(shared.pluck().all())
}

function countUndecidedRows(db: Database): number {
  const sql = `select count(*) from row where state = 'review' or ${MAY_HAVE_IMAGE}`
  return db.prepare<[], number>(sql).pluck().get() ?? 0
}

function countPlacesToMake(db: Database): { imported: number; others: number } {
  const sql = `select count(*) filter (where state = 'committed') as imported,
      count(*) filter (where state <> 'committed') as others
    from row where listed = 1 and place is not null and placed is null and existing_image is null`
  const counted = db.prepare<[], { imported: number; others: number }>(sql).get()
  return counted ?? { imported: 0, others: 0 }
}

function countRowsByResult(db: Database): CountedRows[] {
  return db
    .prepare<[], CountedRows>(
      `select state, ended_in, note_code, doubt, min(replaces) as replaces, damaged,
        min(existing_image) as existing_image, count(*) as count
      from row where listed = 1
      group by state, ended_in, note_code, doubt, replaces is null, damaged, existing_image is null`,
    )
    .all()
}
