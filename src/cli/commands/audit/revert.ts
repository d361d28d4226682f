import { randomUUID } from 'node:crypto'
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { CatalogError, notFound } from '../../../core/base/errors.ts'
import type { RevertedBatch } from '../../../core/contract/audit.ts'
import type { ResourceApi } from '../../client/api.ts'
import { sendInTurn } from '../../client/send-in-turn.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { EXIT } from '../../terminal/exit-codes.ts'
import { printRecord, tell } from '../../terminal/output.ts'
import { parseBatchId } from './parse-batch-id.ts'

interface Options {
  batch?: string
  dryRun?: true
}

function runRevert(cli: Cli, id: number | undefined, options: Placed<Options>): Promise<void> {
  const { batch } = options
  if (id !== undefined && batch === undefined) return revertChange(cli, id, options)
  if (id === undefined && batch !== undefined) return revertBatch(cli, batch, options)
  const message = 'Name the id of a change, or a batch with --batch.'
  throw new CatalogError('invalid', message, { code: 'usage' })
}

async function revertChange(cli: Cli, id: number, options: Placed<Options>): Promise<void> {
  const { z } = await import('zod')
  const { auditPage } = await import('../../../core/contract/audit.ts')
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

async function revertBatch(cli: Cli, batch: string, options: Placed<Options>): Promise<void> {
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
  const { revertedBatch } = await import('../../../core/contract/audit.ts')
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
    .action((id, options) => runRevert(cli, id, options))
