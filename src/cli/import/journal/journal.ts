import type { Database, Statement } from 'better-sqlite3'
import { CatalogError } from '../../../core/errors.ts'
import type { Micros } from '../../../core/clock.ts'
import { createGroupCommit } from './group-commit.ts'
import { lockJournal } from './lock.ts'
import {
  lockFile,
  makeJournalFolder,
  openForWriting,
  readBatch,
  type Batch,
  type ReadingOptions,
} from './journal-database.ts'
import {
  beginPlan,
  replanRow,
  type PlanTransaction,
  type ChangedFileCandidate,
} from './plan-transaction.ts'
import { STATES, type State } from './protocol.ts'
import type { ResultTraits } from '../report/row-result.ts'
import {
  toStateColumns,
  MAY_HAVE_IMAGE,
  toJournalRow,
  type JournalRow,
  type StoredRow,
} from './journal-row.ts'

const ROWS_AT_ONCE = 200

/** Which rows of the manifest a run is about. */
export interface Selection {
  onlyFailed?: boolean
}

/** The journal of one import, held by this process alone. */
export interface Journal extends AsyncDisposable {
  readonly folder: string
  readonly batch: Batch
  /** Begins a run: its manifest's rows are taken in next. */
  beginRun(now: Micros, reading: ReadingOptions): PlanTransaction
  /** Keeps a row's standing; resolves once that is on the disk. */
  saveRow(row: JournalRow): Promise<void>
  /** The same where nothing waits for it: along with the next write, or a little later. */
  saveRowDeferred(row: JournalRow): Promise<void>
  /** Tells what happened to a row out of the ordinary. */
  recordEvent(row: JournalRow, what: string, detail?: string): void
  /** Rows in these states in the manifest's order, less those that are skipped, read a few at a time. */
  readRows(states: readonly State[], selection?: Selection): Generator<JournalRow>
  /** Rows that some commit may have been done for, of this or an earlier manifest. */
  readRowsInDoubt(): Generator<JournalRow>
  findByKey(key: string): JournalRow | undefined
  /** Rows in these states, of whichever run. */
  readAllRows(states: readonly State[]): Generator<JournalRow>
  /** The row that has this image. */
  findByImage(imageId: number): JournalRow | undefined
  /** Some image of the collection that this import has made. */
  findImageInCollection(collection: number): number | undefined
  /** How many rows are in doubt with these bytes. */
  findInDoubt(sha256: string, collection: number): JournalRow[]
  markEdited(id: number, columns: string): void
  /** The file of a row was only touched. */
  updateModifiedAt(id: number, modifiedAt: number): void
  /** The row is skipped in this run: another import has made an image of the same picture. */
  markExisting(id: number, imageId: number): void
  /** Keeps the digest of a file that was read whole, so that it need not be read again. */
  recordDigest(id: number, file: { sha256: string; modifiedAt: number }): void
  /** References that several rows of this run's manifest name. */
  findSharedReferences(): Set<string>
  /** Takes up a row that is done once more: its image is to get this file. */
  replanRow(row: ChangedFileCandidate): Promise<void>
  /** Whether something of an imported row is still to be renamed. */
  hasUnmovedFiles(): boolean
  /** The rows of this run's manifest, as they stand. */
  readListedRows(): Iterable<StoredRow>
  /** How many of them stand how. */
  countRowsByResult(): CountedRows[]
  /** Everything is on the disk when it returns. */
  flush(): void
}

export interface JournalLocation {
  folder: string
  manifest: string
  instance: string
  now: Micros
}

/**
 * Opens the journal of a manifest for this process alone.
 * @throws CatalogError kind `busy` when another process is at work on it, `conflict` when it is about
 *   another instance
 */
