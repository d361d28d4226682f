import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { setPublic, type PublicChange } from '../../client/set-public.ts'
import { createPlaceOption, type Placed } from '../../host/with-api.ts'
import { print } from '../../terminal/output.ts'

async function runSetPublic(cli: Cli, change: PublicChange, options: Placed): Promise<void> {
  const { createDescriber, getSource: get } = await import('./describe-source.ts')
  const rows = await setPublic(cli, change, { ...options, get, createDescriber })
  print(cli, rows, ['id', 'slug', 'name', 'public', 'changed'])
}

export const publishSourceCommand: CommandFactory = (cli) =>
  new Command('publish')
    .description('Make sources public, with those of their collections that are public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createPlaceOption('PATCH /api/v2/sources/:id/'))
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, options))

export const hideSourceCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide sources with all their collections and images from the public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createPlaceOption('PATCH /api/v2/sources/:id/'))
    .action((named, options) => runSetPublic(cli, { named, isPublic: false }, options))
