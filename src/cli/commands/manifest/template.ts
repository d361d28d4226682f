import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { addWriteOptions, type WriteFlags } from './table-options.ts'

async function runTemplate(
  cli: Cli,
  file: string,
  flags: WriteFlags & { offline?: true },
): Promise<void> {
  const { writeTemplate } = await import('../../manifest/template/write-template.ts')
  await writeTemplate(cli, file, flags)
}

export const templateManifestCommand: CommandFactory = (cli) =>
  addWriteOptions(
    new Command('template')
      .description('Create an empty manifest with a description of each column')
      .argument('[file]', 'Table to write; - for standard output', '-')
      .option('--offline', 'Do not ask the instance for its licenses and subjects (XLSX)'),
  ).action((file, flags) => runTemplate(cli, file, flags))
