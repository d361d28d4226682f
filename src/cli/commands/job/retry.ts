import { Command } from '@commander-js/extra-typings'
import { CatalogError, invalid, notFound } from '../../../core/base/errors.ts'
import type { ResourceApi } from '../../client/api.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { printRecord } from '../../terminal/output.ts'
import { sendInTurn } from '../../client/send-in-turn.ts'
import { readIds } from '../../options/read-ids.ts'
import { tellQueueState } from './tell-queue-state.ts'

interface Options {
  failed?: true
  kind?: string
  image?: number
}

async function runRetryJobs(
  cli: Cli,
  given: readonly string[],
  options: Placed<Options>,
): Promise<void> {
  const ids = await readIds(cli, given)
  if (ids.length > 0 === (options.failed === true)) {
    throw invalid('retry', 'requires either job ids or --failed')
  }
  await withApi(cli, options, async (api, host) => {
    const queued = options.failed ? await retryFailed(api, options) : await retryEach(cli, api, ids)
    printRecord(cli, { queued })
    await tellQueueState(cli, api, host)
  })
}

async function retryFailed(api: ResourceApi, { kind, image }: Options): Promise<number> {
  const { queuedJobs } = await import('../../../core/contract/job.ts')
  const request = {
    method: 'POST',
    path: '/api/v2/jobs/retry/',
    body: { kind: kind ?? null, image },
  } as const
  return (await api.send(request, queuedJobs)).queued
}

/** @throws CatalogError kind `not_found` that names the jobs that are unknown, running or done, after all others */
async function retryEach(cli: Cli, api: ResourceApi, ids: readonly number[]): Promise<number> {
  const unknown: number[] = []
  for (const id of ids) {
    const request = { method: 'POST', path: `/api/v2/jobs/${id}/retry/` } as const
    try {
      await sendInTurn(cli, api, request)
    } catch (error) {
      if (!(error instanceof CatalogError && error.kind === 'not_found')) throw error
      unknown.push(id)
    }
  }
  if (unknown.length === 0) return ids.length
  throw notFound(`No queued or failed job has the id ${unknown.join(', ')}.`)
}

export const retryJobsCommand: CommandFactory = (cli) =>
  new Command('retry')
    .description('Retry failed jobs, or run waiting jobs now')
    .argument('[id...]', 'Job ids, or - to read them from standard input')
    .option('--failed', 'Retry all failed jobs')
    .option('--kind <kind>', 'With --failed, retry only jobs of this kind')
    .option('--image <id>', 'With --failed, retry only jobs of this image', parsePositiveInteger)
    .addOption(createPlaceOption('POST /api/v2/jobs/retry/', 'POST /api/v2/jobs/:id/retry/'))
    .action((ids, options) => runRetryJobs(cli, ids, options))
