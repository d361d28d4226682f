import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { chosenSlug } from '../chosen-slug.ts'
import { dataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  source: string
  name: string
  slug?: string
  siteUrl?: string
  description?: string
  public?: true
}

async function runCreateCollection(cli: Cli, options: Options): Promise<void> {
  const { newCollection } = await import('../../../../core/contract/new-source.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { createCollection } = await import('../../../../core/actions/create-collection.ts')
  const { getSourceId } = await import('../../../../core/queries/source-id.ts')
  const created = await withCatalog(cli, options, async ({ reads, write }) => {
    const collection = parseFields(newCollection, {
      ...options,
      source: await getSourceId(reads, options.source),
      slug: chosenSlug(options),
      url: options.siteUrl,
    })
    return { ...(await write((tx) => createCollection(tx, collection))), ...collection }
  })
  printRecord(cli, created)
}

export const createCollectionCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('create a collection')
    .requiredOption('--source <id or slug>', 'source that it belongs to')
    .requiredOption('--name <name>', 'name of the collection')
    .option('--slug <slug>', 'its word in addresses (default: made from the name)')
    .option('--site-url <address>', 'its page in the archive')
    .option('--description <text>', 'what it holds')
    .option('--public', 'show it to everybody, when its source is public too')
    .addOption(dataOption())
    .action((options) => runCreateCollection(cli, options))
