import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import { CatalogError, notFound } from '../../../../core/base/errors.ts'
import type { RestoredFile, RestoreState } from '../../../../core/stored-files/restore-trash.ts'
import type { TrashedFile } from '../../../../core/stored-files/trash.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { formatCount } from '../../../terminal/format.ts'
import { hint, tell } from '../../../terminal/output.ts'
import { printRows } from './print-rows.ts'

const TRASH_COLUMNS = ['key', 'image', 'bytes', 'reason', 'moved_at', 'deleted_after']

async function* presentTrash(files: AsyncIterable<TrashedFile>) {
  for await (const { formerKey, imageId, size, reason, movedAt, deletedAfter } of files) {
    yield {
      key: formerKey,
      image: imageId,
      bytes: size,
      reason,
      moved_at: formatTimestamp(movedAt),
      deleted_after: formatTimestamp(deletedAfter),
    }
  }
}

export const listTrashCommand: CommandFactory = (cli) =>
  new Command('trash')
    .description('List the files in the trash')
    .addOption(createDataOption())
    .action(async (options) => {
      const { listTrash } = await import('../../../../core/stored-files/trash.ts')
      await withCatalog(cli, options, async ({ storage }) => {
        const count = await printRows(cli, presentTrash(listTrash(storage)), TRASH_COLUMNS)
        if (count === 0) hint(cli, 'The trash is empty.')
      })
    })

interface RestoreOptions extends DataOption {
  image?: number
  missing?: true
}

const LIST_TRASH = 'List the files in the trash with: catalog admin storage trash'

const RESTORE_COLUMNS = ['key', 'image', 'bytes', 'state', 'path']

async function runRestoreTrash(cli: Cli, keys: string[], options: RestoreOptions): Promise<void> {
  const { image, missing = false } = options
  if (keys.length === 0 && image === undefined && !missing)
    throw new CatalogError(
      'invalid',
      'Name the keys of files, an image with --image, or all that are missing with --missing.',
      { code: 'usage', hint: LIST_TRASH },
    )
  const { restoreTrash } = await import('../../../../core/stored-files/restore-trash.ts')
  const { recordStorageCleanup } = await import('../../../../core/writes/storage.ts')
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const { clock, storage, write } = catalog
    const images = new Set(image === undefined ? [] : [image])
    const counts = { restored: 0, unreferenced: 0, present: 0, conflict: 0 }
    const restored = restoreTrash(catalog, { keys: new Set(keys), images, missing })
    const found = missing ? restored : requireFiles(restored)
    const rows = presentRestored(found, counts, (key) => storage.locate(key))
    try {
      await printRows(cli, rows, RESTORE_COLUMNS)
    } finally {
      const entries = counts.restored + counts.unreferenced
      const context = { actor, now: clock.now() }
      if (entries > 0)
        await write((tx) => recordStorageCleanup(tx, { what: 'restore', entries }, context))
    }
    if (Object.values(counts).every((count) => count === 0))
      hint(cli, 'The trash has no file that an image uses and that is missing.')
    explain(cli, counts)
  })
}

/** @throws CatalogError kind `not_found` if there are none */
async function* requireFiles(restored: AsyncIterable<RestoredFile>) {
  let isEmpty = true
  for await (const file of restored) {
    isEmpty = false
    yield file
  }
  if (isEmpty) throw notFound('The trash has no such file.', { hint: LIST_TRASH })
}

/** Counts the files by state while it presents them. */
async function* presentRestored(
  restored: AsyncIterable<RestoredFile>,
  counts: Record<RestoreState, number>,
  locate: (key: string) => string,
) {
  for await (const { file, state } of restored) {
    counts[state] += 1
    yield {
      key: file.formerKey,
      image: file.imageId,
      bytes: file.size,
      state,
      path: locate(state === 'conflict' ? file.key : file.formerKey),
    }
  }
}

function explain(cli: Cli, { unreferenced, conflict }: Record<RestoreState, number>): void {
  if (unreferenced > 0) {
    hint(cli, [
      `No image uses ${formatCount(unreferenced, 'of these files')}, so no page shows them, and the server moves them to the trash again after a day.`,
      'To keep one, copy it from its path, and import it, or set it with: catalog image replace',
    ])
  }
  if (conflict === 0) return
  cli.exitCode = EXIT.integrity
  tell(
    cli,
    `${formatCount(conflict, 'file')} stayed in the trash, because another file has the key.`,
  )
}

export const restoreTrashCommand: CommandFactory = (cli) =>
  new Command('restore')
    .description('Put files from the trash back')
    .argument('[key...]', 'Keys of files, as storage trash lists them, or of a folder above them')
    .option('--image <id>', 'All files of this image', parsePositiveInteger)
    .option('--missing', 'All files that images use and that are missing')
    .addOption(createDataOption())
    .action((keys, options) => runRestoreTrash(cli, keys, options))
