import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { printRecord } from '../../terminal/output.ts'
import { selectEdits, type EditOptions } from '../admin/edit-options.ts'
import { createSourceOption, type SourceOption } from './source-option.ts'

async function runEditCollection(
  cli: Cli,
  named: string,
  options: Placed<EditOptions & SourceOption>,
): Promise<void> {
  const { z } = await import('zod')
  const { createDescriber, getCollection } = await import('./describe-collection.ts')
  const body = selectEdits(options)
  const edited = await withApi(cli, options, async (api) => {
    const { path } = await getCollection(api, named, options.source)
    return createDescriber(api)(await api.send({ method: 'PATCH', path, body }, z.unknown()))
  })
  printRecord(cli, edited)
}

export const editCollectionCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a collection; other members stay as they are')
    .argument('<id or slug>', 'Collection to change')
    .option('--name <name>', 'Name of the collection')
    .option('--slug <slug>', 'Slug for addresses')
    .option('--site-url <address>', 'Page on the website of the archive; "" removes it')
    .option('--description <text>', 'Description; "" removes it')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('PATCH /api/v2/collections/:id/'))
    .action((named, options) => runEditCollection(cli, named, options))
