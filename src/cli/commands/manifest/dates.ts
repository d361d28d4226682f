import { Command } from '@commander-js/extra-typings'
import { invalid } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { addDateOptions, toRecordedDateOptions, type DateFlags } from '../../dates/date-options.ts'
import { addReadOptions, toReadOptions, type ReadFlags } from './table-options.ts'

interface DatesFlags extends DateFlags, ReadFlags {
  write?: string | true
  force?: true
  interactive?: true
}

async function runDates(cli: Cli, manifest: string, flags: DatesFlags): Promise<void> {
  const { write, force, interactive } = flags
  rejectFlags(cli, flags)
  const { convertDates } = await import('../../manifest/dates/convert-dates.ts')
  await convertDates(cli, manifest, {
    reading: toReadOptions(flags),
    dates: toRecordedDateOptions(flags),
    write,
    force,
    interactive,
  })
}

/** @throws CatalogError kind `invalid` if the options conflict, or if questions cannot be asked */
function rejectFlags(cli: Cli, { write, interactive }: DatesFlags): void {
  if (write === '-')
    throw invalid('--write', 'needs a file, because the dates go to standard output')
  if (!interactive) return
  if (write === undefined) throw invalid('--interactive', 'needs --write, to keep the answers')
  if (!cli.interactive || !cli.globals.input) throw invalid('--interactive', 'needs a terminal')
}

export const datesManifestCommand: CommandFactory = (cli) =>
  addReadOptions(
    addDateOptions(
      new Command('dates')
        .description('Convert the recorded dates of a manifest to EDTF')
        .argument('<manifest>', 'Table or folder of images to read; - for standard input'),
    )
      .option('--write [file]', 'Write a copy with certain dates in the blank cells of edtf_date')
      .option('--interactive', 'Ask for each date that is not certain')
      .option('--force', 'Replace an existing file'),
  ).action((manifest, flags) => runDates(cli, manifest, flags))
