import { rm, rmdir } from 'node:fs/promises'
import { downloadsFolder, journalFile, lockFile } from './journal-database.ts'

/** Deletes a closed journal with its lock, and its folder unless that has other files. */
export async function deleteJournal(folder: string): Promise<void> {
  await deleteJournalFiles(folder)
  await deleteJournalFolder(folder)
}

/** Deletes a closed journal, whose lock may still be held, and the files that were downloaded for it. */
export async function deleteJournalFiles(folder: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    await rm(journalFile(folder) + ending, { force: true })
  }
  await rm(downloadsFolder(folder), { recursive: true, force: true })
}

/** Deletes the lock of a journal, and its folder unless that has other files. */
export async function deleteJournalFolder(folder: string): Promise<void> {
  await rm(lockFile(folder), { force: true })
  // Fails, as intended, if the folder has other files.
  await rmdir(folder).catch(() => undefined)
}
