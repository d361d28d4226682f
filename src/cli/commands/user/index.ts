import { randomUUID } from 'node:crypto'
import { Option, Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { formatTimestamp, parseTimestamp, type Micros } from '../../../core/base/clock.ts'
import type { Cli } from '../../cli.ts'
import type { ResourceApi } from '../../client/api.ts'
import { sendInTurn } from '../../client/requests.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi } from '../../host/with-api.ts'
import { parsePositiveInteger, parseNonBlank } from '../../options/option-parsers.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import { formatCount } from '../../terminal/format.ts'
import { printRecord, tell } from '../../terminal/output.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { findPerson } from './find-person.ts'

export function createOsmIdOption() {
  return new Option(
    '--osm-id <number>',
    'Number of the account, if several have the name',
  ).argParser(parsePositiveInteger)
}

export const suspendUserCommand: CommandFactory = (cli) =>
  new Command('suspend')
    .description('Suspend a user, who can then read, but not change anything')
    .argument('<name>', 'Name of the user', parseNonBlank)
    .option('--reason <text>', 'Why, for the user and for staff', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createPlaceOption('PUT /api/v2/users/:id/suspension/'))
    .action(async (username, options) => {
      const { suspension } = await import('../../../core/contract/moderation.ts')
      const body = { reason: options.reason }
      const suspended = await withApi(cli, options, async (api) => {
        const { id } = await findPerson(api, username, options)
        return api.send(
          { method: 'PUT', path: `/api/v2/users/${id}/suspension/`, body },
          suspension,
        )
      })
      const { user_id: id, suspended_at: since, reason } = suspended
      printRecord(cli, { id, username, state: 'suspended', since, reason: reason || null })
    })

export const reinstateUserCommand: CommandFactory = (cli) =>
  new Command('reinstate')
    .description('End the suspension of a user')
    .argument('<name>', 'Name of the user', parseNonBlank)
    .addOption(createOsmIdOption())
    .addOption(createPlaceOption('DELETE /api/v2/users/:id/suspension/'))
    .action(async (username, options) => {
      const { id, suspended_at } = await withApi(cli, options, async (api) => {
        const person = await findPerson(api, username, options)
        const path = `/api/v2/users/${person.id}/suspension/`
        await api.send({ method: 'DELETE', path })
        return person
      })
      printRecord(cli, {
        id,
        username,
        state: suspended_at === null ? 'not_suspended' : 'reinstated',
      })
    })

/** Each request reverts some contributions, until none is left. All of them are one batch, which can be reverted. */
async function revertAll(
  cli: Cli,
  api: ResourceApi,
  path: string,
): Promise<Record<string, number | string>> {
  const { revertedContributions } = await import('../../../core/contract/moderation.ts')
  const batch = randomUUID()
  const request = { method: 'DELETE', path, headers: { 'Batch-Id': batch } } as const
  const counts: Record<string, number> = {}
  for (;;) {
    const {
      complete,
      batch: _batch,
      ...reverted
    } = await sendInTurn(cli, api, request, revertedContributions)
    for (const [kind, count] of Object.entries(reverted)) counts[kind] = (counts[kind] ?? 0) + count
    if (complete) return { ...counts, batch }
  }
}

function parseSince(text: string): Micros {
  const time = parseTimestamp(text)
  if (time !== undefined) return time
  throw new InvalidArgumentError('Must be a time with a time zone, such as 2026-03-01T12:00:00Z.')
}

export const revertUserCommand: CommandFactory = (cli) =>
  new Command('revert')
    .description('Revert the georeferences, validations, comments, tags and subjects of a user')
    .argument('<name>', 'Name of the user', parseNonBlank)
    .requiredOption('--since <timestamp>', 'Only contributions from this time on', parseSince)
    .option('--dry-run', 'Show what would be reverted, and change nothing')
    .addOption(createOsmIdOption())
    .addOption(createPlaceOption('DELETE /api/v2/users/:id/contributions/'))
    .action(async (username, options) => {
      if (!options.dryRun) requireYes(cli, 'Reverting contributions')
      const { contributionsPreview } = await import('../../../core/contract/moderation.ts')
      await withApi(cli, options, async (api) => {
        const { id } = await findPerson(api, username, options)
        const since = encodeURIComponent(formatTimestamp(options.since))
        const path = `/api/v2/users/${id}/contributions/?since=${since}`
        const { results: _results, ...planned } = await api.get(path, contributionsPreview)
        if (options.dryRun) return printRecord(cli, { id, state: 'would_be_reverted', ...planned })
        const total = Object.values(planned).reduce((sum, count) => sum + count, 0)
        const question = `Revert ${formatCount(total, 'contribution')} of ${username}?`
        if (!(await confirm(cli, question))) return tell(cli, 'Nothing was changed.')
        printRecord(cli, { id, state: 'reverted', ...(await revertAll(cli, api, path)) })
      })
    })

const { user } = RESOURCES

export const userCommands = createCommandGroup('user', user.description, [
  createListCommand(user),
  createGetCommand(user),
  suspendUserCommand,
  reinstateUserCommand,
  revertUserCommand,
])
