import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { importCancelCommand } from './cancel.ts'
import { importCheckCommand } from './check.ts'
import { importForgetCommand } from './forget.ts'
import { importListCommand } from './list.ts'
import { importReportCommand } from './report.ts'
import { importResolveCommand } from './resolve.ts'
import { importRunCommand } from './run.ts'
import { importStatusCommand } from './status.ts'

/** `catalog import MANIFEST` is `catalog import run MANIFEST`. */
export const importCommand: CommandFactory = (cli) =>
  new Command('import')
    .description('import pictures and what is known about them from a table')
    .usage('[run] [options] <manifest>\n       catalog import <command> [options]')
    .addHelpText('after', '\nThe options of an import: catalog import run --help')
    .addCommand(importRunCommand(cli), { isDefault: true })
    .addCommand(importCheckCommand(cli))
    .addCommand(importStatusCommand(cli))
    .addCommand(importListCommand(cli))
    .addCommand(importReportCommand(cli))
    .addCommand(importResolveCommand(cli))
    .addCommand(importCancelCommand(cli))
    .addCommand(importForgetCommand(cli))
