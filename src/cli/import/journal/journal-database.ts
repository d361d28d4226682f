import Database from 'better-sqlite3'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder } from '../../../core/storage/disk/make-folder.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import { createPrivateFile } from '../../terminal/private-file.ts'
import type { Purpose } from '../../tables/columns.ts'
import type { ManifestOptions } from '../../tables/manifest.ts'
import { MIGRATIONS, SCHEMA, SCHEMA_VERSION } from './schema.ts'

/** The options to read a manifest again in the same way. */
export type ReadingOptions = Pick<
  ManifestOptions,
  | 'encoding'
  | 'encodingFallback'
  | 'delimiter'
  | 'sheet'
  | 'headerRow'
  | 'ignore'
  | 'ignoreUnknown'
  | 'map'
  | 'set'
  | 'fillDown'
  | 'purpose'
> & {
  /** Name of the import; by default the manifest's. */
  name?: string
}

/** The import that a journal belongs to. */
export interface Batch {
  /** UUID of the batch at the instance. In journals of earlier versions, an id that only the journal has. */
  id: string
  name: string
  /** Absolute path of the manifest. */
  manifest: string
  /** Base URL. */
  instance: string
  /** Options of the last run for reading the manifest. */
  reading: ReadingOptions
  /** Number of the last run. */
  run: number
  /** In microseconds since the epoch, as `updatedAt`. */
  createdAt: number
  updatedAt: number
}

/** Returns the `Batch-Id` of the commits of an import. Undefined if its id is of an earlier version. */
export function findBatchId({ id }: Pick<Batch, 'id'>): string | undefined {
  return id.includes('-') ? id : undefined
}

interface NewBatch {
  manifest: string
  instance: string
  /** In microseconds since the epoch. */
  now: number
}

/** Returns the default folder of a journal, beside its manifest. */
export function journalFolder(manifest: string, purpose: Purpose = 'import'): string {
  return `${manifest.replace(/[/\\]+$/, '')}.${purpose}`
}

export function journalFile(folder: string): string {
  return join(folder, 'journal.sqlite')
}

/** Returns the folder of files that are downloaded until their rows are imported. */
export function downloadsFolder(folder: string): string {
  return join(folder, 'journal.downloads')
}

export function lockFile(folder: string): string {
  return join(folder, 'lock.sqlite')
}

export function journalExists(folder: string): boolean {
  return existsSync(journalFile(folder))
}

/** @throws CatalogError kind `invalid` if the folder cannot be created */
export async function makeJournalFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700)
  } catch (error) {
    throw new CatalogError(
      'invalid',
      `Cannot create the journal in ${folder}: ${(error as Error).message}. Choose another folder with --journal.`,
      { code: 'journal.folder', cause: error },
    )
  }
}

/**
 * Opens or creates a journal for writing. Commits are durable across power loss. On a file system without
 * support for a write-ahead log, SQLite uses its slower rollback journal.
 */
export function openForWriting(folder: string, first: NewBatch): Database.Database {
  createPrivateFile(journalFile(folder))
  const db = new Database(journalFile(folder))
  try {
    db.pragma('journal_mode = wal')
    db.pragma('synchronous = full')
    db.pragma('busy_timeout = 10000')
    db.transaction(() => initialize(db, first)).immediate()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function initialize(db: Database.Database, { manifest, instance, now }: NewBatch): void {
  const version = versionOf(db)
  if (version === SCHEMA_VERSION) return
  if (version !== 0) return migrate(db, version)
  db.exec(SCHEMA)
  db.pragma(`user_version = ${SCHEMA_VERSION}`)
  const insert =
    'insert into batch (id, manifest, instance, created_at, updated_at) values (?, ?, ?, ?, ?)'
  db.prepare(insert).run(randomUUID(), manifest, instance, now, now)
}

function migrate(db: Database.Database, from: number): void {
  for (let version = from; version !== SCHEMA_VERSION; version += 1) {
    const migration = MIGRATIONS[version]
    if (migration === undefined) throw unreadableJournal(db.name)
    db.exec(migration)
  }
  db.pragma(`user_version = ${SCHEMA_VERSION}`)
}

/** Copies a journal, or creates a new one, in a temporary database. */
export function openCopy(folder: string, first: NewBatch): Database.Database {
  const copy = new Database('')
  initialize(copy, first)
  if (!journalExists(folder)) return copy
  const source = openForReading(folder)
  try {
    copy.exec('delete from batch')
    source.transaction(() => {
      for (const table of ['batch', 'row']) copyTable(source, copy, table)
    })()
    return copy
  } finally {
    source.close()
  }
}

function copyTable(source: Database.Database, copy: Database.Database, table: string): void {
  const select = source.prepare<[], object>(`select * from ${table}`)
  const columns = select.columns().map(({ name }) => name)
  const values = columns.map((name) => `@${name}`).join(', ')
  const insert = copy.prepare(`insert into ${table} (${columns.join(', ')}) values (${values})`)
  copy.transaction(() => {
    for (const stored of select.iterate()) insert.run(stored)
  })()
}

/** Opens a journal read-only, even while an import writes to it. */
export function openForReading(folder: string): Database.Database {
  const db = new Database(journalFile(folder), { fileMustExist: true, readonly: true })
  try {
    db.pragma('busy_timeout = 10000')
    const version = versionOf(db)
    // Columns missing in an earlier version read as undefined.
    if (version === SCHEMA_VERSION || version in MIGRATIONS) return db
  } catch (error) {
    db.close()
    throw error
  }
  db.close()
  throw unreadableJournal(journalFile(folder))
}

function versionOf(db: Database.Database): number {
  try {
    return db.pragma('user_version', { simple: true }) as number
  } catch (error) {
    throw unreadableJournal(db.name, error)
  }
}

function unreadableJournal(path: string, cause?: unknown): CatalogError {
  const message = `${path} is not a journal that this version of catalog can read.`
  return new CatalogError('conflict', message, { code: 'journal.strange', cause })
}

export function readBatch(db: Database.Database): Batch {
  const found = db.prepare('select * from batch').get() as {
    id: string
    manifest: string
    instance: string
    reading: string
    run: number
    created_at: number
    updated_at: number
  }
  const { id, manifest, instance, run, created_at: createdAt, updated_at: updatedAt } = found
  const reading = JSON.parse(found.reading) as ReadingOptions
  const name = reading.name ?? basename(manifest)
  return { id, name, manifest, instance, reading, run, createdAt, updatedAt }
}
