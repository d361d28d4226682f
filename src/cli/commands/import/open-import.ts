import { resolve } from 'node:path'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { journalExists, journalFolder } from '../../import/journal/journal-database.ts'
import {
  openIfReadable,
  openReadOnlyJournal,
  type ReadOnlyJournal,
} from '../../import/journal/journal-reader.ts'
import { listImports } from '../../import/journal/import-registry.ts'

/**
 * Opens the import with this manifest, journal folder, name or id (or the beginning of an id); by default the latest one.
 * @throws CatalogError kind `not_found`, or `invalid` if it is ambiguous
 */
export async function openImport(cli: Cli, named: string | undefined): Promise<ReadOnlyJournal> {
  const folder = await findJournalFolder(cli, named)
  const journal = openReadOnlyJournal(folder)
  if (journal) return journal
  throw new CatalogError('not_found', `${folder} does not contain a journal.`, {
    code: 'journal.missing',
  })
}

async function findJournalFolder(cli: Cli, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    const path = resolve(cli.cwd, named)
    const folders = [journalFolder(path, 'import'), journalFolder(path, 'replace'), path]
    const [existing, ...others] = folders.filter((folder) => journalExists(folder))
    if (existing !== undefined && others.length > 0) throw toAmbiguousError(path)
    if (existing !== undefined) return existing
  }
  const known = await listImports(cli.env)
  if (named === undefined && known[0]) return known[0].folder
  const matches = known.filter(
    ({ id, folder }) => named !== undefined && (id.startsWith(named) || hasName(folder, named)),
  )
  if (matches.length === 1 && matches[0]) return matches[0].folder
  throw toUnknownImportError(named, matches.length)
}

/** The name of a damaged journal is unknown, which does not concern other imports. */
function hasName(folder: string, name: string): boolean {
  using journal = openIfReadable(folder)
  return journal?.batch.name === name
}

function toAmbiguousError(path: string): CatalogError {
  const folders = `${journalFolder(path, 'import')} or ${journalFolder(path, 'replace')}`
  const message = `${path} was used to import images and to replace files. Specify the journal: ${folders}`
  return new CatalogError('invalid', message, { code: 'import.unknown' })
}

function toUnknownImportError(named: string | undefined, matches: number): CatalogError {
  if (named === undefined) {
    return new CatalogError('not_found', 'No imports were made on this computer yet.', {
      code: 'import.unknown',
    })
  }
  const message =
    matches > 1
      ? `${matches} imports match ${JSON.stringify(named)}. Specify the id, or the manifest.`
      : `No import matches ${JSON.stringify(named)}. See: catalog import list`
  return new CatalogError(matches > 1 ? 'invalid' : 'not_found', message, {
    code: 'import.unknown',
  })
}
