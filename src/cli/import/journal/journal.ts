import type { Database } from 'better-sqlite3'
import type { Micros } from '../../../core/base/clock.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import {
  lockFile,
  makeJournalFolder,
  openCopy,
  openForWriting,
  readBatch,
} from './journal-database.ts'
import { createJournalReader, type JournalReader } from './journal-reader.ts'
import { createJournalWriter, type JournalWriter } from './journal-writer.ts'
import { lockJournal } from './lock.ts'

/** The journal of one import. Reads see all earlier writes. */
export type Journal = JournalReader & JournalWriter & AsyncDisposable

export interface JournalLocation {
  folder: string
  manifest: string
  instance: string
  now: Micros
}

/**
 * Opens or creates the journal of a manifest and locks it.
 * @throws CatalogError kind `busy` if another process holds the lock, `conflict` if the journal belongs to
 *   another instance
 */
export async function openJournal(location: JournalLocation): Promise<Journal> {
  const { folder } = location
  await makeJournalFolder(folder)
  const lock = lockJournal(lockFile(folder))
  try {
    return createJournal(openForWriting(folder, location), location, lock)
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}

/**
 * Opens a temporary copy of a journal, or of a new one, for a dry run. Takes no lock.
 * @throws CatalogError kind `conflict` if the journal belongs to another instance
 */
export function openJournalCopy(location: JournalLocation): Journal {
  return createJournal(openCopy(location.folder, location), location)
}

function createJournal(
  db: Database,
  { folder, instance }: JournalLocation,
  lock?: Disposable,
): Journal {
  const batch = readBatch(db)
  if (batch.instance !== instance) {
    db.close()
    throw createOtherInstanceError(batch.instance, instance)
  }
  const writer = createJournalWriter(db, batch)
  const getFlushedDb = (): Database => {
    writer.flush()
    return db
  }
  return {
    ...createJournalReader(getFlushedDb, { folder, batch }),
    ...writer,
    async [Symbol.asyncDispose]() {
      try {
        writer.flush()
      } finally {
        db.close()
        lock?.[Symbol.dispose]()
      }
    },
  }
}

function createOtherInstanceError(existing: string, instance: string): CatalogError {
  const message = `This journal belongs to an import into ${existing}. To import into ${instance}, choose another journal with --journal.`
  return new CatalogError('conflict', message, { code: 'journal.other_instance' })
}
