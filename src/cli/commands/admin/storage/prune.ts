import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog.ts'
import { CatalogError } from '../../../../core/errors.ts'
import type { Untracked } from '../../../../core/stored-files/find-untracked.ts'
import { confirm, requireYes } from '../../../confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, print, tell } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  dryRun?: true
  emptyTrash?: true
}

async function runPruneStorage(cli: Cli, options: Options): Promise<void> {
  const { dryRun, emptyTrash } = options
  if (!dryRun) requireYes(cli, 'Pruning the storage')
  const question = emptyTrash
    ? 'Delete the files in the trash for good?'
    : 'Move files that no image uses to the trash?'
  if (!dryRun && !(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const moved = emptyTrash
      ? await emptyTheTrash(cli, catalog, dryRun)
      : await pruneFiles(cli, catalog, dryRun)
    if (dryRun || moved === 0) return
    const { recordStorageCleanup } =
      await import('../../../../core/actions/record-storage-cleanup.ts')
    const context = { actor, now: catalog.clock.now() }
    const what = emptyTrash ? 'empty_trash' : 'prune'
    await catalog.write((tx) => recordStorageCleanup(tx, { what, entries: moved }, context))
  })
}

/** @returns the number of files and folders */
async function pruneFiles(cli: Cli, catalog: Catalog, dryRun: true | undefined): Promise<number> {
  const { findUntracked } = await import('../../../../core/stored-files/find-untracked.ts')
  const { trashPath, trashUntracked } =
    await import('../../../../core/stored-files/trash-untracked.ts')
  const { signal } = cli
  if (!dryRun) requireDirectory(catalog.config)
  const found = dryRun ? findUntracked(catalog, { signal }) : trashUntracked(catalog, signal)
  const rows: object[] = []
  for await (const untracked of found) rows.push(present(untracked, dryRun !== true))
  print(cli, rows, ['path', 'image', 'moved'])
  if (rows.length === 0) hint(cli, 'No file is untracked.')
  else if (dryRun) hint(cli, 'Nothing was moved.')
  else {
    hint(cli, [
      `Moved to ${trashPath(catalog.config)}.`,
      'Delete them for good with: catalog admin storage prune --empty-trash',
    ])
  }
  return rows.length
}

/** @throws CatalogError kind `unsupported` if the files are in a bucket, which has no trash */
function requireDirectory({ storageUrl }: Catalog['config']): void {
  if (storageUrl === null) return
  throw new CatalogError('unsupported', `Files in ${storageUrl} cannot be moved to the trash.`, {
    hint: 'List them with --dry-run. The server deletes files that no row names after a day.',
  })
}

function present({ prefix, imageId }: Untracked, moved: boolean) {
  return { path: prefix, image: imageId, moved }
}

async function emptyTheTrash(
  cli: Cli,
  { config }: Catalog,
  dryRun: true | undefined,
): Promise<number> {
  const { emptyTrash, listTrash } = await import('../../../../core/stored-files/trash-untracked.ts')
  const names = dryRun ? await listTrash(config) : await emptyTrash(config)
  const rows = names.map((id) => ({ id, deleted: dryRun !== true }))
  print(cli, rows, ['id', 'deleted'])
  return rows.length
}

export const pruneStorageCommand: CommandFactory = (cli) =>
  new Command('prune')
    .description('Move files that no image or upload uses to the trash')
    .option('--dry-run', 'Only list the files')
    .option('--empty-trash', 'Delete the files in the trash instead')
    .addOption(createDataOption())
    .action((options) => runPruneStorage(cli, options))
