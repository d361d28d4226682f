import { Command } from '@commander-js/extra-typings'
import { notFound } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../../host/with-catalog.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { printRecord } from '../../terminal/output.ts'

async function runRemoveGazetteer(cli: Cli, name: string, options: DataOption): Promise<void> {
  const { removeGazetteer } = await import('../../../core/writes/gazetteer/remove-gazetteer.ts')
  const isRemoved = await withCatalog(cli, options, (catalog) => removeGazetteer(catalog, name))
  if (isRemoved) return printRecord(cli, { name, state: 'removed' })
  throw notFound(`There is no gazetteer ${JSON.stringify(name)}.`, {
    hint: 'List them with: catalog gazetteer list',
  })
}

export const removeGazetteerCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Remove a gazetteer with its entries')
    .argument('<name>', 'Name of the gazetteer: see catalog gazetteer list', parseNonBlank)
    .addOption(createDataOption())
    .action((name, options) => runRemoveGazetteer(cli, name, options))
