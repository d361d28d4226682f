import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank } from '../../../options/option-parsers.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

async function runRevokeToken(cli: Cli, token: string, options: DataOption): Promise<void> {
  const { revokeHostToken } = await import('../../../../core/auth/host-tokens.ts')
  const { logHostTokenRevoked } = await import('../../../../core/auth/security-events.ts')
  const revoked = await withCatalog(
    cli,
    options,
    async ({ write, clock }, { actor, securityLog }) => {
      const revoked = await write((tx) => revokeHostToken(tx, token, { actor, now: clock.now() }))
      logHostTokenRevoked(securityLog, revoked.id)
      return revoked
    },
  )
  printRecord(cli, { ...revoked, state: 'revoked' })
}

export const revokeTokenCommand: CommandFactory = (cli) =>
  new Command('revoke')
    .description('Revoke a token created on this host')
    .argument('<id or label>', 'Token to revoke', parseNonBlank)
    .addOption(createDataOption())
    .action((token, options) => runRevokeToken(cli, token, options))
