import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, print } from '../../../output.ts'
import { setPublicOf } from '../set-public.ts'
import { createDataOption } from '../with-catalog.ts'
import { presentCollection } from './present-collection.ts'
import { createSourceOption, type CollectionOptions } from './source-option.ts'

interface Change {
  named: readonly string[]
  isPublic: boolean
}

async function runSetPublic(cli: Cli, change: Change, options: CollectionOptions): Promise<void> {
  const { getCollectionId } = await import('../../../../core/queries/collection-id.ts')
  const { getHostCollection } = await import('../../../../core/queries/host-collections.ts')
  const changed = await setPublicOf(cli, options, {
    ...change,
    table: 'collection',
    getId: (reads, slug) => getCollectionId(reads, slug, options.source),
    getRow: getHostCollection,
  })
  const rows = changed.map(({ row, isChanged }) => ({
    ...presentCollection(row),
    changed: isChanged,
  }))
  print(cli, rows, ['id', 'slug', 'name', 'source', 'public', 'visible', 'changed'])
  if (!change.isPublic) return
  const hidden = changed.filter(({ row }) => row.source_public === 0)
  for (const source of new Set(hidden.map(({ row }) => row.source_slug))) {
    hint(
      cli,
      `The source ${source} is hidden. To show its collections: catalog admin source publish ${source}`,
    )
  }
}

export const publishCollectionCommand: CommandFactory = (cli) =>
  new Command('publish')
    .description('Make collections public; their sources must be public too')
    .argument('<id or slug...>', 'Collections, or - to read them from standard input')
    .addOption(createSourceOption())
    .addOption(createDataOption())
    .action((named, options) => runSetPublic(cli, { named, isPublic: true }, options))

export const hideCollectionCommand: CommandFactory = (cli) =>
  new Command('hide')
    .description('Hide collections with all their images from the public')
    .argument('<id or slug...>', 'Collections, or - to read them from standard input')
    .addOption(createSourceOption())
    .addOption(createDataOption())
    .action((named, options) => runSetPublic(cli, { named, isPublic: false }, options))
