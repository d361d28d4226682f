import { randomUUID } from 'node:crypto'
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { formatTimestamp, parseTimestamp, type Micros } from '../../../core/base/clock.ts'
import type { ResourceApi } from '../../client/api.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { formatCount } from '../../terminal/format.ts'
import { parseNonBlank } from '../../options/option-parsers.ts'
import { printRecord, tell } from '../../terminal/output.ts'
import { sendInTurn } from '../../client/send-in-turn.ts'
import { findPerson } from './find-person.ts'
import { createOsmIdOption, type UserOptions } from './osm-id-option.ts'

interface Options extends UserOptions {
  since: Micros
  dryRun?: true
}

async function runRevertUser(cli: Cli, username: string, options: Placed<Options>): Promise<void> {
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
}

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
    .addOption(
      new Option('--since <timestamp>', 'Only contributions from this time on')
        .argParser(parseSince)
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'Show what would be reverted, and change nothing')
    .addOption(createOsmIdOption())
    .addOption(createPlaceOption('DELETE /api/v2/users/:id/contributions/'))
    .action((name, options) => runRevertUser(cli, name, options))
