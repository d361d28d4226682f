import { stat } from 'node:fs/promises'
import { listBackups } from '../backup/list-backups.ts'
import { parseTimestamp, type Clock, type Micros } from '../base/clock.ts'
import { databasePath } from '../storage/disk/data-folder.ts'
import {
  findIntegrityProblems,
  getDatabaseSize,
  listPendingMigrations,
  openCopy,
  readVersions,
} from '../database/database-files.ts'
import { getFreeBytes } from '../storage/disk/free-space.ts'
import { keyFilePath } from '../auth/signing-key-file.ts'
import { exists, ignoreMissing } from '../storage/missing-files.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { inspectRows, type RowInspection } from './inspect-rows.ts'

export interface Inspected {
  data: string
  /** The folder of the backups. */
  backups: string
  spatialite: string | null
  /** The storage of the image files. */
  storage: Pick<ObjectStore, 'stat' | 'read'>
  /** Whether it is a bucket, whose files no backup contains. */
  isBucket: boolean
  /** Whether `CATALOG_SECRET` is set. */
  hasSecretSetting: boolean
  clock: Clock
}

/** The state of a catalog and its host. */
export interface Inspection extends RowInspection {
  versions: { sqlite: string; spatialite: string }
  /** Migrations that the server applies when it starts. */
  pending: string[]
  integrity: string[]
  /** Bytes that are free for the database, and its size. */
  space: { free: number; database: number }
  /** Files that other users than the owner can access. */
  exposed: string[]
  hasSigningKey: boolean
  backups: {
    folder: string
    /** Time of the newest one, also if it has only the database. */
    newest: Micros | null
    unreadable: string[]
    /** Whether new ones can have only the database. */
    databaseOnly: boolean
  }
}

/**
 * Inspects a catalog without opening it for writing. Reads the whole database, and a sample of the stored files.
 * @throws CatalogError kind `unsupported` if another version of the program made the database
 */
export async function inspectServer(options: Inspected): Promise<Inspection> {
  const { data, spatialite, clock } = options
  const file = databasePath(data)
  const pending = listPendingMigrations(file)
  await using copy = openCopy({ file, spatialite })
  const { reads } = copy
  return {
    versions: await readVersions(reads),
    pending,
    integrity: findIntegrityProblems(file, spatialite),
    ...(await inspectRows(reads, { storage: options.storage, now: clock.now() })),
    space: { free: await getFreeBytes(data), database: getDatabaseSize(file) },
    exposed: await findExposed([file, keyFilePath(data)]),
    hasSigningKey: options.hasSecretSetting || (await exists(keyFilePath(data))),
    backups: { ...(await inspectBackups(options.backups)), databaseOnly: options.isBucket },
  }
}

async function findExposed(paths: readonly string[]): Promise<string[]> {
  if (process.platform === 'win32') return []
  const modes = await Promise.all(
    paths.map(async (path) => ({ path, mode: (await ignoreMissing(stat(path)))?.mode ?? 0 })),
  )
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ path }) => path)
}

async function inspectBackups(
  folder: string,
): Promise<Omit<Inspection['backups'], 'databaseOnly'>> {
  const backups = await listBackups(folder)
  const times = backups.flatMap(({ created_at }) => parseTimestamp(created_at ?? '') ?? [])
  const unreadable = backups.filter(({ problem }) => problem !== null).map(({ id }) => id)
  return { folder, newest: times.length > 0 ? Math.max(...times) : null, unreadable }
}
