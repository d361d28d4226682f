import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { printRecord } from '../../terminal/output.ts'
import { chooseSlug } from '../admin/choose-slug.ts'

interface Options {
  source: string
  name: string
  slug?: string
  siteUrl?: string
  description?: string
  public?: true
}

async function runCreateCollection(cli: Cli, options: Placed<Options>): Promise<void> {
  const { z } = await import('zod')
  const { getSource } = await import('../source/describe-source.ts')
  const { name, siteUrl: url, description, public: isPublic } = options
  const members = { name, slug: chooseSlug(options), url, description, public: isPublic }
  const created = await withApi(cli, options, async (api) => {
    const { id: source } = await getSource(api, options.source)
    const body = { ...members, source }
    const request = { method: 'POST', path: '/api/v2/collections/', body } as const
    return api.send(request, z.looseObject({ id: z.int() }))
  })
  printRecord(cli, created)
}

export const createCollectionCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Create a collection, which is hidden unless --public is given')
    .requiredOption('--source <id or slug>', 'Source of the collection')
    .requiredOption('--name <name>', 'Name of the collection', parseNonBlank)
    .option('--slug <slug>', 'Slug for addresses (default: derived from the name)')
    .option('--site-url <address>', 'Page of the collection on the website of the archive')
    .option('--description <text>', 'Description')
    .option('--public', 'Make it public; its source must be public too')
    .addOption(createPlaceOption('POST /api/v2/collections/'))
    .action((options) => runCreateCollection(cli, options))
