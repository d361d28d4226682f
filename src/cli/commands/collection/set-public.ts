import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import { setPublic } from '../../client/set-public.ts'
import {
  createPlaceOption,
  withApi,
  type Placed,
  type PlacedFactory,
} from '../../client/with-api.ts'
import { hint, print } from '../../output.ts'
import { readArguments } from '../../read-arguments.ts'
import { createSourceOption, type SourceOption } from './source-option.ts'

interface Change {
  named: readonly string[]
  isPublic: boolean
}

async function runSetPublic(
  cli: Cli,
  { named, isPublic }: Change,
  options: Placed<SourceOption>,
): Promise<void> {
  const { createDescriber, getCollection } = await import('./describe-collection.ts')
  const names = await readArguments(cli, named)
  const rows = await withApi(cli, options, async (api) => {
    const objects = []
    for (const name of names) objects.push(await getCollection(api, name, options.source))
    const describe = createDescriber(api)
    const changed = []
    for (const { item, isChanged } of await setPublic(cli, api, { objects, isPublic }))
      changed.push({ ...(await describe(item)), changed: isChanged })
    return changed
  })
  print(cli, rows, ['id', 'slug', 'name', 'source', 'public', 'visible', 'changed'])
  const hidden = rows.filter((row) => row.public && !row.visible)
  for (const source of new Set(hidden.map((row) => row.source))) {
    hint(
      cli,
      `The source ${source} is hidden. To show its collections: catalog source publish ${source}`,
    )
  }
}

export const publishCollectionCommand: PlacedFactory = (place) => (cli) =>
  new Command('publish')
    .description('Make collections public; their sources must be public too')
    .argument('<id or slug...>', 'Collections, or - to read them from standard input')
    .addOption(createSourceOption())
    .addOption(createPlaceOption(place))
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, { place, ...options }))

export const hideCollectionCommand: PlacedFactory = (place) => (cli) =>
  new Command('hide')
    .description('Hide collections with all their images from the public')
    .argument('<id or slug...>', 'Collections, or - to read them from standard input')
    .addOption(createSourceOption())
    .addOption(createPlaceOption(place))
    .action((named, options) =>
      runSetPublic(cli, { named, isPublic: false }, { place, ...options }),
    )
