import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../terminal/output.ts'

/** Cancels the pending slots of the import; the next run requests new ones. */
async function runImportCancel(cli: Cli, named: string | undefined): Promise<void> {
  const { openImport } = await import('./open-import.ts')
  const { cancelImport } = await import('../../import/recovery/cancel-import.ts')
  using found = await openImport(cli, named)
  printRecord(cli, await cancelImport(cli, found))
}

export const importCancelCommand: CommandFactory = (cli) =>
  new Command('cancel')
    .description('Cancel the unused upload slots of an import')
    .argument('[import]', 'Manifest, name or id of the import (default: the latest import)')
    .action((named) => runImportCancel(cli, named))
