import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

interface Options extends DataOption {
  redirectUri: string[]
  confidential?: true
}

async function runCreateApp(cli: Cli, name: string, options: Options): Promise<void> {
  const { createApp } = await import('../../../../core/auth/apps.ts')
  const { parseRegistration } = await import('../../../../core/auth/registration.ts')
  const client_type = options.confidential ? 'confidential' : 'public'
  const registration = parseRegistration({
    name,
    redirect_uris: options.redirectUri,
    client_type,
  })
  const { logAppRegistered } = await import('../../../../core/auth/security-events.ts')
  const client = await withCatalog(
    cli,
    options,
    async ({ write, clock }, { actor, securityLog }) => {
      const client = await write((tx) => createApp(tx, registration, { actor, now: clock.now() }))
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
}

export const createAppCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Register an app; the secret of a confidential app is printed once')
    .argument('<name>', 'Name shown on the consent page')
    .requiredOption(
      '--redirect-uri <uri...>',
      'Redirect URI: https, or http://127.0.0.1/… for any local port',
    )
    .option('--confidential', 'Issue a client secret; for apps that run on a server')
    .addOption(createDataOption())
    .action((name, options) => runCreateApp(cli, name, options))
