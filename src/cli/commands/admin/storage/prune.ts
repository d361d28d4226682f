import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog.ts'
import { CatalogError } from '../../../../core/errors.ts'
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
  const question = await chooseQuestion(cli, options)
  if (!dryRun && !(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const entries = await choosePruning(catalog.config, emptyTrash)(cli, catalog, dryRun)
    if (dryRun || entries === 0) return
    const { recordStorageCleanup } =
      await import('../../../../core/actions/record-storage-cleanup.ts')
    const context = { actor, now: catalog.clock.now() }
    const what = emptyTrash ? 'empty_trash' : 'prune'
    await catalog.write((tx) => recordStorageCleanup(tx, { what, entries }, context))
  })
}

/** @throws CatalogError kind `unsupported` if the trash of a bucket is asked for */
async function chooseQuestion(cli: Cli, { data, emptyTrash }: Options): Promise<string> {
  const { loadConfig } = await import('../../../../core/config.ts')
  const { storageUrl } = loadConfig({ flags: { data }, env: cli.env }).config
  if (storageUrl === null)
    return emptyTrash
      ? 'Delete the files in the trash for good?'
      : 'Move files that no image uses to the trash?'
  if (!emptyTrash) return `Delete files that no image uses from ${storageUrl} for good?`
  throw new CatalogError('unsupported', `Files in ${storageUrl} are deleted without a trash.`, {
    hint: 'Delete files that no image uses with: catalog admin storage prune',
  })
}

/** Lists files, or with `dryRun` undefined also moves or deletes them. @returns their number */
type Pruning = (cli: Cli, catalog: Catalog, dryRun: true | undefined) => Promise<number>

function choosePruning({ storageUrl }: Catalog['config'], emptyTrash?: true): Pruning {
  if (emptyTrash) return emptyTheTrash
  return storageUrl === null ? moveToTrash : deleteFromBucket
}

async function moveToTrash(cli: Cli, catalog: Catalog, dryRun: true | undefined): Promise<number> {
  const { findUntracked } = await import('../../../../core/stored-files/find-untracked.ts')
  const { trashPath, trashUntracked } =
    await import('../../../../core/stored-files/trash-untracked.ts')
  const { signal } = cli
  const found = dryRun ? findUntracked(catalog, { signal }) : trashUntracked(catalog, signal)
  const rows: object[] = []
  for await (const { prefix, imageId } of found)
    rows.push({ path: prefix, image: imageId, moved: dryRun !== true })
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

async function deleteFromBucket(
  cli: Cli,
  catalog: Catalog,
  dryRun: true | undefined,
): Promise<number> {
  const { findUntracked } = await import('../../../../core/stored-files/find-untracked.ts')
  const { deleteUntracked, DELETED_AFTER_SECONDS: ageSeconds } =
    await import('../../../../core/stored-files/delete-untracked.ts')
  const { signal } = cli
  const found = dryRun
    ? findUntracked(catalog, { signal, ageSeconds })
    : deleteUntracked(catalog, signal)
  const rows: object[] = []
  for await (const { prefix, imageId } of found)
    rows.push({ path: prefix, image: imageId, deleted: dryRun !== true })
  print(cli, rows, ['path', 'image', 'deleted'])
  if (rows.length === 0) hint(cli, 'No file that is older than a day is untracked.')
  else if (dryRun) hint(cli, 'Nothing was deleted.')
  return rows.length
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
    .description(
      'Move files that no image or upload uses to the trash, or delete them from a bucket',
    )
    .option('--dry-run', 'Only list the files')
    .option('--empty-trash', 'Delete the files in the trash instead')
    .addOption(createDataOption())
    .action((options) => runPruneStorage(cli, options))
