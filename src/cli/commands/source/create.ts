import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { printRecord } from '../../terminal/output.ts'
import { chooseSlug } from '../admin/choose-slug.ts'

interface Options {
  name: string
  slug?: string
  siteUrl: string
  description: string
  public?: true
}

async function runCreateSource(cli: Cli, options: Placed<Options>): Promise<void> {
  const { z } = await import('zod')
  const { name, siteUrl: url, description, public: isPublic } = options
  const body = { name, slug: chooseSlug(options), url, description, public: isPublic }
  const request = { method: 'POST', path: '/api/v2/sources/', body } as const
  const created = z.looseObject({ id: z.int() })
  printRecord(cli, await withApi(cli, options, (api) => api.send(request, created)))
}

export const createSourceCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Create a source, which is hidden unless --public is given')
    .requiredOption('--name <name>', 'Name of the institution', parseNonBlank)
    .option('--slug <slug>', 'Slug for addresses (default: derived from the name)')
    .requiredOption('--site-url <address>', 'Website of the institution')
    .requiredOption('--description <text>', 'Description')
    .option('--public', 'Make it public')
    .addOption(createPlaceOption('POST /api/v2/sources/'))
    .action((options) => runCreateSource(cli, options))