export async function openJournal(location: JournalLocation): Promise<Journal> {
  const { folder, instance } = location
  await makeJournalFolder(folder)
  const lock = lockJournal(lockFile(folder))
  try {
    const db = openForWriting(folder, location)
    const batch = readBatch(db)
    if (batch.instance === instance) return createJournal(db, { folder, batch, lock })
    db.close()
    throw new CatalogError(
      'conflict',
      `This journal belongs to an import into ${batch.instance}. To import into ${instance}, choose another journal with --journal.`,
      { code: 'journal.other_instance' },
    )
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}

interface Opened {
  folder: string
  batch: Batch
  lock: Disposable
}

function createJournal(db: Database, { folder, batch, lock }: Opened): Journal {
  const group = createGroupCommit(db)
  const update = prepareUpdate(db)
  const edited = db.prepare('update row set edited = ? where id = ?')
  const touched = db.prepare('update row set modified_at = ? where id = ?')
  const existing = db.prepare('update row set existing_image = ? where id = ?')
  const digest = db.prepare('update row set sha256 = ?, modified_at = ? where id = ?')
  const event = db.prepare('insert into event (at, row_id, what, detail) values (?, ?, ?, ?)')
  return {
    folder,
    batch,
    beginRun(now, reading) {
      batch.run += 1
      batch.updatedAt = now
      const plan = beginPlan(db)
      db.prepare('update batch set run = ?, updated_at = ?, reading = ?').run(
        batch.run,
        now,
        JSON.stringify(reading),
      )
      return plan
    },
    saveRow(row) {
      const columns = toStateColumns(row)
      return group.write(() => void update.run(columns))
    },
    saveRowDeferred(row) {
      const columns = toStateColumns(row)
      return group.writeDeferred(() => void update.run(columns))
    },
    recordEvent(row, what, detail) {
      const values = [Date.now() * 1000, row.id, what, detail ?? null]
      void group.writeDeferred(() => void event.run(...values))
    },
    markEdited(id, columns) {
      void group.writeDeferred(() => void edited.run(columns, id))
    },
    updateModifiedAt(id, modifiedAt) {
      void group.writeDeferred(() => void touched.run(modifiedAt, id))
    },
    markExisting(id, imageId) {
      void group.writeDeferred(() => void existing.run(imageId, id))
    },
    recordDigest(id, { sha256, modifiedAt }) {
      void group.writeDeferred(() => void digest.run(sha256, modifiedAt, id))
    },
    replanRow: (row) => group.write(() => replanRow(db, row)),
    ...createReader(db, () => group.flush()),
    flush: () => group.flush(),
    async [Symbol.asyncDispose]() {
      try {
        group.flush()
      } finally {
        db.close()
        lock[Symbol.dispose]()
      }
    },
  }
}

type JournalReader = Pick<
  Journal,
  | 'readRows'
  | 'readRowsInDoubt'
  | 'findByKey'
  | 'readAllRows'
  | 'findByImage'
  | 'findImageInCollection'
  | 'findInDoubt'
  | 'hasUnmovedFiles'
  | 'findSharedReferences'
  | 'readListedRows'
  | 'countRowsByResult'
>

/** What is read is all that was asked to be written. */
function createReader(db: Database, settle: () => void): JournalReader {
  const settled = (): Database => {
    settle()
    return db
  }
  const unfiled = db.prepare(
    "select 1 from row where state = 'committed' and filed = 0 and sidecar is not null limit 1",
  )
  return {
    readRows: (states, selection = {}) =>
      selectRows(settled(), states, { ...selection, listed: true }),
    readRowsInDoubt: () => selectRowsInDoubt(settled()),
    findByKey: (key) => findRow(settled(), 'key = ?', key),
    readAllRows: (states) => selectRows(settled(), states, {}),
    findByImage: (imageId) => findRow(settled(), 'image_id = ?', imageId),
    findImageInCollection: (collection) =>
      findRow(
        settled(),
        "image_id is not null and state = 'committed' and collection = ?",
        collection,
      )?.rowState.imageId ?? undefined,
    findInDoubt: (sha256, collection) =>
      [...selectRowsInDoubt(settled())].filter(
        ({ image, record }) => record.sha256 === sha256 && image.collection === collection,
      ),
    hasUnmovedFiles() {
      settle()
      return unfiled.get() !== undefined
    },
    findSharedReferences: () => selectSharedReferences(settled()),
    readListedRows: () => selectListedRows(settled()),
    countRowsByResult: () => countRowsByResult(settled()),
  }
}

function prepareUpdate(db: Database): Statement {
  const { id: _, ...columns } = toStateColumns({
    id: 0,
    rowState: {} as JournalRow['rowState'],
    record: {} as JournalRow['record'],
  })
  const sets = Object.keys(columns).map((column) => `${column} = @${column}`)
  return db.prepare(`update row set ${sets.join(', ')} where id = @id`)
}

function findRow(db: Database, condition: string, value: number | string): JournalRow | undefined {
  const found = db.prepare<[number | string], StoredRow>(
    `select * from row where ${condition} limit 1`,
  )
  const stored = found.get(value)
  return stored && toJournalRow(stored)
}

function selectSharedReferences(db: Database): Set<string> {
  const shared = db.prepare<[], string>(
    `select metadata ->> 'reference_id' as reference from row where listed = 1
    group by reference having count(*) > 1 and reference is not null`,
  )
  return new Set(shared.pluck().all())
}

/** The rows of the last manifest, in their order. */
function selectListedRows(db: Database): Iterable<StoredRow> {
  return db.prepare<[], StoredRow>('select * from row where listed = 1 order by row, id').iterate()
}

/** Rows that are alike in all that a result depends on, and their number. */
export type CountedRows = ResultTraits & { damaged: number; count: number }

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

function* selectRowsInDoubt(db: Database): Generator<JournalRow> {
  const sql = `select * from row where ${MAY_HAVE_IMAGE} order by row`
  for (const stored of db.prepare<[], StoredRow>(sql).all()) yield toJournalRow(stored)
}

/** Reads on after the last row it gave, so that nothing is held while the rows are worked on. */
function* selectRows(
  db: Database,
  states: readonly State[],
  { onlyFailed, listed }: Selection & { listed?: true },
): Generator<JournalRow> {
  const wanted = STATES.filter((state) => states.includes(state))
  const conditions = [
    `state in (${wanted.map((state) => `'${state}'`).join(', ')})`,
    '(row > @row or (row = @row and id > @id))',
    ...(listed ? ['listed = 1', 'existing_image is null'] : []),
    ...(onlyFailed ? ["(state = 'failed' or note_code is not null)"] : []),
  ]
  const next = db.prepare<object, StoredRow>(
    `select * from row where ${conditions.join(' and ')} order by row, id limit ${ROWS_AT_ONCE}`,
  )
  let last = { row: -1, id: -1 }
  for (;;) {
    const found = next.all(last)
    for (const stored of found) yield toJournalRow(stored)
    const end = found.at(-1)
    if (end === undefined || found.length < ROWS_AT_ONCE) return
    last = { row: end.row, id: end.id }
  }
}
