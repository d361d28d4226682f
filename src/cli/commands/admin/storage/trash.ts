import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { TrashedFile } from '../../../../core/stored-files/trash.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { printRows } from './print-rows.ts'

const COLUMNS = ['key', 'image', 'bytes', 'reason', 'moved_at', 'deleted_after']

async function runListTrash(cli: Cli, options: DataOption): Promise<void> {
  const { listTrash } = await import('../../../../core/stored-files/trash.ts')
  await withCatalog(cli, options, async ({ storage }) => {
    const count = await printRows(cli, presentFiles(listTrash(storage)), COLUMNS)
    if (count === 0) hint(cli, 'The trash is empty.')
  })
}

async function* presentFiles(files: AsyncIterable<TrashedFile>) {
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
    .action((options) => runListTrash(cli, options))
