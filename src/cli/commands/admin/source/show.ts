import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { presentSource } from './present-source.ts'

async function runShowSource(cli: Cli, named: string, options: DataOption): Promise<void> {
  const { getHostSource } = await import('../../../../core/queries/host-collections.ts')
  const { getSourceId } = await import('../../../../core/queries/source-id.ts')
  const source = await withCatalog(cli, options, async ({ reads }) =>
    getHostSource(reads, await getSourceId(reads, named)),
  )
  printRecord(cli, presentSource(source))
}

export const showSourceCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a source')
    .argument('<id or slug>', 'Source to show')
    .addOption(createDataOption())
    .action((named, options) => runShowSource(cli, named, options))
