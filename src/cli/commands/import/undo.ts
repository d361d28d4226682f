import { Command } from '@commander-js/extra-typings'
import { randomUUID } from 'node:crypto'
import { CatalogError } from '../../../core/base/errors.ts'
import type { ImportDeletion, UndoneImport } from '../../../core/contract/import-batch.ts'
import type { ResourceApi } from '../../client/api.ts'
import { sendInTurn } from '../../client/requests.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import type { ReadOnlyJournal } from '../../import/journal/journal-reader.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { requireYes, confirmDeletion, createDryRunOption } from '../../terminal/confirm.ts'
import { EXIT } from '../../terminal/exit-codes.ts'
import { formatCount } from '../../terminal/format.ts'
import { hint, printRecord, tell } from '../../terminal/output.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import { BATCH_UUID } from '../audit.ts'

async function runImportUndo(
  cli: Cli,
  named: string,
  { dryRun, ...options }: Placed<{ dryRun?: true }>,
): Promise<void> {
  if (!dryRun) requireYes(cli, 'Undoing an import')
  const { importDeletion } = await import('../../../core/contract/import-batch.ts')
  await withApi(cli, options, async (api) => {
    const path = `/api/v2/import/batches/${await findBatch(cli, api, named)}/`
    const planned = await api.get(path, importDeletion)
    const { contributions, user, ...batch } = planned
    const shown = {
      ...batch,
      user: user?.username ?? null,
      contributions_of_others:
        cli.globals.output === 'human' ? formatContributions(planned) : contributions,
    }
    if (dryRun) return printRecord(cli, { ...shown, state: 'would_be_undone' })
    if (!(await confirmDeletion(cli, describe(planned)))) return
    const { deleted, left, changes } = await deleteAll(cli, api, path)
    printRecord(cli, { ...shown, state: 'undone', deleted, left: left.length, changes })
    if (left.length > 0) {
      tell(cli, `Left, because other images duplicate them: ${left.join(', ')}`)
      cli.exitCode = EXIT.partial
    }
    hint(cli, [
      'Background jobs move the originals to the trash, where they stay for 30 days.',
      'To import the manifest again, first run: catalog import forget MANIFEST',
    ])
  })
}

/** `georeferences: 1, comments: 2` */
function formatContributions({ contributions }: ImportDeletion): string {
  const counts = Object.entries(contributions).filter(([, count]) => count > 0)
  if (counts.length === 0) return 'none'
  return counts.map(([kind, count]) => `${kind.replaceAll('_', ' ')}: ${count}`).join(', ')
}

/** `47 images of album.csv with 3 contributions of others` */
function describe({ name, id, images, contributions }: ImportDeletion): string {
  const others = Object.values(contributions).reduce((sum, count) => sum + count, 0)
  return `${formatCount(images, 'image')} of ${name ?? id} with ${formatCount(others, 'contribution')} of others`
}

/** Each request deletes some images, until none is left. The deletions are one batch. */
async function deleteAll(
  cli: Cli,
  api: ResourceApi,
  path: string,
): Promise<Pick<UndoneImport, 'deleted' | 'left'> & { changes: string }> {
  const { undoneImport } = await import('../../../core/contract/import-batch.ts')
  const changes = randomUUID()
  const request = { method: 'DELETE', path, headers: { 'Batch-Id': changes } } as const
  for (let total = 0; ;) {
    const { deleted, left, complete } = await sendInTurn(cli, api, request, undoneImport)
    total += deleted
    if (complete) return { deleted: total, left, changes }
  }
}

/**
 * Finds the batch of an import: by its id, by a journal on this computer, or by its name at the instance.
 * @throws CatalogError kind `not_found`, `invalid` if several imports have the name, or `conflict` if the journal is
 *   of an earlier version
 */
async function findBatch(cli: Cli, api: ResourceApi, named: string): Promise<string> {
  if (BATCH_UUID.test(named.toLowerCase())) return named
  const local = await findLocalBatch(cli, named)
  if (local !== undefined) return local
  const { importBatchPage } = await import('../../../core/contract/import-batch.ts')
  const query = new URLSearchParams({ name: named, limit: '20' })
  const path = `/api/v2/import/batches/?${query.toString()}`
  const { results } = await api.get(path, importBatchPage)
  const [found, ...others] = results
  if (!found) {
    const message = `No import matches ${JSON.stringify(named)}. See: catalog import list --remote`
    throw new CatalogError('not_found', message, { code: 'import.unknown' })
  }
  if (others.length === 0) return found.id
  const ids = results.map(({ id, created_at }) => `${id} (${created_at})`).join(', ')
  const message = `Several imports have the name ${JSON.stringify(named)}. Specify the id: ${ids}`
  throw new CatalogError('invalid', message, { code: 'import.unknown' })
}

/** An import of another user can have the same name, so a journal without a batch ends the search. */
async function findLocalBatch(cli: Cli, named: string): Promise<string | undefined> {
  const { openImport } = await import('./open-import.ts')
  const { findBatchId } = await import('../../import/journal/journal-database.ts')
  try {
    using found = await openImport(cli, named)
    const id = findBatchId(found.batch)
    if (id === undefined) throw toEarlierVersionError(found)
    return id
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return undefined
    throw error
  }
}

function toEarlierVersionError({ folder, batch }: ReadOnlyJournal): CatalogError {
  const report = `catalog import report ${quoteForShell(folder)}`
  const message = `The import of ${batch.manifest} was made by an earlier version, so it cannot be undone. List its images with: ${report}. Then delete them with: catalog image delete`
  return new CatalogError('conflict', message, { code: 'import.earlier_version' })
}

export const importUndoCommand: CommandFactory = (cli) =>
  new Command('undo')
    .description('Delete the images that an import created, with their contributions and files')
    .argument('<import>', 'Manifest, name or id of the import')
    .addOption(createDryRunOption())
    .addOption(createPlaceOption('DELETE /api/v2/import/batches/:batch/'))
    .action((named, options) => runImportUndo(cli, named, options))
