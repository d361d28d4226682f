import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../output.ts'

interface SourceFlags {
  name: string
  slug: string
  siteUrl: string
  description: string
  public?: true
}

async function runSourceCreate(cli: Cli, { siteUrl, ...flags }: SourceFlags): Promise<void> {
  const { z } = await import('zod')
  const { openReadingApi } = await import('../../reading/open-reading-api.ts')
  const api = await openReadingApi(cli)
  const body = { ...flags, url: siteUrl }
  const created = z.looseObject({ id: z.int() })
  const request = { method: 'POST', path: '/api/v2/sources/', body } as const
  printRecord(cli, await api.send(request, created))
}

export const sourceCreateCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Create a source, which is not public unless --public is given')
    .requiredOption('--name <text>', 'Name of the institution')
    .requiredOption('--slug <slug>', 'Short name in addresses, unique among all sources')
    .requiredOption('--site-url <url>', "URL of the institution's website")
    .requiredOption('--description <text>', 'Description')
    .option('--public', 'Make the source visible to everyone')
    .action((flags) => runSourceCreate(cli, flags))
