import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatTimestamp, type Clock } from '../base/clock.ts'
import { databasePath } from '../storage/disk/data-folder.ts'
import {
  copyDatabase,
  getDatabaseSize,
  openCopy,
  readSchema,
  requireCatalogSchema,
} from '../database/database-files.ts'
import { takeBackupLock } from '../database/locks.ts'
import type { Reads } from '../database/store.ts'
import { syncToDisk } from '../storage/disk/durable-files.ts'
import { CatalogError } from '../base/errors.ts'
import { getFreeBytes } from '../storage/disk/free-space.ts'
import { computeDigest } from '../storage/digests.ts'
import { PRIVATE_FILE } from '../storage/modes.ts'
import { readLocalDisk } from '../storage/local-disk.ts'
import { compareIds } from '../stored-files/require-own-files.ts'
import {
  COPIED_FILES,
  createIncomplete,
  DATABASE,
  ensureBackupsFolder,
  listBackupNames,
  newBackupName,
  removeIncomplete,
  STORED_LIST,
  takeBackupsLock,
} from './backup-folder.ts'
import type { BackupStorage } from './compare-with-bucket.ts'
import { openEarlierBackup } from './earlier-backup.ts'
import { explainFullDisk } from './full-disk.ts'
import { listBucketFiles } from './list-bucket-files.ts'
import { writeManifest, type Manifest, type ManifestFile } from './manifest.ts'
import { placeStoredFiles } from './place-stored-files.ts'
import type { PlacedTotals } from './placed-totals.ts'
import { syncTree } from './sync-tree.ts'

export interface BackupOptions {
  data: string
  /** The folder that gets the backup as a subfolder. */
  folder: string
  spatialite: string | null
  /** Version of the program. */
  version: string
  /** Whether to include derivatives and tiles. */
  derivatives: boolean
  /** The bucket of the stored files, which the backup then only lists; null if they are in the data directory. */
  place: BackupStorage | null
  clock: Clock
  signal: AbortSignal
}

export interface CreatedBackup {
  name: string
  path: string
  manifest: Manifest['stored_files']
  /** The first files that were missing or changed. */
  problems: string[]
}

/**
 * Backs up a data directory while other processes write to it, or only its database and secrets if the stored files are in
 * a bucket. The database is copied first, then the files that its rows name; no process deletes such files during a
 * backup. The backup gets its name when it is complete and durable.
 * @throws CatalogError kind `busy` if another backup is running, `conflict` if the image files are missing or those of
 *   another catalog, `unavailable` if the disk has no room for the database or fills up later
 */
export async function createBackup(options: BackupOptions): Promise<CreatedBackup> {
  const { data, folder } = options
  const outcome = 'No backup was made.'
  const hint =
    'Free some space, delete old backups with catalog admin backup prune --keep N, or name a folder on another disk with --backups.'
  const disk = { folders: [folder, data], outcome, hint }
  return await explainFullDisk(disk, () => createCompleteBackup(options))
}

async function createCompleteBackup(options: BackupOptions): Promise<CreatedBackup> {
  const { data, folder, clock } = options
  await ensureBackupsFolder(folder)
  using _data = takeBackupLock(data)
  using _folder = takeBackupsLock(folder)
  await removeIncomplete(folder)
  await requireSpace(folder, getDatabaseSize(databasePath(data)))
  const incomplete = await createIncomplete(folder)
  try {
    const created = await fillBackup(options, incomplete)
    const name = newBackupName(clock.now(), await listBackupNames(folder))
    const path = join(folder, name)
    await syncTree(incomplete)
    await rename(incomplete, path)
    await syncToDisk(folder)
    return { name, path, ...created }
  } catch (error) {
    await rm(incomplete, { recursive: true, force: true })
    throw error
  }
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const free = await getFreeBytes(folder)
  if (free >= bytes) return
  const megabytes = (count: number): string => `${Math.ceil(count / 1e6)} MB`
  throw new CatalogError(
    'unavailable',
    `${folder} has ${megabytes(free)} free, but the database alone needs ${megabytes(bytes)}. Delete old backups with: catalog admin backup prune --keep N`,
  )
}

async function fillBackup(
  options: BackupOptions,
  target: string,
): Promise<Pick<CreatedBackup, 'manifest' | 'problems'>> {
  const { data, spatialite, place } = options
  const createdAt = formatTimestamp(options.clock.now())
  const database = join(target, DATABASE)
  copyDatabase(databasePath(data), database)
  options.signal.throwIfAborted()
  const schema = readSchema(database)
  requireCatalogSchema(schema)
  await using copy = openCopy({ file: database, spatialite })
  const { problems, addProblem: _, ...stored } = await fillList(options, copy.reads, target)
  await copySmallFiles(data, target)
  const files: ManifestFile[] = []
  for (const path of [...COPIED_FILES, STORED_LIST] as const) {
    const copy = join(target, path)
    if (existsSync(copy)) files.push({ path, ...(await computeDigest(copy)) })
  }
  await writeManifest(target, {
    created_at: createdAt,
    catalog_version: options.version,
    schema,
    derivatives: options.derivatives && place === null,
    ...(place && { storage_url: place.name }),
    files,
    stored_files: stored,
  })
  return { manifest: stored, problems }
}

/** Lists the stored files, and places them in the backup unless they are in a bucket. */
async function fillList(
  { data, folder, derivatives, signal, place }: BackupOptions,
  reads: Reads,
  target: string,
): Promise<PlacedTotals> {
  await using list = await open(join(target, STORED_LIST), 'wx', PRIVATE_FILE)
  const write = (lines: string): Promise<void> => list.appendFile(lines)
  const local = { storage: readLocalDisk(data), folder: data, name: data }
  await compareIds(place ?? local, reads, { isShared: false })
  if (place) return await listBucketFiles({ reads, storage: place.storage, signal }, write)
  await using earlier = await openEarlierBackup(folder)
  return await placeStoredFiles({ reads, data, target, derivatives, signal, earlier }, write)
}

/** Copies the signing key, the settings and the security log, as far as they exist. */
async function copySmallFiles(data: string, target: string): Promise<void> {
  for (const name of COPIED_FILES) {
    if (name === DATABASE || !existsSync(join(data, name))) continue
    await copyFile(join(data, name), join(target, name), constants.COPYFILE_EXCL)
    await chmod(join(target, name), PRIVATE_FILE)
  }
}
