import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import type { Actor } from '../../../../core/audit/actor.ts'
import { formatTimestamp, MICROS_PER_SECOND } from '../../../../core/clock.ts'
import type { AuditEntry } from '../../../../core/queries/audit.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseDuration, parsePositiveInteger } from '../../../option-parsers.ts'
import { hint, print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  object?: AuditedObject
  action?: string
  since?: number
  limit: number
}

interface AuditedObject {
  objectType: string
  objectId?: string
}

async function runListAudit(cli: Cli, options: Options): Promise<void> {
  const { listAuditEntries } = await import('../../../../core/queries/audit.ts')
  const { object, action, since, limit } = options
  const { findRevertObstacle } = await import('../../../../core/writes/revert/revert-change.ts')
  const entries = await withCatalog(cli, options, ({ reads, clock }) => {
    const start = since === undefined ? undefined : clock.now() - since * MICROS_PER_SECOND
    return listAuditEntries(reads, { ...object, action, since: start }, limit + 1)
  })
  const columns = ['id', 'at', 'by', 'action', 'object']
  const rows = entries
    .slice(0, limit)
    .map((entry) => ({ ...presentEntry(entry), obstacle: findRevertObstacle(entry) }))
  print(cli, rows, columns, ['before', 'after'])
  if (entries.length > limit) hint(cli, `There are more than ${limit}. Show more with --limit.`)
}

function presentEntry({ objectType, objectId, actor, username, at, ...entry }: AuditEntry) {
  const { id, action, before, after } = entry
  const by = username ?? describeActor(actor)
  return {
    id,
    at: formatTimestamp(at),
    by,
    action,
    object: `${objectType}/${objectId}`,
    before,
    after,
  }
}

/** Names the user of the host. A user who called `sudo` comes before the one whose rights were used. */
function describeActor(actor: Actor): string {
  if ('userId' in actor) return `user ${actor.userId}`
  const { system_user: user, sudo_user: sudoUser } = actor.hostUser
  return sudoUser === undefined ? `${user} (host)` : `${sudoUser} as ${user} (host)`
}

function parseObject(text: string): AuditedObject {
  const [, objectType, objectId] = /^([a-z_]+)(?:\/(.+))?$/v.exec(text) ?? []
  if (objectType === undefined) {
    throw new InvalidArgumentError('Must be a type, or a type and an id such as image/5.')
  }
  return { objectType, ...(objectId !== undefined && { objectId }) }
}

export const listAuditCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List changes, who made them, and values before and after, newest first')
    .addOption(
      new Option(
        '--object <type or type/id>',
        'Changes of these objects, such as image/5',
      ).argParser(parseObject),
    )
    .option('--action <action>', 'Changes of this kind, such as collection.edit')
    .addOption(
      new Option(
        '--since <duration>',
        'Changes made within this time, such as 12h or 30d',
      ).argParser(parseDuration),
    )
    .addOption(
      new Option('--limit <number>', 'List at most this many')
        .argParser(parsePositiveInteger)
        .default(100),
    )
    .addOption(createDataOption())
    .action((options) => runListAudit(cli, options))
