import { join } from 'node:path'
import type { FileHandle } from 'node:fs/promises'
import type { Reads } from '../db/store.ts'
import { nameFiles, type NamedFile } from '../stored-files/name-files.ts'
import { OBJECTS, STORED_LIST } from './backup-folder.ts'
import type { ListedFile } from './copy-checked.ts'
import { damaged, DamagedBackup, type BackupFinding } from './damaged-backup.ts'
import type { Manifest } from './manifest.ts'
import { findUnlistedFiles } from './find-unlisted-files.ts'
import { createFileOpener } from './open-backup-file.ts'
import { readStoredList, type StoredListLine } from './stored-list.ts'

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

/**
 * Checks the line, type and size of a file before it passes it on. Paths come from the rows of the database, which the list
 * must match, so they cannot lead elsewhere.
 */
async function* examineStoredFiles(
  { backup, manifest, reads, signal, onFile = () => {} }: Examined,
  take: TakeFile,
): AsyncGenerator<BackupFinding> {
  const openFile = await createFileOpener(backup)
  const lines = readStoredList(join(backup, STORED_LIST))
  let count = 0
  for await (const named of nameListedFiles(reads, manifest)) {
    for (let start = 0; start < named.length; start += AT_ONCE) {
      signal.throwIfAborted()
      const part: [NamedFile, StoredListLine][] = []
      for (const file of named.slice(start, start + AT_ONCE)) {
        part.push([file, await requireNext(lines, file.key)])
      }
      count += part.length
      const found = await Promise.all(
        part.map(([file, line]) => examineFile(file, line, { openFile, take })),
      )
      for (const [, line] of part) onFile('size' in line ? line.size : 0)
      yield* found.flat()
    }
  }
  const { done } = await lines.next()
  if (!done || count !== manifest.stored_files.count)
    throw listMismatch('names other files than the database')
}

/** Rows of a foreign database may name anything. */
async function* nameListedFiles(reads: Reads, { derivatives }: Manifest) {
  try {
    for await (const batch of nameFiles(reads)) {
      yield batch.filter(({ kind }) => derivatives || kind === 'original')
    }
  } catch (error) {
    throw damaged('database', null, `The database cannot be read: ${(error as Error).message}.`)
  }
}

async function requireNext(
  lines: AsyncGenerator<StoredListLine>,
  key: string,
): Promise<StoredListLine> {
  const { value, done } = await lines.next()
  if (!done && value.path === key) return value
  throw listMismatch(`does not name ${key}, as the database does`)
}

async function examineFile(
  named: NamedFile,
  line: StoredListLine,
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

function listMismatch(problem: string): DamagedBackup {
  return damaged('stored_list', STORED_LIST, `${STORED_LIST} ${problem}.`)
}
