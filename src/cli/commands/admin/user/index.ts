import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import { listNonAsciiCodePoints } from '../../../../core/model/text.ts'
import type { NamedSuspension } from '../../../../core/queries/people/suspensions.ts'
import type { Cli } from '../../../cli.ts'
import { createCommandGroup, type CommandFactory } from '../../../command.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { parseNonBlank, parsePositiveInteger } from '../../../options/option-parsers.ts'
import { createDryRunOption, confirm, requireYes } from '../../../terminal/confirm.ts'
import { printRecord, print, hint, tell } from '../../../terminal/output.ts'
import {
  createOsmIdOption,
  reinstateUserCommand,
  revertUserCommand,
  suspendUserCommand,
} from '../../user/index.ts'
import { hintEnsuredStaff, logEnsuredStaff, presentEnsuredStaff } from './ensured-staff.ts'

const ensureStaffCommand: CommandFactory = (cli) =>
  new Command('ensure-staff')
    .description('Make a user staff, now or at their first sign-in; the name must match exactly')
    .argument('<name>', 'Name of the OpenStreetMap account', parseNonBlank)
    .option(
      '--osm-id <number>',
      'Number of the account, which stays the same when it is renamed',
      parsePositiveInteger,
    )
    .addOption(createDataOption())
    .action(async (username, options) => {
      const { ensureStaff } = await import('../../../../core/writes/users/ensure-staff.ts')
      const ensured = await withCatalog(
        cli,
        options,
        async ({ write, clock }, { actor, securityLog }) => {
          const whom = { username, osmId: options.osmId }
          const ensured = await write((tx) => ensureStaff(tx, whom, { actor, now: clock.now() }))
          await logEnsuredStaff(securityLog, ensured)
          return ensured
        },
      )
      printRecord(cli, presentEnsuredStaff(ensured))
      hintEnsuredStaff(cli, ensured)
    })

const revokeStaffCommand: CommandFactory = (cli) =>
  new Command('revoke-staff')
    .description('Remove the staff role from a user, or withdraw a staff invitation')
    .argument('<name>', 'Name of the OpenStreetMap account', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createDataOption())
    .action(async (username, options) => {
      const { revokeStaff } = await import('../../../../core/writes/users/revoke-staff.ts')
      const { logStaffRevoked } = await import('../../../../core/auth/security-events.ts')
      const revoked = await withCatalog(
        cli,
        options,
        async ({ write, clock }, { actor, securityLog }) => {
          const context = { actor, now: clock.now() }
          const whom = { username, osmId: options.osmId }
          const revoked = await write((tx) => revokeStaff(tx, whom, context))
          const isUser = revoked.state === 'not_staff'
          logStaffRevoked(securityLog, isUser ? { user: revoked.id } : { name: revoked.username })
          return revoked
        },
      )
      printRecord(cli, revoked)
    })

/** Returns the members of a user that tell of a suspension. They are null if the user is not suspended. */
function presentSuspension(suspension: NamedSuspension | undefined) {
  return {
    suspended_since: suspension ? formatTimestamp(suspension.suspended_at) : null,
    suspended_by: suspension?.moderator ?? null,
    suspension_reason: suspension?.reason ?? null,
  }
}

async function runListUsers(cli: Cli, options: DataOption): Promise<void> {
  const { listAccounts } = await import('../../../../core/queries/people/users.ts')
  const { listSuspensions } = await import('../../../../core/queries/people/suspensions.ts')
  const [{ users, invited }, suspensions] = await withCatalog(cli, options, async ({ reads }) => [
    await listAccounts(reads),
    await listSuspensions(reads),
  ])
  const suspensionOf = new Map(suspensions.map((suspension) => [suspension.user_id, suspension]))
  const rows = [
    ...users.map(({ id, username, is_staff, created_at }) => ({
      id,
      username,
      code_points: listNonAsciiCodePoints(username),
      staff: is_staff === 1,
      since: formatTimestamp(created_at),
      suspended: suspensionOf.has(id),
      ...presentSuspension(suspensionOf.get(id)),
    })),
    ...invited.map(({ username, expires_at }) => ({
      id: null,
      username,
      code_points: listNonAsciiCodePoints(username),
      staff: `at first sign-in, until ${formatTimestamp(expires_at)}`,
      since: null,
      suspended: false,
      ...presentSuspension(undefined),
    })),
  ]
  print(cli, rows, ['id', 'username', 'code_points', 'staff', 'since', 'suspended'])
}

const listUsersCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List users and pending staff invitations')
    .addOption(createDataOption())
    .action((options) => runListUsers(cli, options))

const showUserCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a user with their contributions and sign-ins')
    .argument('<name>', 'Name of the OpenStreetMap account', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createDataOption())
    .action(async (username, options) => {
      const { findUserId, getUserDetail } =
        await import('../../../../core/queries/people/host-users.ts')
      const { listSuspensions } = await import('../../../../core/queries/people/suspensions.ts')
      const named = { username, osmId: options.osmId }
      const [user, suspension] = await withCatalog(cli, options, async ({ reads }) => {
        const userId = await findUserId(reads, named)
        const [suspension] = await listSuspensions(reads, { userId })
        return [await getUserDetail(reads, userId), suspension] as const
      })
      const { id, is_staff: isStaff, created_at: createdAt, username: name, ...counts } = user
      printRecord(cli, {
        id,
        username: name,
        code_points: listNonAsciiCodePoints(name),
        staff: isStaff === 1,
        since: formatTimestamp(createdAt),
        ...presentSuspension(suspension),
        ...counts,
      })
    })

const addDevUserCommand: CommandFactory = (cli) =>
  new Command('add-dev')
    .description('Add a user without an OpenStreetMap account, for development')
    .argument('<name>', 'Name of the user')
    .option('--staff', 'Make the user staff')
    .addOption(createDataOption())
    .action(async (name, options) => {
      const { addDevUser } = await import('../../../../core/writes/users/add-dev-user.ts')
      const given = { name, isStaff: options.staff ?? false }
      const user = await withCatalog(cli, options, ({ write, clock }, { actor }) =>
        write((tx) => addDevUser(tx, given, { actor, now: clock.now() })),
      )
      printRecord(cli, { id: user.id, username: user.username, staff: user.is_staff === 1 })
      hint(cli, 'Only a development server lets this user sign in: catalog serve --dev')
    })

const forgetUserCommand: CommandFactory = (cli) =>
  new Command('forget')
    .description(
      'Erase the account of a user; contributions stay, as those of a former contributor',
    )
    .argument('<name>', 'Name of the user', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action(async (username, options) => {
      if (!options.dryRun) requireYes(cli, 'Forgetting a user')
      const { forgetUser } = await import('../../../../core/writes/users/forget-user.ts')
      const { findUserId, getUserDetail } =
        await import('../../../../core/queries/people/host-users.ts')
      await withCatalog(cli, options, async ({ reads, write, clock }, { actor, securityLog }) => {
        const id = await findUserId(reads, { username, osmId: options.osmId })
        const { sessions, authorizations } = await getUserDetail(reads, id)
        const result = { id, sessions, authorizations }
        if (options.dryRun) return printRecord(cli, { ...result, state: 'would_be_forgotten' })
        const question = `Forget ${username}, and end all sign-ins and tokens? Contributions stay, as those of a former contributor.`
        if (!(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
        await write((tx) => forgetUser(tx, id, { actor, now: clock.now() }))
        const { logUserForgotten } = await import('../../../../core/auth/security-events.ts')
        logUserForgotten(securityLog, { user: id, sessions, authorizations })
        printRecord(cli, { ...result, state: 'forgotten' })
      })
    })

/** Former names of commands that now work at an instance, too: `catalog user suspend`. */
const FORMER = ['suspend', 'reinstate', 'revert']

export const userCommands = createCommandGroup(
  'user',
  'Manage staff and list users',
  [
    ensureStaffCommand,
    revokeStaffCommand,
    listUsersCommand,
    showUserCommand,
    addDevUserCommand,
    forgetUserCommand,
    suspendUserCommand,
    reinstateUserCommand,
    revertUserCommand,
  ],
  FORMER,
)
