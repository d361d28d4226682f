import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { CatalogError } from '../../../../core/base/errors.ts'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { hint, tell } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { printRows } from './print-rows.ts'

interface Options extends DataOption {
  dryRun?: true
  emptyTrash?: true
  image?: number
}

/** @returns the number of files and folders */
async function moveUntracked(cli: Cli, catalog: Catalog, { dryRun }: Options): Promise<number> {
  const { findUntracked } = await import('../../../../core/stored-files/find-untracked.ts')
  const { trashUntracked } = await import('../../../../core/stored-files/trash-untracked.ts')
  const { signal } = cli
  const found = dryRun ? findUntracked(catalog, { signal }) : trashUntracked(catalog, signal)
  const rows = async function* () {
    for await (const { prefix, imageId } of found)
      yield { path: prefix, image: imageId, moved: dryRun !== true }
  }
  const count = await printRows(cli, rows(), ['path', 'image', 'moved'])
  if (count === 0) hint(cli, 'No file is untracked.')
  else if (dryRun) hint(cli, 'Nothing was moved.')
  else {
    hint(cli, [
      'The server deletes them after 30 days. List them with: catalog admin storage trash',
      'Delete them for good with: catalog admin storage prune --empty-trash',
    ])
  }
  return count
}

/** @returns the number of files */
async function emptyTheTrash(
  cli: Cli,
  { storage }: Catalog,
  { dryRun, image }: Options,
): Promise<number> {
  const { emptyTrash, listTrash } = await import('../../../../core/stored-files/trash.ts')
  const images = image === undefined ? undefined : new Set([image])
  const rows = async function* () {
    for await (const file of dryRun ? listTrash(storage) : emptyTrash(storage, images)) {
      const { formerKey: path, imageId, size: bytes } = file
      if (images === undefined || imageId === image)
        yield { path, image: imageId, bytes, deleted: dryRun !== true }
    }
  }
  const count = await printRows(cli, rows(), ['path', 'image', 'bytes', 'deleted'])
  if (count === 0) hint(cli, 'The trash has no such file.')
  return count
}

export const pruneStorageCommand: CommandFactory = (cli) =>
  new Command('prune')
    .description('Move files that no image or upload uses to the trash')
    .option('--dry-run', 'Only list the files')
    .option('--empty-trash', 'Delete the files in the trash instead')
    .option(
      '--image <id>',
      'With --empty-trash: only the files of this image',
      parsePositiveInteger,
    )
    .addOption(createDataOption())
    .action(async (options) => {
      const { dryRun, emptyTrash, image } = options
      if (image !== undefined && !emptyTrash)
        throw new CatalogError('invalid', '--image works only with --empty-trash.', {
          code: 'usage',
        })
      if (!dryRun) requireYes(cli, 'Pruning the storage')
      const question = emptyTrash
        ? `Delete the files ${image === undefined ? '' : `of image ${image} `}in the trash for good?`
        : 'Move files that no image uses to the trash?'
      if (!dryRun && !(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
      await withCatalog(cli, options, async (catalog, { actor }) => {
        const entries = await (emptyTrash ? emptyTheTrash : moveUntracked)(cli, catalog, options)
        if (dryRun || entries === 0) return
        const { recordStorageCleanup } = await import('../../../../core/writes/storage.ts')
        const context = { actor, now: catalog.clock.now() }
        const what = emptyTrash ? 'empty_trash' : 'prune'
        await catalog.write((tx) => recordStorageCleanup(tx, { what, entries }, context))
      })
    })
