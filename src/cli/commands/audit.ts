import { randomUUID } from 'node:crypto'
import { InvalidArgumentError, Command, Option } from '@commander-js/extra-typings'
import { formatTimestamp, MICROS_PER_SECOND } from '../../core/base/clock.ts'
import { CatalogError, notFound } from '../../core/base/errors.ts'
import type { AuditEntry, RevertedBatch } from '../../core/contract/audit.ts'
import type { Cli } from '../cli.ts'
import type { ResourceApi } from '../client/api.ts'
import { readResults, sendInTurn } from '../client/requests.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { createPlaceOption, withApi, type Placed } from '../host/with-api.ts'
import { parseDuration, parsePositiveInteger } from '../options/option-parsers.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { hint, print, printRecord, tell } from '../terminal/output.ts'

/** The id of a batch, as the program writes it. */
export const BATCH_UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/v

/** Parses the UUID of a batch. @throws InvalidArgumentError */
function parseBatchId(text: string): string {
  const id = text.toLowerCase()
  if (BATCH_UUID.test(id)) return id
  throw new InvalidArgumentError('Must be the UUID of a batch in: catalog audit list')
}

interface AuditedObject {
  objectType: string
  objectId?: string
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
    .option('--object <type or type/id>', 'Changes of these objects, such as image/5', parseObject)
    .option('--batch <batch>', 'Changes of this batch', parseBatchId)
    .option('--action <action>', 'Changes of this kind, such as collection.edit')
    .option(
      '--since <duration>',
      'Changes made within this time, such as 12h or 30d',
      parseDuration,
    )
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, 100)
    .addOption(createPlaceOption())
    .action(async (options) => {
      const { auditPage: schema } = await import('../../core/contract/audit.ts')
      const { object, batch, action, limit } = options
      const since =
        options.since === undefined
          ? undefined
          : cli.clock.now() - options.since * MICROS_PER_SECOND
      const rows = await withApi(cli, options, async (api, host) => {
        if (host) {
          const { listChangesOnHost } = await import('./admin/audit/list-changes.ts')
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
    })

interface RevertOptions {
  batch?: string
  dryRun?: true
}

async function revertChange(cli: Cli, id: number, options: Placed<RevertOptions>): Promise<void> {
  const { z } = await import('zod')
  const { auditPage } = await import('../../core/contract/audit.ts')
  const entry = await withApi(cli, options, async (api) => {
    const { results } = await api.get(`/api/v2/audit/?limit=1&before=${id + 1}`, auditPage)
    const [entry] = results
    if (entry?.id !== id) throw notFound(`The audit log has no entry ${id}.`)
    const query = options.dryRun ? '?dry_run=true' : ''
    await api.send({ method: 'POST', path: `/api/v2/audit/${id}/revert/${query}` }, z.unknown())
    return entry
  })
  const { action, object_type, object_id, before } = entry
  const state = options.dryRun ? 'would_revert' : 'reverted'
  printRecord(cli, { id, state, action, object: `${object_type}/${object_id}`, values: before })
}

async function revertBatch(cli: Cli, batch: string, options: Placed<RevertOptions>): Promise<void> {
  const { reverted, left, changes } = await withApi(cli, options, (api) =>
    revertAll(cli, api, batch),
  )
  printRecord(cli, { batch, state: 'reverted', reverted, left: left.length, changes })
  for (const { id, object, message } of left)
    tell(cli, `Left change ${id} of ${object}: ${message}`)
  if (left.length > 0) cli.exitCode = EXIT.partial
}

/** Each request reverts some changes, the last ones first. Their changes are one batch. */
async function revertAll(cli: Cli, api: ResourceApi, batch: string) {
  const { revertedBatch } = await import('../../core/contract/audit.ts')
  const changes = randomUUID()
  const left: RevertedBatch['left'] = []
  let reverted = 0
  for (let before: number | null | undefined; before !== null;) {
    const query = before === undefined ? '' : `?before=${before}`
    const path = `/api/v2/audit/batches/${batch}/revert/${query}`
    const request = { method: 'POST', path, headers: { 'Batch-Id': changes } } as const
    const part: RevertedBatch = await sendInTurn(cli, api, request, revertedBatch)
    reverted += part.reverted
    left.push(...part.left)
    before = part.next_before
  }
  return { reverted, left, changes }
}

function parseEntryId(text: string): number {
  if (/^\d{1,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Must be the id of an entry in: catalog audit list')
}

export const revertChangeCommand: CommandFactory = (cli) =>
  new Command('revert')
    .description(
      'Revert a change, or a batch: write the values before again, as changes of their own',
    )
    .argument('[id]', 'Id of the change in the log', parseEntryId)
    .addOption(
      new Option('--batch <batch>', 'Revert all changes of this batch that can be reverted')
        .argParser(parseBatchId)
        .conflicts('dryRun'),
    )
    .option('--dry-run', 'Only show what would be written')
    .addOption(
      createPlaceOption(
        'POST /api/v2/audit/:id/revert/',
        'POST /api/v2/audit/batches/:batch/revert/',
      ),
    )
    .action((id, options) => {
      const { batch } = options
      if (id !== undefined && batch === undefined) return revertChange(cli, id, options)
      if (id === undefined && batch !== undefined) return revertBatch(cli, batch, options)
      const message = 'Name the id of a change, or a batch with --batch.'
      throw new CatalogError('invalid', message, { code: 'usage' })
    })

export const auditCommands = createCommandGroup(
  'audit',
  'Inspect the log of changes, and revert one',
  [listAuditCommand, revertChangeCommand],
)
