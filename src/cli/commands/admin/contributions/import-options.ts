import { Command } from '@commander-js/extra-typings'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { createDataOption, type DataOption } from '../../../host/with-catalog.ts'
import { createTimeOption } from './contributor.ts'

export interface ImportOptions extends DataOption {
  user?: string
  time?: number
  encoding?: string
  encodingFallback?: string
  delimiter?: string
  skipInvalid?: true
  dryRun?: true
  maxErrors: number
}

/** Creates the command `import` of a kind of contributions, with the options that all kinds share. */
export function createImportCommand(description: string, formats: string) {
  return new Command('import')
    .description(description)
    .argument('<file>', formats)
    .option('--user <name or id>', 'User of rows that name none')
    .addOption(createTimeOption('Time of rows that name none'))
    .option('--skip-invalid', 'Import the valid rows although others have errors')
    .option('--dry-run', 'Show what would be imported, and write nothing')
    .option('--encoding <name>', 'Encoding of the file (default: utf-8)')
    .option('--encoding-fallback <name>', 'Encoding of lines that are not valid in the first one')
    .option('--delimiter <character>', 'Delimiter of a table (default: detected)')
    .option('--max-errors <number>', 'List at most this many errors', parsePositiveInteger, 1000)
    .addOption(createDataOption())
}
