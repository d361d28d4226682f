import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../options/option-parsers.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

async function runRevokeApp(cli: Cli, app: string, options: DataOption): Promise<void> {
  const { removeApp } = await import('../../../../core/auth/apps.ts')
  const { logAppRemoved } = await import('../../../../core/auth/security-events.ts')
  const removed = await withCatalog(
    cli,
    options,
    async ({ write, clock }, { actor, securityLog }) => {
      const removed = await write((tx) => removeApp(tx, app, { actor, now: clock.now() }))
      logAppRemoved(securityLog, removed.id)
      return removed
    },
  )
  const { id, name, people, grants } = removed
  printRecord(cli, { client_id: id, name, people, authorizations: grants.length })
}

export const revokeAppCommand: CommandFactory = (cli) =>
  new Command('revoke')
    .description('Remove an app and revoke its authorizations and tokens')
    .argument('<client id or name>', 'App to remove', parseNonBlank)
    .addOption(createDataOption())
    .action((app, options) => runRevokeApp(cli, app, options))
