import { Command, Option } from '@commander-js/extra-typings'
import { CatalogError, notFound } from '../../../../core/errors.ts'
import type { RestoredFile, RestoreState } from '../../../../core/stored-files/restore-trash.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { EXIT } from '../../../exit-codes.ts'
import { formatCount } from '../../../format.ts'
import { parsePositiveInteger } from '../../../option-parsers.ts'
import { hint, print, tell } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  image?: number
}

async function runRestoreTrash(cli: Cli, keys: string[], options: Options): Promise<void> {
  const { image } = options
  if (keys.length === 0 && image === undefined)
    throw new CatalogError('invalid', 'Name the keys of files, or an image with --image.', {
      code: 'usage',
      hint: 'List the files in the trash with: catalog admin storage trash',
    })
  const { restoreTrash } = await import('../../../../core/stored-files/restore-trash.ts')
  const { recordStorageCleanup } =
    await import('../../../../core/actions/record-storage-cleanup.ts')
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const { clock, storage, write } = catalog
    const selection = { keys: new Set(keys), images: new Set(image === undefined ? [] : [image]) }
    const restored = await Array.fromAsync(restoreTrash(catalog, selection))
    if (restored.length === 0)
      throw notFound('The trash has no such file.', {
        hint: 'List the files in the trash with: catalog admin storage trash',
      })
    const rows = restored.map(({ file, state }) => ({
      key: file.formerKey,
      image: file.imageId,
      bytes: file.size,
      state,
      path: storage.locate(state === 'conflict' ? file.key : file.formerKey),
    }))
    print(cli, rows, ['key', 'image', 'bytes', 'state', 'path'])
    explain(cli, restored)
    const entries = count(restored, 'restored') + count(restored, 'unreferenced')
    if (entries === 0) return
    const context = { actor, now: clock.now() }
    await write((tx) => recordStorageCleanup(tx, { what: 'restore', entries }, context))
  })
}

function explain(cli: Cli, restored: readonly RestoredFile[]): void {
  const unreferenced = count(restored, 'unreferenced')
  if (unreferenced > 0) {
    hint(cli, [
      `No image uses ${formatCount(unreferenced, 'of these files')}, so nobody sees them, and the server moves them to the trash again after a day.`,
      'To keep one, copy it from its path, and import it, or set it with: catalog image replace',
    ])
  }
  const conflicts = count(restored, 'conflict')
  if (conflicts === 0) return
  cli.exitCode = EXIT.integrity
  tell(
    cli,
    `${formatCount(conflicts, 'file')} stayed in the trash, because another file has the key.`,
  )
}

function count(restored: readonly RestoredFile[], wanted: RestoreState): number {
  return restored.filter(({ state }) => state === wanted).length
}

export const restoreTrashCommand: CommandFactory = (cli) =>
  new Command('restore')
    .description('Put files from the trash back')
    .argument('[key...]', 'Keys of files, as storage trash lists them, or of a folder above them')
    .addOption(
      new Option('--image <id>', 'All files of this image').argParser(parsePositiveInteger),
    )
    .addOption(createDataOption())
    .action((keys, options) => runRestoreTrash(cli, keys, options))
