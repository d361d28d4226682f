import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../option-parsers.ts'
import { printRecord } from '../../../output.ts'
import { chooseSlug } from '../choose-slug.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  name: string
  slug?: string
  siteUrl?: string
  description?: string
  public?: true
}

async function runCreateSource(cli: Cli, options: Options): Promise<void> {
  const { hostSource } = await import('../../../../core/contract/new-source.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { createSource } = await import('../../../../core/actions/create-source.ts')
  const source = parseFields(hostSource, {
    ...options,
    slug: chooseSlug(options),
    url: options.siteUrl,
  })
  const created = await withCatalog(cli, options, ({ write, clock }, { actor }) =>
    write((tx) => createSource(tx, source, { actor, now: clock.now() })),
  )
  printRecord(cli, { ...created, ...source })
}

export const createSourceCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Create a source')
    .requiredOption('--name <name>', 'Name of the institution', parseNonBlank)
    .option('--slug <slug>', 'Slug for addresses (default: derived from the name)')
    .option('--site-url <address>', 'Website of the institution')
    .option('--description <text>', 'Description')
    .option('--public', 'Make it public')
    .addOption(createDataOption())
    .action((options) => runCreateSource(cli, options))
