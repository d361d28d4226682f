import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { lockJournal } from '../journal/lock.ts'
import { deleteJournalFiles, deleteJournalFolder } from '../journal/delete-journal.ts'
import { lockFile } from '../journal/journal-database.ts'
import type { ReadOnlyJournal } from '../journal/journal-reader.ts'
import { unregisterImport } from '../journal/import-registry.ts'

/**
 * Removes a journal.
 * @throws CatalogError kind `conflict` if the outcome of a row is unknown, `busy` while the import runs
 */
export async function removeJournal(cli: Cli, journal: ReadOnlyJournal): Promise<void> {
  const { folder } = journal
  {
    using _lock = lockJournal(lockFile(folder))
    const undecided = journal.countUndecidedRows()
    if (undecided > 0) throw undecidedRowsError(undecided)
    journal[Symbol.dispose]()
    await deleteJournalFiles(folder)
  }
  await deleteJournalFolder(folder)
  await unregisterImport(cli.env, folder)
}

function undecidedRowsError(count: number): CatalogError {
  const message = `The outcome of ${count === 1 ? '1 row' : `${count} rows`} is unknown. Run the import again, or resolve ${count === 1 ? 'it' : 'them'} with: catalog import resolve`
  return new CatalogError('conflict', message, { code: 'import.undecided' })
}
