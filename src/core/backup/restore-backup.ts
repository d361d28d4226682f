import { readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../storage/disk/make-folder.ts'
import { UNFINISHED_RESTORE } from '../storage/disk/data-folder.ts'
import { openCopy } from '../database/database-files.ts'
import type { Reads } from '../database/store.ts'
import { syncToDisk } from '../storage/disk/durable-files.ts'
import { CatalogError } from '../base/errors.ts'
import { getFreeBytes } from '../storage/disk/free-space.ts'
import { FILE, FOLDER, PRIVATE_FILE, tighten } from '../storage/modes.ts'
import { recordStorage } from '../stored-files/recorded-storage.ts'
import { compareIds } from '../stored-files/require-own-files.ts'
import { DATABASE } from './backup-folder.ts'
import { compareWithBucket, type BackupStorage, type OpenPlace } from './compare-with-bucket.ts'
import { copyChecked } from './copy-checked.ts'
import { DamagedBackup, type BackupFinding } from './damaged-backup.ts'
import { examineFiles, type OnFile } from './examine-files.ts'
import { explainFullDisk } from './full-disk.ts'
import { measureBackup, readManifest, type Manifest } from './manifest.ts'
import { objectPath } from './place-file.ts'
import { requireEmptyFolder, unfinishedRestore } from './require-empty-folder.ts'
import { requireIntactDatabase, restoreCopies } from './restore-copies.ts'
import { syncTree } from './sync-tree.ts'

export interface RestoreOptions {
  /** The folder of the backup. */
  backup: string
  /** A data directory that does not exist yet or is empty. */
  data: string
  spatialite: string | null
  /** Opens the bucket of a backup that has only the database, after its settings were restored. The caller closes it. */
  openPlace: OpenPlace
  /** Whether to restore although files are missing or changed in the bucket. */
  acceptsMissing: boolean
  signal: AbortSignal
  /** Called before the files are restored. */
  onManifest?: (manifest: Manifest) => Promise<void>
  onFile?: OnFile
  /** Called with what the bucket lacks. */
  onFinding?: (finding: BackupFinding) => void
}

const AT_BACKUP = ['missing_at_backup', 'changed_at_backup']
const LOSSES = ['missing_file', 'changed_file']

/** The error code of a restore whose bucket lacks files. */
export const FILES_MISSING = 'files_missing'

/**
 * Restores a backup to a new data directory. Files are copied, never linked, and compared with their SHA-256. Until everything is
 * durable, a marker keeps the program from opening the directory. After a failure, the directory is empty.
 * A backup of the database only is compared with the bucket, where nothing is changed.
 * @throws CatalogError kind `not_found` if there is no backup, `conflict` if the directory is not empty or the bucket has other
 *   files, `unprocessable` if it lacks some, `unavailable` if the
 *   disk is too small or fills up, DamagedBackup
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const outcome = 'Nothing was restored.'
  const hint = 'Free some space, or restore to a directory on another disk.'
  const disk = { folders: [options.data], outcome, hint }
  return await explainFullDisk(disk, () => restoreCompletely(options))
}

async function restoreCompletely(options: RestoreOptions): Promise<Manifest> {
  const { backup, data } = options
  const manifest = await readManifest(backup)
  await requireEmptyFolder(data)
  await options.onManifest?.(manifest)
  const made = await makeFolder(data, FOLDER)
  const marker = join(data, UNFINISHED_RESTORE)
  // Not in the block that empties the directory: it may belong to another restore by now.
  await createMarker(marker, data)
  try {
    tighten(data, FOLDER)
    await requireSpace(data, manifest)
    await restoreFiles(options, manifest)
    await syncTree(data)
    await rm(marker)
    await syncToDisk(data)
    if (made !== undefined) await syncToDisk(dirname(resolve(data)))
    return manifest
  } catch (error) {
    await empty(data)
    throw error
  }
}

async function restoreFiles(options: RestoreOptions, manifest: Manifest): Promise<void> {
  const { backup, data, spatialite, signal, onFile } = options
  await restoreCopies(backup, manifest, data)
  const database = join(data, DATABASE)
  requireIntactDatabase(database, manifest, spatialite)
  await using copy = openCopy({ file: database, spatialite })
  if (manifest.storage_url !== undefined)
    return await requireBucketFiles(options, manifest.storage_url, { manifest, reads: copy.reads })
  const findings = examineFiles(
    { backup, manifest, reads: copy.reads, signal, onFile },
    async (file, listed, key) => {
      const path = objectPath(data, key)
      await makeFolder(dirname(path), FOLDER)
      await copyChecked(file, listed, { path, mode: FILE })
    },
  )
  for await (const finding of findings) {
    if (!AT_BACKUP.includes(finding.code)) throw new DamagedBackup(finding)
  }
}

/**
 * Requires the files of the restored database in the bucket. Files in the trash can be put back.
 * @throws CatalogError kind `unprocessable` if files are missing or changed
 */
async function requireBucketFiles(
  { backup, data, openPlace, acceptsMissing, signal, onFile, onFinding }: RestoreOptions,
  url: string,
  source: { manifest: Manifest; reads: Reads },
): Promise<void> {
  const place = await openPlace(url)
  await compareIds(place, source.reads, { isShared: false })
  let lost = 0
  const compared = { backup, place, read: false, signal, onFile, ...source }
  for await (const finding of compareWithBucket(compared)) {
    if (finding.code === 'unlisted_file') throw new DamagedBackup(finding)
    onFinding?.(finding)
    if (LOSSES.includes(finding.code)) lost += 1
  }
  if (lost > 0 && !acceptsMissing) throw missingInBucket(place, lost)
  await recordStorage(data, place.name)
}

async function createMarker(marker: string, data: string): Promise<void> {
  try {
    await writeFile(marker, '', { mode: PRIVATE_FILE, flag: 'wx' })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? unfinishedRestore(data) : error
  }
}

function missingInBucket({ name }: BackupStorage, count: number): CatalogError {
  return new CatalogError(
    'unprocessable',
    `Missing or changed in ${name}: ${count} of the originals that the database names. Nothing was restored.`,
    {
      code: FILES_MISSING,
      hint: 'List them all with catalog admin backup verify. Bring them back to the bucket, or restore without them: --accept-missing',
    },
  )
}

async function requireSpace(data: string, manifest: Manifest): Promise<void> {
  const needed = measureBackup(manifest)
  const free = await getFreeBytes(data)
  if (free >= needed) return
  const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
  throw new CatalogError(
    'unavailable',
    `The backup needs ${gigabytes(needed)}, but the disk of ${data} has ${gigabytes(free)} free.`,
  )
}

/** The directory was empty before. The marker goes last, so that an interrupted cleanup is noticed too. */
async function empty(data: string): Promise<void> {
  const names = await readdir(data)
  for (const name of [...names.filter((name) => name !== UNFINISHED_RESTORE), UNFINISHED_RESTORE]) {
    await rm(join(data, name), { recursive: true, force: true })
  }
}
