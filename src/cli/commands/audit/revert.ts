import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { notFound } from '../../../core/errors.ts'
import { createPlaceOption, withApi, type Placed } from '../../client/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../output.ts'

interface Options {
  dryRun?: true
}

async function runRevertChange(cli: Cli, id: number, options: Placed<Options>): Promise<void> {
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

function parseEntryId(text: string): number {
  if (/^\d{1,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Must be the id of an entry in: catalog audit list')
}

export const revertChangeCommand: CommandFactory = (cli) =>
  new Command('revert')
    .description('Revert a change: write the values before it again, as a change of its own')
    .argument('<id>', 'Id of the entry in the log', parseEntryId)
    .option('--dry-run', 'Only show what would be written')
    .addOption(createPlaceOption('POST /api/v2/audit/:id/revert/'))
    .action((id, options) => runRevertChange(cli, id, options))
