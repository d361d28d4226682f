import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { findClosestMatch } from '../../terminal/closest-match.ts'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import { printRecord, tell } from '../../terminal/output.ts'
import { importCheckCommand } from './check.ts'
import { importListCommand } from './list.ts'
import { importReportCommand } from './report.ts'
import { importResolveCommand } from './resolve.ts'
import { importRunCommand } from './run.ts'
import { importStatusCommand } from './status.ts'
import { importUndoCommand } from './undo.ts'

/** Cancels the pending slots of the import; the next run requests new ones. */
const importCancelCommand: CommandFactory = (cli) =>
  new Command('cancel')
    .description('Cancel the unused upload slots of an import')
    .argument('[import]', 'Manifest, name or id of the import (default: the latest import)')
    .action(async (named) => {
      const { openImport } = await import('./open-import.ts')
      const { cancelImport } = await import('../../import/recovery/cancel-import.ts')
      using found = await openImport(cli, named)
      printRecord(cli, await cancelImport(cli, found))
    })

const importForgetCommand: CommandFactory = (cli) =>
  new Command('forget')
    .description('Delete the journal of an import that has no unresolved rows')
    .argument('<import>', 'Manifest, name or id of the import')
    .action(async (named) => {
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
    })

/**
 * Without this check, `catalog import stauts` would try to import a manifest named stauts.
 * @throws CatalogError kind `invalid` if the argument is not a file and resembles a command
 */
function rejectMistypedCommand(cli: Cli, { args, commands }: CommandUnknownOpts): void {
  const [word = ''] = args
  const names = commands.map((command) => command.name())
  if (names.includes(word) || !/^[a-z]+$/i.test(word)) return
  const closest = findClosestMatch(word, names)
  if (closest === undefined || existsSync(resolve(cli.cwd, word))) return
  throw new CatalogError('invalid', `unknown command '${word}'. Did you mean '${closest}'?`, {
    code: 'usage',
  })
}

/** `catalog import MANIFEST` is `catalog import run MANIFEST`. */
export const importCommand: CommandFactory = (cli) =>
  new Command('import')
    .description('Import images from a manifest')
    .usage('[run] [options] <manifest>\n       catalog import <command> [options]')
    .hook('preSubcommand', (group) => rejectMistypedCommand(cli, group))
    .addCommand(importRunCommand(cli), { isDefault: true })
    .addCommand(importCheckCommand(cli))
    .addCommand(importStatusCommand(cli))
    .addCommand(importListCommand(cli))
    .addCommand(importReportCommand(cli))
    .addCommand(importResolveCommand(cli))
    .addCommand(importCancelCommand(cli))
    .addCommand(importForgetCommand(cli))
    .addCommand(importUndoCommand(cli))
