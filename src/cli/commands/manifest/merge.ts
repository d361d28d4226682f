import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import {
  addReadOptions,
  addWriteOptions,
  toReadOptions,
  type ReadFlags,
  type WriteFlags,
} from './table-options.ts'

interface MergeFlags extends ReadFlags, WriteFlags {
  key?: string
  to: string
  prefer?: 'base' | 'other'
  append?: true
}

async function runMerge(cli: Cli, names: readonly string[], flags: MergeFlags): Promise<void> {
  const { writeMerge } = await import('../../manifest/write-merge.ts')
  await writeMerge(cli, names, { ...flags, reading: toReadOptions(flags) })
}

export const mergeManifestCommand: CommandFactory = (cli) =>
  addReadOptions(
    addWriteOptions(
      new Command('merge')
        .description('Fill blank cells of a manifest from other tables')
        .argument('<base>', 'Table whose rows are completed; - for standard input')
        .argument('<others...>', 'Tables with the same key and more columns or values')
        .requiredOption('--to <file>', 'Table to write; - for standard output')
        .option('--key <column>', 'Column that identifies rows (default: file, else reference_id)')
        .addOption(
          new Option('--prefer <table>', 'Which value to use if two tables differ').choices([
            'base',
            'other',
          ] as const),
        )
        .option('--append', 'Append rows that the base does not have'),
    ),
  ).action((base, others, flags) => runMerge(cli, [base, ...others], flags))
