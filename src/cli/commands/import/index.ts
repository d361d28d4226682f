import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { importCheckCommand } from './check.ts'
import { importRunCommand } from './run.ts'

/** `catalog import MANIFEST` is `catalog import run MANIFEST`. */
export const importCommand: CommandFactory = (cli) =>
  new Command('import')
    .description('import pictures and what is known about them from a table')
    .usage('[run] [options] <manifest>\n       catalog import check [options] <manifest>')
    .addHelpText('after', '\nThe options of an import: catalog import run --help')
    .addCommand(importRunCommand(cli), { isDefault: true })
    .addCommand(importCheckCommand(cli))
