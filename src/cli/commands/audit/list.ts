import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { formatTimestamp, MICROS_PER_SECOND } from '../../../core/base/clock.ts'
import type { AuditEntry } from '../../../core/contract/audit.ts'
import { readResults } from '../../client/read-results.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseDuration, parsePositiveInteger } from '../../options/option-parsers.ts'
import { hint, print } from '../../terminal/output.ts'
import { parseBatchId } from './parse-batch-id.ts'

interface Options {
  object?: AuditedObject
  batch?: string
  action?: string
  since?: number
  limit: number
}

interface AuditedObject {
  objectType: string
  objectId?: string
}

async function runListAudit(cli: Cli, options: Placed<Options>): Promise<void> {
  const { auditPage: schema } = await import('../../../core/contract/audit.ts')
  const { object, batch, action, limit } = options
  const since =
    options.since === undefined ? undefined : cli.clock.now() - options.since * MICROS_PER_SECOND
  const rows = await withApi(cli, options, async (api, host) => {
    if (host) {
      const { listChangesOnHost } = await import('../admin/audit/list-changes.ts')
      return listChangesOnHost(host, { ...object, batch, action, since }, limit + 1)
    }
    const query = {
      object: object && Object.values(object).join('/'),
      batch,
      action,
      since: since === undefined ? undefined : formatTimestamp(since),
    }
    const path = '/api/v2/audit/'
    return (await readResults(api, { path, query, schema, limit: limit + 1 })).map(presentEntry)
  })
  const columns = ['id', 'at', 'by', 'action', 'object']
  print(cli, rows.slice(0, limit), columns, ['before', 'after', 'batch'])
  if (rows.length > limit) hint(cli, `There are more than ${limit}. Show more with --limit.`)
}

/** Names the members as on the host, which also knows its users. */
function presentEntry({ id, at, user, action, object_type, object_id, ...entry }: AuditEntry) {
  const { batch, before, after, obstacle } = entry
  const by = user?.username ?? 'host'
  return {
    id,
    at,
    by,
    action,
    object: `${object_type}/${object_id}`,
    batch,
    before,
    after,
    obstacle,
  }
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
    .addOption(new Option('--batch <batch>', 'Changes of this batch').argParser(parseBatchId))
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
    .addOption(createPlaceOption())
    .action((options) => runListAudit(cli, options))
