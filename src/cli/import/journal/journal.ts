import type { Database } from 'better-sqlite3'
import type { Micros } from '../../../core/clock.ts'
import { CatalogError } from '../../../core/errors.ts'
import {
  lockFile,
  makeJournalFolder,
  openForWriting,
  readBatch,
  type Batch,
} from './journal-database.ts'
import { createJournalReader, type JournalReader } from './journal-reader.ts'
import { createJournalWriter, type JournalWriter } from './journal-writer.ts'
import { lockJournal } from './lock.ts'

/** The journal of one import, locked by this process. Reads see all earlier writes. */
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
    const db = openForWriting(folder, location)
    const batch = readBatch(db)
    if (batch.instance === location.instance) return createJournal(db, { folder, batch, lock })
    db.close()
    throw createOtherInstanceError(batch, location)
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}

function createJournal(
  db: Database,
  { folder, batch, lock }: { folder: string; batch: Batch; lock: Disposable },
): Journal {
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
        lock[Symbol.dispose]()
      }
    },
  }
}

function createOtherInstanceError(batch: Batch, { instance }: JournalLocation): CatalogError {
  const message = `This journal belongs to an import into ${batch.instance}. To import into ${instance}, choose another journal with --journal.`
  return new CatalogError('conflict', message, { code: 'journal.other_instance' })
}
