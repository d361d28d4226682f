import type { Database, Statement } from 'better-sqlite3'
import type { Micros } from '../../../core/base/clock.ts'
import { createGroupCommit } from './journal-group-commit.ts'
import type { Batch, ReadingOptions } from './journal-database.ts'
import { toStateColumns, type JournalRow } from './journal-row.ts'
import {
  beginPlan,
  replanRow,
  type ChangedFileCandidate,
  type PlanTransaction,
} from './plan-transaction.ts'

/** Writes to the journal of one import. Writes without a promise are deferred. */
export interface JournalWriter {
  /** Starts a run. The caller then adds the rows of the manifest to the returned plan. */
  beginRun(now: Micros, reading: ReadingOptions): PlanTransaction
  /** Saves the state and record of a row. Resolves when they are durable. */
  saveRow(row: JournalRow): Promise<void>
  /** Like `saveRow`, but waits for the next write or a short delay. */
  saveRowDeferred(row: JournalRow): Promise<void>
  /** Saves the downloaded file of a row. Resolves when it is durable. */
  saveDownload(row: JournalRow): Promise<void>
  /** Resets a committed row to be processed again with a changed file. Resolves when this is durable. */
  replanRow(row: ChangedFileCandidate): Promise<void>
  /** Logs an unusual event of a row. */
  recordEvent(row: JournalRow, what: string, detail?: string): void
  /** Records the SHA-256 of a file, so that the file is read again only after it was modified. */
  recordSha256(id: number, file: { sha256: string; modifiedAt: number }): void
  /** Records which columns of the manifest differ from the imported image. */
  markEdited(id: number, columns: string): void
  /** Skips the row in this run, because another import created the image. */
  markExisting(id: number, imageId: number): void
  /** Makes all writes durable before it returns. */
  flush(): void
}

export function createJournalWriter(db: Database, batch: Batch): JournalWriter {
  const group = createGroupCommit(db)
  const updateState = prepareStateUpdate(db)
  const updateEdited = db.prepare('update row set edited = ? where id = ?')
  const updateExisting = db.prepare('update row set existing_image = ? where id = ?')
  const updateSha256 = db.prepare('update row set sha256 = ?, modified_at = ? where id = ?')
  const updateDownload = db.prepare(
    'update row set size = ?, content_type = ?, sha256 = ?, modified_at = ? where id = ?',
  )
  const insertEvent = db.prepare('insert into event (at, row_id, what, detail) values (?, ?, ?, ?)')
  const runDeferred = (statement: Statement, ...values: unknown[]): void => {
    void group.writeDeferred(() => void statement.run(...values))
  }
  return {
    beginRun(now, reading) {
      batch.run += 1
      batch.updatedAt = now
      batch.name = reading.name ?? batch.name
      const plan = beginPlan(db)
      const update = db.prepare('update batch set run = ?, updated_at = ?, reading = ?')
      update.run(batch.run, now, JSON.stringify(reading))
      return plan
    },
    saveRow(row) {
      const columns = toStateColumns(row)
      return group.write(() => void updateState.run(columns))
    },
    saveRowDeferred(row) {
      const columns = toStateColumns(row)
      return group.writeDeferred(() => void updateState.run(columns))
    },
    saveDownload({ id, image, record }) {
      const { size, contentType } = image
      return group.write(() => {
        updateDownload.run(size, contentType, record.sha256, record.modifiedAt, id)
      })
    },
    replanRow: (row) => group.write(() => replanRow(db, row)),
    recordEvent: (row, what, detail) =>
      runDeferred(insertEvent, Date.now() * 1000, row.id, what, detail ?? null),
    recordSha256: (id, { sha256, modifiedAt }) => runDeferred(updateSha256, sha256, modifiedAt, id),
    markEdited: (id, columns) => runDeferred(updateEdited, columns, id),
    markExisting: (id, imageId) => runDeferred(updateExisting, imageId, id),
    flush: () => group.flush(),
  }
}

function prepareStateUpdate(db: Database): Statement {
  const { id: _, ...columns } = toStateColumns({
    id: 0,
    rowState: {} as JournalRow['rowState'],
    record: {} as JournalRow['record'],
  })
  const sets = Object.keys(columns).map((column) => `${column} = @${column}`)
  return db.prepare(`update row set ${sets.join(', ')} where id = @id`)
}
