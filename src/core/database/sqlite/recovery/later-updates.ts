import type { Database } from 'better-sqlite3'
import { describeRow, type RecoveryFinding } from './finding.ts'
import type { FoundRow } from './found-row.ts'
import type { StoredTable } from './tables.ts'

/** Columns that triggers of other tables change, although the stored value already counts those changes. */
const COUNTED: Readonly<Record<string, readonly string[]>> = { image: ['revision'] }

/** Values that are set once all rows are there: references between rows of one table, and what triggers change. */
export interface LaterUpdates {
  add(table: StoredTable, row: FoundRow, column: string): void
  addCounted(table: StoredTable, row: FoundRow): void
  /** Sets the values. Reports references to lost rows. */
  apply(report: (finding: RecoveryFinding) => void): void
}

interface Column {
  table: string
  column: string
}

/** Holds the values in a temporary table, since there may be some for each image. Their tables have ids. */
export function createLaterUpdates(db: Database): LaterUpdates {
  db.exec(`create temp table later_update (
    "table" text, "column" text, id integer, value any, primary key ("table", "column", id)
  ) strict, without rowid`)
  const insert = db.prepare('insert or ignore into later_update values (?, ?, ?, ?)')
  const listColumns = db.prepare<[], Column>('select distinct "table", "column" from later_update')
  const add: LaterUpdates['add'] = (table, row, column) => {
    const value = row[column] ?? null
    if (value !== null) insert.run(table.name, column, row['id'], value)
  }
  return {
    add,
    addCounted(table, row) {
      for (const column of COUNTED[table.name] ?? []) add(table, row, column)
    },
    apply(report) {
      const columns = listColumns.all()
      const references = columns.filter((each) => !isCounted(each))
      for (const each of references) dropLostReferences(db, each, report)
      // Setting a reference changes what is counted.
      for (const each of [...references, ...columns.filter(isCounted)]) setColumn(db, each)
    },
  }
}

function isCounted({ table, column }: Column): boolean {
  return COUNTED[table]?.includes(column) ?? false
}

function dropLostReferences(
  db: Database,
  { table, column }: Column,
  report: (finding: RecoveryFinding) => void,
): void {
  const lost = db
    .prepare<[string, string], { id: number; value: number }>(
      `delete from later_update where "table" = ? and "column" = ?
        and not exists (select 1 from "${table}" as other where other.id = value)
      returning id, value`,
    )
    .all(table, column)
  for (const { id, value } of lost) {
    const message = `It referred to ${table} ${value}, which was lost.`
    report(describeRow('lost_reference', { name: table, key: ['id'] }, { id }, message))
  }
}

function setColumn(db: Database, { table, column }: Column): void {
  db.prepare(
    `update "${table}" as row set "${column}" = later.value from later_update as later
      where later."table" = ? and later."column" = ? and later.id = row.id`,
  ).run(table, column)
}
