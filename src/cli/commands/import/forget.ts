import { Command } from '@commander-js/extra-typings'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord, tell } from '../../terminal/output.ts'

async function runImportForget(cli: Cli, named: string): Promise<void> {
  requireYes(cli, 'Deleting a journal')
  const { openImport } = await import('./open-import.ts')
  const { removeJournal } = await import('../../import/recovery/remove-journal.ts')
  using found = await openImport(cli, named)
  const { id, manifest } = found.batch
  const question = `Delete the journal of ${manifest}? Importing it again would import every image a second time.`
  if (!(await confirm(cli, question))) return tell(cli, 'Nothing was deleted.')
  await removeJournal(cli, found)
  tell(cli, `Deleted the journal of ${manifest}. The imported images remain in the catalog.`)
  printRecord(cli, { id, manifest, state: 'deleted' })
}

export const importForgetCommand: CommandFactory = (cli) =>
  new Command('forget')
    .description('Delete the journal of an import that has no unresolved rows')
    .argument('<import>', 'Manifest, name or id of the import')
    .action((named) => runImportForget(cli, named))
