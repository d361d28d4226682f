import type { Database } from 'better-sqlite3'
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { CatalogError } from '../../../base/errors.ts'
import { KNOWN_FILES } from '../../../model/setting-names.ts'
import { findIntegrityProblems } from '../check-database.ts'
import { openConnection } from '../connection.ts'
import { migrations } from '../migrations/index.ts'
import { migrateDatabase } from '../migrate-database.ts'
import { openStore } from '../open-store.ts'
import { requireCatalogSchema } from '../schema.ts'
import { findRows, type RowFinder } from './find-rows.ts'
import type { RecoveryFinding } from './finding.ts'
import { createRowInserter } from './insert-rows.ts'
import { openPageFile } from './page-file.ts'
import { listTables, PUBLIC_CHANGES, type StoredTable } from './tables.ts'

export type { RecoveryFinding }

export interface RecoverOptions {
  /** The damaged database. It is only read. */
  from: string
  /** The database to create. */
  to: string
  spatialite: string | null
  signal: AbortSignal
  /** Receives everything that could not be recovered as it was. */
  onFinding: (finding: RecoveryFinding) => void
}

/** Rows of a table that were recovered. Tables without any row are left out. */
export interface RecoveredTable {
  table: string
  rows: number
}

const DATABASE_UNREADABLE = 'database_unreadable'

const PER_TRANSACTION = 20_000

/**
 * Creates a database from the rows of a damaged one that can be read. Rows that break constraints, or that refer to lost
 * rows, are left out and reported. Triggers count and list the rows again.
 * @throws CatalogError kind `unavailable` if a later version of the program made the database, `unprocessable` if no row can
 *   be read; then no file remains
 */
export async function recoverDatabase(options: RecoverOptions): Promise<RecoveredTable[]> {
  const { to, spatialite } = options
  try {
    const tables = await copyRows(options)
    if (tables.length === 0)
      throw new CatalogError('unprocessable', `No row of ${options.from} can be read.`, {
        code: DATABASE_UNREADABLE,
      })
    const { copy } = await migrateDatabase({ file: to, spatialite })
    if (copy !== null) rmSync(copy)
    const [problem] = findIntegrityProblems(to, spatialite)
    if (problem !== undefined) throw new Error(`The recovered database is damaged: ${problem}`)
    sync(to)
    removeLog(to)
    return tables
  } catch (error) {
    rmSync(to, { force: true })
    removeLog(to)
    throw error
  }
}

/** The check of the database leaves an empty log behind, because it may not write. */
function removeLog(database: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true })
}

async function copyRows(options: RecoverOptions): Promise<RecoveredTable[]> {
  const { to, spatialite } = options
  using file = openPageFile(options.from)
  const found = findRows(file)
  const applied = Object.entries(migrations).slice(0, countApplied(found))
  const store = await openStore({ file: to, spatialite, migrations: Object.fromEntries(applied) })
  await store[Symbol.asyncDispose]()
  const db = openConnection({ file: to, spatialite })
  try {
    // The caller syncs the file once it is complete.
    db.pragma('synchronous = off')
    const tables = listTables(db)
    found.findStrays(tables, listDefinitions(db, tables))
    reportPages(found, tables, options.onFinding)
    const recovered = await insertAll(db, { ...options, tables, found })
    db.exec('begin')
    advanceIds(db, found)
    // Rows that name image files may be lost, so the sweep of orphaned files must not trust this database for a day.
    db.prepare('delete from setting where name = ?').run(KNOWN_FILES)
    db.exec('commit')
    db.pragma('wal_checkpoint(truncate)')
    return recovered
  } finally {
    db.close()
  }
}

const MIGRATIONS: StoredTable = {
  name: 'kysely_migration',
  isDerived: false,
  columns: ['name', 'timestamp'],
  rowidColumn: undefined,
  kind: 'table',
  key: ['name'],
  references: [],
}

/** Counts the migrations of the damaged database; all that this version knows if they cannot be read. */
function countApplied(found: RowFinder): number {
  const known = Object.keys(migrations)
  const names = [...found.read(MIGRATIONS)].map(({ row }) => String(row['name']))
  if (names.length === 0) return known.length
  requireCatalogSchema(names.sort())
  return names.length
}

function listDefinitions(db: Database, tables: readonly StoredTable[]): string[] {
  const read = db.prepare<[string], string>(
    `select sql from sqlite_schema where type = 'table' and name = ?`,
  )
  return tables.map(({ name }) => read.pluck().get(name) ?? '')
}

function reportPages(
  { damage }: RowFinder,
  tables: readonly StoredTable[],
  onFinding: RecoverOptions['onFinding'],
): void {
  for (const { name } of tables.filter(({ isDerived }) => !isDerived)) {
    for (const { page, reason } of damage.get(name) ?? []) {
      const message = `Page ${page} is damaged: ${reason}. Its rows may be lost.`
      onFinding({ code: 'lost_page', table: name, key: String(page), message })
    }
  }
}

interface Insertion extends RecoverOptions {
  tables: readonly StoredTable[]
  found: RowFinder
}

async function insertAll(
  db: Database,
  { tables, found, signal, onFinding }: Insertion,
): Promise<RecoveredTable[]> {
  const inserter = createRowInserter(db, onFinding)
  const recovered: RecoveredTable[] = []
  let open = 0
  const insertRows = (table: StoredTable): void => {
    let rows = 0
    for (const { row, isStray } of found.read(table)) {
      signal.throwIfAborted()
      if (inserter.insert(table, row, isStray)) rows += 1
      open += 1
      if (open % PER_TRANSACTION === 0) db.exec('commit; begin')
    }
    if (rows > 0) recovered.push({ table: table.name, rows })
  }
  const stored = tables.filter(({ isDerived }) => !isDerived)
  db.exec('begin')
  stored.filter(({ name }) => name !== PUBLIC_CHANGES).forEach(insertRows)
  inserter.finish()
  // Last, because what was inserted is in it already, with the present time.
  stored.filter(({ name }) => name === PUBLIC_CHANGES).forEach(insertRows)
  db.exec('commit')
  return recovered
}

const SEQUENCES: StoredTable = {
  name: 'sqlite_sequence',
  isDerived: false,
  columns: ['name', 'seq'],
  rowidColumn: undefined,
  kind: 'table',
  key: [],
  references: [],
}

/** Tables that contain ids which another table issues. */
const OTHER_IDS = [
  { sequence: 'image_id', table: 'image', column: 'id' },
  { sequence: 'comment', table: 'hidden_comment', column: 'id' },
  { sequence: 'subject', table: 'subject_change', column: 'subject_id' },
]

/** Keeps the ids of deleted and lost rows from being given to other rows. */
function advanceIds(db: Database, found: RowFinder): void {
  const raise = db.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
  const add = db.prepare(`insert into sqlite_sequence (name, seq) select ?, ?
    where not exists (select 1 from sqlite_sequence where name = ?)`)
  const reserve = (name: string, seq: number): void => {
    raise.run(seq, name)
    add.run(name, seq, name)
  }
  for (const { row } of found.read(SEQUENCES)) {
    const { name, seq } = row
    if (typeof name === 'string' && typeof seq === 'number') reserve(name, seq)
  }
  for (const { sequence, table, column } of OTHER_IDS) {
    const newest = db.prepare<[], number | null>(`select max("${column}") from "${table}"`).pluck()
    reserve(sequence, newest.get() ?? 0)
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
