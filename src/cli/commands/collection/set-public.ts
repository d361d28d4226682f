import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { setPublic, type PublicChange } from '../../client/set-public.ts'
import { createPlaceOption, type Placed } from '../../host/with-api.ts'
import { hint, print } from '../../terminal/output.ts'
import { createSourceOption, type SourceOption } from './source-option.ts'

async function runSetPublic(
  cli: Cli,
  change: PublicChange,
  options: Placed<SourceOption>,
): Promise<void> {
  const { createDescriber, getCollection } = await import('./describe-collection.ts')
  const { source, ...place } = options
  const rows = await setPublic(cli, change, {
    ...place,
    get: (api, named) => getCollection(api, named, source),
    createDescriber,
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

export const publishCollectionCommand: CommandFactory = (cli) =>
  new Command('publish')
    .description('Make collections public; their sources must be public too')
    .argument('<id or slug...>', 'Collections, or - to read them from standard input')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('PATCH /api/v2/collections/:id/'))
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, options))

export const hideCollectionCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide collections with all their images from the public')
    .argument('<id or slug...>', 'Collections, or - to read them from standard input')
    .addOption(createSourceOption())
    .addOption(createPlaceOption('PATCH /api/v2/collections/:id/'))
    .action((named, options) => runSetPublic(cli, { named, isPublic: false }, options))
