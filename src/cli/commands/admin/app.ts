import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/base/clock.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog } from '../../host/with-catalog.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { hint, printRecord, print } from '../../terminal/output.ts'

const createAppCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Register an app; the secret of a confidential app is printed once')
    .argument('<name>', 'Name shown on the consent page')
    .requiredOption(
      '--redirect-uri <uri...>',
      'Redirect URI: https, or http://127.0.0.1/… for any local port',
    )
    .option('--confidential', 'Issue a client secret; for apps that run on a server')
    .addOption(createDataOption())
    .action(async (name, options) => {
      const { createApp } = await import('../../../core/auth/apps.ts')
      const { parseRegistration } = await import('../../../core/auth/registration.ts')
      const client_type = options.confidential ? 'confidential' : 'public'
      const registration = parseRegistration({
        name,
        redirect_uris: options.redirectUri,
        client_type,
      })
      const { logAppRegistered } = await import('../../../core/auth/security-events.ts')
      const client = await withCatalog(
        cli,
        options,
        async ({ write, clock }, { actor, securityLog }) => {
          const client = await write((tx) =>
            createApp(tx, registration, { actor, now: clock.now() }),
          )
          logAppRegistered(securityLog, client.id)
          return client
        },
      )
      printRecord(cli, {
        client_id: client.id,
        ...(client.secret !== null && { client_secret: client.secret }),
        name: client.name,
        client_type,
        redirect_uris: client.redirectUris,
      })
      if (client.secret !== null) hint(cli, 'Store the secret now. It will not be shown again.')
    })

const listAppsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the registered apps and how many people use each')
    .addOption(createDataOption())
    .action(async (options) => {
      const { listApps } = await import('../../../core/auth/apps.ts')
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
    })

const revokeAppCommand: CommandFactory = (cli) =>
  new Command('revoke')
    .description('Remove an app and revoke its authorizations and tokens')
    .argument('<client id or name>', 'App to remove', parseNonBlank)
    .addOption(createDataOption())
    .action(async (app, options) => {
      const { removeApp } = await import('../../../core/auth/apps.ts')
      const { logAppRemoved } = await import('../../../core/auth/security-events.ts')
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
    })

export const appCommands = createCommandGroup('app', 'Manage registered apps', [
  createAppCommand,
  listAppsCommand,
  revokeAppCommand,
])
