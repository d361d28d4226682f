import { Command, Option } from '@commander-js/extra-typings'
import type { Scope } from '../../../core/auth/caller.ts'
import { formatTimestamp } from '../../../core/base/clock.ts'
import type { Cli } from '../../cli.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../../host/with-catalog.ts'
import { parseDuration, parseTokenLabel, parseNonBlank } from '../../options/option-parsers.ts'
import { formatTime } from '../../terminal/format.ts'
import { hint, printRecord, printText, print } from '../../terminal/output.ts'

const EIGHT_HOURS = 8 * 60 * 60

interface CreateTokenOptions extends DataOption {
  user: string
  scope: readonly Scope[]
  ttl: number
  label?: string
}

async function runCreateToken(cli: Cli, options: CreateTokenOptions): Promise<void> {
  const { createHostToken } = await import('../../../core/auth/host-tokens.ts')
  const { logHostTokenCreated } = await import('../../../core/auth/security-events.ts')
  const { getUserByName } = await import('../../../core/queries/people/users.ts')
  const scopes = options.scope
  const { user, id, token, expires_at } = await withCatalog(
    cli,
    options,
    async ({ reads, write, clock }, { actor, securityLog }) => {
      const user = await getUserByName(reads, options.user)
      const given = { userId: user.id, scopes, seconds: options.ttl, label: options.label }
      const context = { actor, now: clock.now() }
      const { id, token, expiresAt } = await write((tx) => createHostToken(tx, given, context))
      const expires_at = formatTimestamp(expiresAt)
      logHostTokenCreated(securityLog, { grant: id, user: user.id, scopes, expires_at })
      return { user, id, token, expires_at }
    },
  )
  if (cli.globals.output === 'human') printText(cli, token)
  else {
    const label = options.label ?? null
    printRecord(cli, { id, label, token, user: user.username, scopes, expires_at })
  }
  hint(
    cli,
    `Store the token now. It will not be shown again. Token ${id} acts as ${user.username} until ${formatTime(expires_at)}.`,
  )
  if (user.is_staff === 0 && scopes.some((scope) => scope === 'import' || scope === 'moderate')) {
    hint(cli, `${user.username} is not staff yet: catalog admin user ensure-staff ${user.username}`)
  }
}

const createTokenCommand: CommandFactory = (cli) =>
  new Command('create')
    .description('Create an access token for a script; it is printed once')
    .requiredOption('--user <name>', 'User that the script acts as')
    .addOption(
      new Option('--scope <scope...>', 'Scopes of the token')
        .choices(['read', 'contribute', 'import', 'moderate'] as const satisfies Scope[])
        .default(['import' as const]),
    )
    .addOption(
      new Option('--ttl <duration>', 'Lifetime, such as 30m, 8h or 30d')
        .argParser(parseDuration)
        .default(EIGHT_HOURS, '8h'),
    )
    .option('--label <text>', 'Label of the token, such as ci', parseTokenLabel)
    .addOption(createDataOption())
    .action((options) => runCreateToken(cli, options))

const listTokensCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List the valid tokens created on this host, without their secrets')
    .addOption(createDataOption())
    .action(async (options) => {
      const { listHostTokens } = await import('../../../core/auth/host-tokens.ts')
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
      print(cli, rows, [
        'id',
        'label',
        'user',
        'scopes',
        'created_at',
        'expires_at',
        'last_used_at',
      ])
    })

const revokeTokenCommand: CommandFactory = (cli) =>
  new Command('revoke')
    .description('Revoke a token created on this host')
    .argument('<id or label>', 'Token to revoke', parseNonBlank)
    .addOption(createDataOption())
    .action(async (token, options) => {
      const { revokeHostToken } = await import('../../../core/auth/host-tokens.ts')
      const { logHostTokenRevoked } = await import('../../../core/auth/security-events.ts')
      const revoked = await withCatalog(
        cli,
        options,
        async ({ write, clock }, { actor, securityLog }) => {
          const revoked = await write((tx) =>
            revokeHostToken(tx, token, { actor, now: clock.now() }),
          )
          logHostTokenRevoked(securityLog, revoked.id)
          return revoked
        },
      )
      printRecord(cli, { ...revoked, state: 'revoked' })
    })

export const tokenCommands = createCommandGroup('token', 'Manage access tokens for scripts', [
  createTokenCommand,
  listTokensCommand,
  revokeTokenCommand,
])
