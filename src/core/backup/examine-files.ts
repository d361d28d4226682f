import type { FileHandle } from 'node:fs/promises'
import type { Reads } from '../database/store.ts'
import { OBJECTS } from './backup-folder.ts'
import type { ListedFile } from './copy-checked.ts'
import { DamagedBackup, type BackupFinding } from './damaged-backup.ts'
import type { Manifest } from './manifest.ts'
import { findUnlistedFiles } from './find-unlisted-files.ts'
import { createFileOpener } from './open-backup-file.ts'
import { readListedFiles, type ListedStoredFile } from './listed-files.ts'

const AT_ONCE = 8

interface Examined {
  /** The folder of the backup. */
  backup: string
  manifest: Manifest
  /** The database of the backup. */
  reads: Reads
  signal: AbortSignal
  onFile?: OnFile | undefined
}

/** Called with the size of each file that was examined. */
export type OnFile = (bytes: number) => void

/** Takes an open file and its key. Throws DamagedBackup if the content is wrong. */
export type TakeFile = (file: FileHandle, listed: ListedFile, key: string) => Promise<void>

/**
 * Passes each stored file to `take`, and yields what is wrong with the files of a backup, also with those that were added.
 * @throws DamagedBackup if the list of the stored files does not match the database
 */
export async function* examineFiles(
  examined: Examined,
  take: TakeFile,
): AsyncGenerator<BackupFinding> {
  let missing = 0
  for await (const finding of examineStoredFiles(examined, take)) {
    if (finding.code === 'missing_file') missing += 1
    yield finding
  }
  yield* findUnlistedFiles(examined.backup, examined.manifest, missing)
}

/** Checks the line, type and size of a file before it passes it on. */
async function* examineStoredFiles(
  { onFile = () => {}, ...source }: Examined,
  take: TakeFile,
): AsyncGenerator<BackupFinding> {
  const openFile = await createFileOpener(source.backup)
  for await (const batch of readListedFiles(source, AT_ONCE)) {
    const found = await Promise.all(batch.map((file) => examineFile(file, { openFile, take })))
    for (const { line } of batch) onFile('size' in line ? line.size : 0)
    yield* found.flat()
  }
}

async function examineFile(
  { named, line }: ListedStoredFile,
  { openFile, take }: { openFile: Awaited<ReturnType<typeof createFileOpener>>; take: TakeFile },
): Promise<BackupFinding[]> {
  const path = `${OBJECTS}/${line.path}`
  if ('missing' in line) {
    const message = `${path} was missing already when the backup was made.`
    return [{ code: 'missing_at_backup', path, message }]
  }
  try {
    await using file = await openFile(path, line.size)
    await take(file, { path, size: line.size, sha256: line.sha256 }, named.key)
  } catch (error) {
    if (error instanceof DamagedBackup) return [error.finding]
    throw error
  }
  if ((named.sha256 ?? line.sha256) === line.sha256) return []
  const message = `${path} was damaged already when the backup was made.`
  return [{ code: 'changed_at_backup', path, message }]
}
