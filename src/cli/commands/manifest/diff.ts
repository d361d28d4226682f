import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { addReadOptions, toReadOptions, type ReadFlags } from './table-options.ts'

async function runDiff(
  cli: Cli,
  { before, after }: { before: string; after: string },
  flags: ReadFlags & { key?: string },
): Promise<void> {
  const { readTable } = await import('../../manifest/read-table.ts')
  const { chooseKey, readKeyedTable } = await import('../../manifest/keyed-table.ts')
  const { diffTables } = await import('../../manifest/diff-tables.ts')
  const { reportDiff } = await import('../../manifest/report-diff.ts')
  const options = toReadOptions(flags)
  const first = await readTable(cli, before, options)
  const second = await readTable(cli, after, options)
  const key = chooseKey([first, second], flags.key)
  const old = await readKeyedTable(first, key)
  reportDiff(cli, key, diffTables(old, await readKeyedTable(second, key), key))
}

export const diffManifestCommand: CommandFactory = (cli) =>
  addReadOptions(
    new Command('diff')
      .description('Compare two manifests, whatever their formats')
      .argument('<before>', 'Table to compare; - for standard input')
      .argument('<after>', 'Table to compare it with')
      .option('--key <column>', 'Column that identifies rows (default: file, else reference_id)'),
  ).action((before, after, flags) => runDiff(cli, { before, after }, flags))
