import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import {
  addReadOptions,
  addWriteOptions,
  toReadOptions,
  type ReadFlags,
  type WriteFlags,
} from './table-options.ts'

async function runConvert(
  cli: Cli,
  { from, to }: { from: string; to: string },
  flags: ReadFlags & WriteFlags,
): Promise<void> {
  const { chooseFormat } = await import('../../manifest/choose-format.ts')
  const { readTable } = await import('../../manifest/read-table.ts')
  const { reportWritten } = await import('../../manifest/report-written.ts')
  const { writeTable } = await import('../../tables/write-table.ts')
  const format = chooseFormat(cli, to, flags)
  const table = await readTable(cli, from, toReadOptions(flags))
  const target = { path: to, force: flags.force, inputs: [from] }
  const rows = await writeTable(cli, target, table, format)
  const { header, warnings } = table
  reportWritten(cli, to, { format: format.format, rows, columns: header.length, warnings })
}

export const convertManifestCommand: CommandFactory = (cli) =>
  addReadOptions(
    addWriteOptions(
      new Command('convert')
        .description('Convert a manifest to another format without loss')
        .argument('<manifest>', 'Table or folder of images to read; - for standard input')
        .argument('<file>', 'Table to write; - for standard output'),
    ),
  ).action((from, to, flags) => runConvert(cli, { from, to }, flags))
