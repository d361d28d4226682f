import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, printRecord, tell } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

interface Options extends DataOption {
  dryRun?: true
}

async function runAdoptStorage(cli: Cli, options: Options): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Adopting files')
  const work = (catalog: Catalog) => adopt(cli, catalog, options)
  await withCatalog(cli, options, work, { acceptsOtherFiles: true })
}

async function adopt(cli: Cli, catalog: Catalog, { dryRun }: Options): Promise<void> {
  const { compareFiles } = await import('../../../../core/stored-files/compare-files.ts')
  const { adoptFiles, describeStorage } =
    await import('../../../../core/stored-files/require-own-files.ts')
  const place = describeStorage(catalog.config, catalog.storage)
  const found = await compareFiles(catalog, cli.signal)
  printRecord(cli, { storage: place.name, ...found })
  if (dryRun) return hint(cli, 'Nothing was changed.')
  const question = `Use the files in ${place.name} for this database?`
  if (!(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
  await adoptFiles(place, catalog)
  if (found.missing > 0)
    hint(cli, 'List the images without a file with: catalog admin storage verify --quick')
}

export const adoptStorageCommand: CommandFactory = (cli) =>
  new Command('adopt')
    .description(
      'Use a storage whose files belong to another database, or to an earlier copy of this one',
    )
    .option('--dry-run', 'Only count the files')
    .addOption(createDataOption())
    .action((options) => runAdoptStorage(cli, options))
