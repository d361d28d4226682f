import { Command } from '@commander-js/extra-typings'
import type { Tx } from '../../../../core/db/store.ts'
import type { HostCollection } from '../../../../core/queries/host-collections.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, print } from '../../../output.ts'
import { readArguments } from '../../../read-arguments.ts'
import { inTransactions } from '../in-transactions.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'
import { presentCollection } from './present-collection.ts'
import { createSourceOption, type CollectionOptions } from './source-option.ts'

interface Change {
  named: readonly string[]
  isPublic: boolean
}

async function runSetPublic(
  cli: Cli,
  { named, isPublic }: Change,
  options: CollectionOptions,
): Promise<void> {
  const { setPublic } = await import('../../../../core/actions/set-public.ts')
  const { getCollectionId } = await import('../../../../core/queries/collection-id.ts')
  const { getHostCollection } = await import('../../../../core/queries/host-collections.ts')
  const slugs = await readArguments(cli, named)
  const changed = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const ids: number[] = []
    for (const slug of slugs) ids.push(await getCollectionId(reads, slug, options.source))
    const context = { actor, now: clock.now() }
    const change = (tx: Tx, id: number) =>
      setPublic(tx, { table: 'collection', id, isPublic }, context)
    const areChanged = await inTransactions({ write, signal: cli.signal }, ids, change, 1)
    const rows: { collection: HostCollection; isChanged: boolean | undefined }[] = []
    for (const [index, id] of ids.entries()) {
      rows.push({ collection: await getHostCollection(reads, id), isChanged: areChanged[index] })
    }
    return rows
  })
  const rows = changed.map(({ collection, isChanged }) => ({
    ...presentCollection(collection),
    changed: isChanged,
  }))
  print(cli, rows, ['id', 'slug', 'name', 'source', 'public', 'visible', 'changed'])
  const hidden = changed.filter(({ collection }) => collection.source_public === 0)
  const sources = new Set(hidden.map(({ collection }) => collection.source_slug))
  if (!isPublic) return
  for (const source of sources) {
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
