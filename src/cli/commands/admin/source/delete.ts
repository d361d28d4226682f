import { Command } from '@commander-js/extra-typings'
import { requireYes } from '../../../confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { confirmDeletion, createDryRunOption } from '../confirm-deletion.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  dryRun?: true
}

async function runDeleteSource(cli: Cli, named: string, options: Options): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Deleting a source')
  const { deleteSource, requireEmptySource } =
    await import('../../../../core/actions/delete-source.ts')
  const { getHostSource } = await import('../../../../core/queries/host-collections.ts')
  const { getSourceId } = await import('../../../../core/queries/source-id.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const { id, slug, name } = await getHostSource(reads, await getSourceId(reads, named))
    await requireEmptySource(reads, id)
    if (options.dryRun) return printRecord(cli, { id, slug, name, state: 'would_delete' })
    if (!(await confirmDeletion(cli, `the source ${name}`))) return
    await write((tx) => deleteSource(tx, id, { actor, now: clock.now() }))
    printRecord(cli, { id, slug, name, state: 'deleted' })
  })
}

export const deleteSourceCommand: CommandFactory = (cli) =>
  new Command('delete')
    .description('Delete a source without collections')
    .argument('<id or slug>', 'Source to delete')
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((named, options) => runDeleteSource(cli, named, options))
