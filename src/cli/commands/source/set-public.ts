import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { setPublic, type PublicChange } from '../../client/set-public.ts'
import { createPlaceOption, type Placed, type PlacedFactory } from '../../client/with-api.ts'
import { print } from '../../output.ts'

async function runSetPublic(cli: Cli, change: PublicChange, options: Placed): Promise<void> {
  const { createDescriber, getSource: get } = await import('./describe-source.ts')
  const rows = await setPublic(cli, change, { ...options, get, createDescriber })
  print(cli, rows, ['id', 'slug', 'name', 'public', 'changed'])
}

export const publishSourceCommand: PlacedFactory = (place) => (cli) =>
  new Command('publish')
    .description('Make sources public, with those of their collections that are public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createPlaceOption(place))
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, { place, ...options }))

export const hideSourceCommand: PlacedFactory = (place) => (cli) =>
  new Command('hide')
    .description('Hide sources with all their collections and images from the public')
    .argument('<id or slug...>', 'Sources, or - to read them from standard input')
    .addOption(createPlaceOption(place))
    .action((named, options) =>
      runSetPublic(cli, { named, isPublic: false }, { place, ...options }),
    )
