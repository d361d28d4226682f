import { join } from 'node:path'
import type { Reads } from '../database/store.ts'
import { nameFiles, type NamedFile } from '../stored-files/name-files.ts'
import { STORED_LIST } from './backup-folder.ts'
import { damaged, type DamagedBackup } from './damaged-backup.ts'
import type { Manifest } from './manifest.ts'
import { readStoredList, type StoredListLine } from './stored-list.ts'

/** A stored file as a row names it, and its line of the list. */
export interface ListedStoredFile {
  named: NamedFile
  line: StoredListLine
}

interface Source {
  /** The folder of the backup. */
  backup: string
  manifest: Manifest
  /** The database of the backup. */
  reads: Reads
  signal: AbortSignal
}

/**
 * Yields the stored files of a backup in small batches. Paths come from the rows of the database, which the list must match, so
 * they cannot lead elsewhere.
 * @throws DamagedBackup if the list does not match the database
 */
export async function* readListedFiles(
  { backup, manifest, reads, signal }: Source,
  batchSize: number,
): AsyncGenerator<ListedStoredFile[]> {
  const lines = readStoredList(join(backup, STORED_LIST))
  let count = 0
  for await (const named of nameListedFiles(reads, manifest)) {
    for (let start = 0; start < named.length; start += batchSize) {
      signal.throwIfAborted()
      const batch: ListedStoredFile[] = []
      for (const file of named.slice(start, start + batchSize)) {
        batch.push({ named: file, line: await requireNext(lines, file.key) })
      }
      count += batch.length
      yield batch
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

function listMismatch(problem: string): DamagedBackup {
  return damaged('stored_list', STORED_LIST, `${STORED_LIST} ${problem}.`)
}
