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

async function runRemoveLicense(cli: Cli, named: string, options: Options): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Removing a license')
  const { removeLicense, requireUnusedLicense } =
    await import('../../../../core/actions/remove-license.ts')
  const { getLicenseByName } = await import('../../../../core/queries/licenses.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const { id, name } = await getLicenseByName(reads, named)
    await requireUnusedLicense(reads, id)
    if (options.dryRun) return printRecord(cli, { id, name, state: 'would_remove' })
    if (!(await confirmDeletion(cli, `the license ${name}`))) return
    await write((tx) => removeLicense(tx, id, { actor, now: clock.now() }))
    printRecord(cli, { id, name, state: 'removed' })
  })
}

export const removeLicenseCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Remove a license that no image has')
    .argument('<name>', 'Name of the license')
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((named, options) => runRemoveLicense(cli, named, options))
