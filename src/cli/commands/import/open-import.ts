import { resolve } from 'node:path'
import { CatalogError } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import { journalExists, journalFolder } from '../../import/journal/journal-database.ts'
import { openReadOnlyJournal, type ReadOnlyJournal } from '../../import/journal/journal-reader.ts'
import { listImports } from '../../import/journal/import-registry.ts'

/**
 * The import that is meant: by its manifest, by the folder of its journal, or by its id as `import list` tells it;
 * the last one when nothing is named.
 * @throws CatalogError kind `not_found`, or `invalid` when several ids begin so
 */
export async function openImport(cli: Cli, named: string | undefined): Promise<ReadOnlyJournal> {
  const folder = await findJournalFolder(cli, named)
  const journal = openReadOnlyJournal(folder)
  if (journal) return journal
  throw new CatalogError('not_found', `No journal found in ${folder}.`, {
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
  const meant = known.filter(({ id }) => named !== undefined && id.startsWith(named))
  if (meant.length === 1 && meant[0]) return meant[0].folder
  throw toUnknownImportError(named, meant.length)
}

function toAmbiguousError(path: string): CatalogError {
  const folders = `${journalFolder(path, 'import')} or ${journalFolder(path, 'replace')}`
  const message = `The manifest was imported, and files were replaced by it. Say which is meant: ${folders}`
  return new CatalogError('invalid', message, { code: 'import.unknown' })
}

function toUnknownImportError(named: string | undefined, meant: number): CatalogError {
  if (named === undefined) {
    return new CatalogError('not_found', 'Nothing was imported from here yet.', {
      code: 'import.unknown',
    })
  }
  const message =
    meant > 1
      ? `${meant} imports begin with ${JSON.stringify(named)}. Name the manifest, or more of the id.`
      : `No import is known by ${JSON.stringify(named)}. See: catalog import list`
  return new CatalogError(meant > 1 ? 'invalid' : 'not_found', message, { code: 'import.unknown' })
}
