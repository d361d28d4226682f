import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { selectEdits, type EditOptions } from '../edit-options.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { presentSource } from './present-source.ts'

async function runEditSource(cli: Cli, named: string, options: EditOptions): Promise<void> {
  const { sourceEdit } = await import('../../../../core/contract/edit-source.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { editSource } = await import('../../../../core/actions/edit-source.ts')
  const { getHostSource } = await import('../../../../core/queries/host-collections.ts')
  const { getSourceId } = await import('../../../../core/queries/source-id.ts')
  const edit = parseFields(sourceEdit, selectEdits(options))
  const source = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const id = await getSourceId(reads, named)
    await write((tx) => editSource(tx, id, edit, { actor, now: clock.now() }))
    return getHostSource(reads, id)
  })
  printRecord(cli, presentSource(source))
}

export const editSourceCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a source; other members stay as they are')
    .argument('<id or slug>', 'Source to change')
    .option('--name <name>', 'Name of the institution')
    .option('--slug <slug>', 'Slug for addresses')
    .option('--site-url <address>', 'Website of the institution; "" removes it')
    .option('--description <text>', 'Description; "" removes it')
    .addOption(createDataOption())
    .action((named, options) => runEditSource(cli, named, options))
