import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

async function runListTokens(cli: Cli, options: DataOption): Promise<void> {
  const { listHostTokens } = await import('../../../../core/auth/host-tokens.ts')
  const tokens = await withCatalog(cli, options, ({ reads, clock }) =>
    listHostTokens(reads, clock.now()),
  )
  const rows = tokens.map(({ id, label, username, scopes, ...times }) => ({
    id,
    label,
    user: username,
    scopes,
    created_at: formatTimestamp(times.createdAt),
    expires_at: formatTimestamp(times.expiresAt),
    last_used_at: times.usedAt === null ? null : formatTimestamp(times.usedAt),
  }))
  print(cli, rows, ['id', 'label', 'user', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
}

export const listTokensCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the valid tokens created on this host, without their secrets')
    .addOption(createDataOption())
    .action((options) => runListTokens(cli, options))
