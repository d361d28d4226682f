import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import { setPublicOf } from '../set-public.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'
import { presentSource } from './present-source.ts'

interface Change {
  named: readonly string[]
  isPublic: boolean
}

async function runSetPublic(cli: Cli, change: Change, options: DataOption): Promise<void> {
  const { getHostSource } = await import('../../../../core/queries/host-collections.ts')
  const { getSourceId } = await import('../../../../core/queries/source-id.ts')
  const sources = { table: 'source', getId: getSourceId, getRow: getHostSource } as const
  const changed = await setPublicOf(cli, options, { ...sources, ...change })
  const rows = changed.map(({ row, isChanged }) => ({ ...presentSource(row), changed: isChanged }))
  print(cli, rows, ['id', 'slug', 'name', 'public', 'changed'])
}

export const publishSourceCommand: CommandFactory = (cli) =>
  new Command('publish')
    .description('Make sources public, with those of their collections that are public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createDataOption())
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, options))

export const hideSourceCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide sources with all their collections and images from the public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createDataOption())
    .action((named, options) => runSetPublic(cli, { named, isPublic: false }, options))
