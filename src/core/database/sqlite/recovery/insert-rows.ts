import type { Database } from 'better-sqlite3'
import type { StoredValue } from './decode-record.ts'
import { describeRow, type RecoveryFinding } from './finding.ts'
import { createInserter, createStatementCache, type FoundRow } from './found-row.ts'
import { createLaterUpdates, type LaterUpdates } from './later-updates.ts'
import { LOST_SOURCE, PLACEHOLDERS } from './placeholders.ts'
import { PUBLIC_CHANGES, type Reference, type StoredTable } from './tables.ts'

/** Columns that triggers fill from rows that may be lost. */
const DERIVED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  image: ['last_georeferenced_at', 'last_confidence'],
  activity_event: ['public_count'],
}

/** Inserts recovered rows into a new database, whose triggers count and list them as when they were first written. */
export interface RowInserter {
  /** Inserts a row after those to which it refers. @returns whether it was inserted */
  insert(table: StoredTable, row: FoundRow, isStray: boolean): boolean
  /** Sets references between rows of one table, and what triggers have changed. Called once, after all rows. */
  finish(): void
}

type Report = (finding: RecoveryFinding) => void

export function createRowInserter(db: Database, report: Report): RowInserter {
  const insertRow = createEmptyingInserter(db)
  const later = createLaterUpdates(db)
  const parents = createParents(db, insertRow, report)
  return {
    insert(table, row, isStray) {
      if (isStray && table.name === PUBLIC_CHANGES) return false
      const mended = mendReferences(table, row, { parents, later, report })
      if (mended === undefined) return false
      for (const column of DERIVED_COLUMNS[table.name] ?? []) delete mended[column]
      try {
        insertRow(table.name, mended)
      } catch (error) {
        // A page that the table no longer leads to may hold former versions of its rows.
        if (isStray && isRepeated(error)) return false
        const message = `It is damaged: ${(error as Error).message}.`
        report(describeRow('refused_row', table, row, message))
        return false
      }
      later.addCounted(table, row)
      return true
    },
    finish: () => later.apply(report),
  }
}

type InsertRow = (table: string, row: FoundRow) => void

/**
 * A new database contains a few rows, such as settings. The recovered ones replace them. They replace single entries of the log
 * of public changes, which has one of every recovered row already.
 */
function createEmptyingInserter(db: Database): InsertRow {
  const insert = createInserter(db)
  const emptied = new Set<string>([PUBLIC_CHANGES])
  return (table, row) => {
    if (!emptied.has(table)) db.exec(`delete from "${table}"`)
    emptied.add(table)
    insert(table, row)
  }
}

interface Parents {
  /** Whether a row exists, or a placeholder could be inserted for it. */
  provide(table: string, column: string, value: StoredValue): boolean
}

function createParents(db: Database, insertRow: InsertRow, report: Report): Parents {
  const prepare = createStatementCache(db)
  const provide: Parents['provide'] = (table, column, value) => {
    const found = prepare(`select 1 from "${table}" where "${column}" = ?`).get(value)
    return found !== undefined || insertPlaceholder(table, value)
  }
  const insertPlaceholder = (table: string, id: StoredValue): boolean => {
    const create = PLACEHOLDERS[table]
    if (create === undefined || typeof id !== 'number') return false
    if (table === 'collection') provide('source', 'id', LOST_SOURCE)
    insertRow(table, create(id))
    const message = `The ${table} was lost. A placeholder was created, because other rows refer to it.`
    report({ code: 'placeholder', table, key: String(id), message })
    return true
  }
  return { provide }
}

interface Mending {
  parents: Parents
  later: LaterUpdates
  report: Report
}

/** Returns the row without references to lost rows; undefined if it cannot do without. */
function mendReferences(
  table: StoredTable,
  row: FoundRow,
  { parents, later, report }: Mending,
): FoundRow | undefined {
  const mended = { ...row }
  const isLost = ({ column, table: parent, to }: Reference): boolean =>
    !parents.provide(parent, to, row[column] ?? null)
  for (const reference of table.references.filter(({ column }) => (row[column] ?? null) !== null)) {
    const { column, table: parent, isNullable } = reference
    if (parent === table.name) {
      later.add(table, row, column)
      mended[column] = null
    } else if (isLost(reference)) {
      const lost = `${parent} ${String(row[column])}, which was lost.`
      if (!isNullable) {
        report(describeRow('refused_row', table, row, `It refers to ${lost}`))
        return undefined
      }
      report(describeRow('lost_reference', table, row, `It referred to ${lost}`))
      mended[column] = null
    }
  }
  return mended
}

function isRepeated(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return /^SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE|ROWID)$/u.test(code)
}
