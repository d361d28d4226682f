import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { printRecord } from '../../terminal/output.ts'
import { selectEdits, type EditOptions } from '../admin/edit-options.ts'

async function runEditSource(cli: Cli, named: string, options: Placed<EditOptions>): Promise<void> {
  const { z } = await import('zod')
  const { createDescriber, getSource } = await import('./describe-source.ts')
  const body = selectEdits(options)
  const edited = await withApi(cli, options, async (api) => {
    const { path } = await getSource(api, named)
    return createDescriber(api)(await api.send({ method: 'PATCH', path, body }, z.unknown()))
  })
  printRecord(cli, edited)
}

export const editSourceCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a source; other members stay as they are')
    .argument('<id or slug>', 'Source to change')
    .option('--name <name>', 'Name of the institution')
    .option('--slug <slug>', 'Slug for addresses')
    .option('--site-url <address>', 'Website of the institution; "" removes it')
    .option('--description <text>', 'Description; "" removes it')
    .addOption(createPlaceOption('PATCH /api/v2/sources/:id/'))
    .action((named, options) => runEditSource(cli, named, options))
