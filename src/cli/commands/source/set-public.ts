import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { setPublic } from '../../client/set-public.ts'
import {
  createPlaceOption,
  withApi,
  type Placed,
  type PlacedFactory,
} from '../../client/with-api.ts'
import { print } from '../../output.ts'
import { readArguments } from '../../read-arguments.ts'

interface Change {
  named: readonly string[]
  isPublic: boolean
}

async function runSetPublic(cli: Cli, { named, isPublic }: Change, options: Placed): Promise<void> {
  const { describeSource, getSource } = await import('./describe-source.ts')
  const names = await readArguments(cli, named)
  const rows = await withApi(cli, options, async (api) => {
    const objects = []
    for (const name of names) objects.push(await getSource(api, name))
    const changed = []
    for (const { item, isChanged } of await setPublic(cli, api, { objects, isPublic }))
      changed.push({ ...(await describeSource(api, item)), changed: isChanged })
    return changed
  })
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
