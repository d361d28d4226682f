import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

const COLUMNS = ['key', 'image', 'bytes', 'reason', 'moved_at', 'deleted_after']

async function runListTrash(cli: Cli, options: DataOption): Promise<void> {
  const { listTrash } = await import('../../../../core/stored-files/trash.ts')
  await withCatalog(cli, options, async ({ storage }) => {
    const files = await Array.fromAsync(listTrash(storage))
    files.sort((one, other) => one.movedAt - other.movedAt)
    const rows = files.map(({ formerKey, imageId, size, reason, movedAt, deletedAfter }) => ({
      key: formerKey,
      image: imageId,
      bytes: size,
      reason,
      moved_at: formatTimestamp(movedAt),
      deleted_after: formatTimestamp(deletedAfter),
    }))
    print(cli, rows, COLUMNS)
    if (rows.length === 0) hint(cli, 'The trash is empty.')
  })
}

export const listTrashCommand: CommandFactory = (cli) =>
  new Command('trash')
    .description('List the files in the trash')
    .addOption(createDataOption())
    .action((options) => runListTrash(cli, options))
