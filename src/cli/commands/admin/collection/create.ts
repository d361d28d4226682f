import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../option-parsers.ts'
import { printRecord } from '../../../output.ts'
import { chooseSlug } from '../choose-slug.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

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
  const created = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const collection = parseFields(newCollection, {
      ...options,
      source: await getSourceId(reads, options.source),
      slug: chooseSlug(options),
      url: options.siteUrl,
    })
    const context = { actor, now: clock.now() }
    return { ...(await write((tx) => createCollection(tx, collection, context))), ...collection }
  })
  printRecord(cli, created)
}

export const createCollectionCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Create a collection')
    .requiredOption('--source <id or slug>', 'Source of the collection')
    .requiredOption('--name <name>', 'Name of the collection', parseNonBlank)
    .option('--slug <slug>', 'Slug for addresses (default: derived from the name)')
    .option('--site-url <address>', 'Page of the collection on the website of the archive')
    .option('--description <text>', 'Description')
    .option('--public', 'Make it public; its source must be public too')
    .addOption(createDataOption())
    .action((options) => runCreateCollection(cli, options))
