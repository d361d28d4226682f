import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { findClosestMatch } from '../../terminal/closest-match.ts'
import type { CommandFactory } from '../../command.ts'
import { importCancelCommand } from './cancel.ts'
import { importCheckCommand } from './check.ts'
import { importForgetCommand } from './forget.ts'
import { importListCommand } from './list.ts'
import { importReportCommand } from './report.ts'
import { importResolveCommand } from './resolve.ts'
import { importRunCommand } from './run.ts'
import { importStatusCommand } from './status.ts'
import { importUndoCommand } from './undo.ts'

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
