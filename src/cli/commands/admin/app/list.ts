import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

async function runListApps(cli: Cli, options: DataOption): Promise<void> {
  const { listApps } = await import('../../../../core/auth/apps.ts')
  const apps = await withCatalog(cli, options, ({ reads }) => listApps(reads))
  const rows = apps.map((app) => ({
    client_id: app.id,
    name: app.name,
    client_type: app.confidential ? 'confidential' : 'public',
    people: app.people,
    created_at: formatTimestamp(app.createdAt),
    last_used_at: app.usedAt === null ? null : formatTimestamp(app.usedAt),
    redirect_uris: app.redirectUris,
  }))
  print(cli, rows, ['client_id', 'name', 'client_type', 'people', 'created_at', 'last_used_at'])
}

export const listAppsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the registered apps and how many people use each')
    .addOption(createDataOption())
    .action((options) => runListApps(cli, options))
