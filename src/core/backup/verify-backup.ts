import { join } from 'node:path'
import { openCopy } from '../database/database-files.ts'
import { compareIds } from '../stored-files/require-own-files.ts'
import { createScratch, DATABASE } from './backup-folder.ts'
import { compareWithBucket, type OpenPlace } from './compare-with-bucket.ts'
import { requireDigest } from './copy-checked.ts'
import { DamagedBackup, type BackupFinding } from './damaged-backup.ts'
import { examineFiles, type OnFile } from './examine-files.ts'
import { explainFullDisk } from './full-disk.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { restoreCopies, requireIntactDatabase } from './restore-copies.ts'

export interface VerifyOptions {
  /** The folder of the backup. */
  backup: string
  /** A folder for a temporary copy of the database. */
  scratch: string
  spatialite: string | null
  /** Opens the bucket of a backup that has only the database. The caller closes it. */
  openPlace: OpenPlace
  /** Whether to read every object in the bucket. */
  read: boolean
  signal: AbortSignal
  /** Called before the files are examined. */
  onManifest?: (manifest: Manifest) => Promise<void>
  onFile?: OnFile
}

/**
 * Verifies a backup as a restore does: copies the database to a scratch folder and checks it there, and compares every file that
 * its rows name with its SHA-256, and finds files that were added. Files in a bucket are compared there. Yields what is
 * wrong; nothing if a restore succeeds and is complete.
 * @throws CatalogError kind `not_found` if there is no backup, `conflict` if the bucket has other files, `unavailable` if
 *   the scratch folder's disk is full
 */
export async function* verifyBackup(options: VerifyOptions): AsyncGenerator<BackupFinding> {
  try {
    const manifest = await readManifest(options.backup)
    await using scratch = await createScratch(options.scratch)
    await options.onManifest?.(manifest)
    await explainFullDisk(
      {
        folders: [scratch.path],
        outcome: 'The backup was not verified.',
        hint: 'Free some space, or name a folder on another disk with --scratch.',
      },
      () => restoreCopies(options.backup, manifest, scratch.path),
    )
    requireIntactDatabase(join(scratch.path, DATABASE), manifest, options.spatialite)
    yield* verifyStoredFiles(options, manifest, scratch.path)
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
    yield error.finding
  }
}

async function* verifyStoredFiles(
  { backup, spatialite, openPlace, read, signal, onFile }: VerifyOptions,
  manifest: Manifest,
  scratch: string,
): AsyncGenerator<BackupFinding> {
  await using copy = openCopy({ file: join(scratch, DATABASE), spatialite })
  const { reads } = copy
  const examined = { backup, manifest, reads, signal, onFile }
  if (manifest.storage_url === undefined) yield* examineFiles(examined, requireDigest)
  else {
    const place = await openPlace(manifest.storage_url)
    await compareIds(place, reads, { isShared: false })
    yield* compareWithBucket({ ...examined, place, read })
  }
}
