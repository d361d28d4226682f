import { Command, Option } from '@commander-js/extra-typings'
import type { Job } from '../../../core/contract/job.ts'
import type { ResourceApi } from '../../api.ts'
import { readResults } from '../../client/read-results.ts'
import { createPlaceOption, withApi, type Placed } from '../../client/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../option-parsers.ts'
import { print } from '../../output.ts'
import { tellQueueState } from './tell-queue-state.ts'

const STATES = ['running', 'failed', 'queued', 'done'] as const
const DEFAULT_LIMIT = 50

type State = (typeof STATES)[number]

interface Options {
  state?: State
  failed?: true
  kind?: string
  image?: number
  limit: number
}

async function runListJobs(cli: Cli, options: Placed<Options>): Promise<void> {
  const { kind, image: imageId, limit } = options
  await withApi(cli, options, async (api, host) => {
    const states = selectStates(options, { isHost: host !== undefined })
    const { listJobsOnHost } = await import('../admin/job/list-jobs.ts')
    const jobs = host
      ? await listJobsOnHost(host, { states, kind, imageId }, limit)
      : await listJobs(api, states, options)
    const columns = ['id', 'state', 'kind', 'image', 'attempts', 'title']
    print(cli, jobs, columns, ['last_error', 'next_attempt'])
    await tellQueueState(cli, api, host)
  })
}

/** Leaves out completed jobs unless the user asks for them or, on the host, for one image. */
function selectStates(
  { state, failed, image }: Options,
  { isHost }: { isHost: boolean },
): readonly State[] {
  if (failed) return ['failed']
  if (state) return [state]
  return image !== undefined && isHost ? STATES : ['running', 'failed', 'queued']
}

async function listJobs(
  api: ResourceApi,
  states: readonly State[],
  { kind, image, limit }: Options,
) {
  const { jobPage: schema } = await import('../../../core/contract/job.ts')
  const jobs: Job[] = []
  for (const state of states) {
    const rest = limit - jobs.length
    if (rest === 0) break
    const query = { state, kind, image }
    jobs.push(...(await readResults(api, { path: '/api/v2/jobs/', query, schema, limit: rest })))
  }
  return jobs.map(presentJob)
}

/** Names the members as on the host, which also knows the file of an image. */
function presentJob(job: Job) {
  return {
    id: job.id,
    state: job.state,
    kind: job.kind,
    image: job.image_id,
    title: job.title,
    reference_id: job.reference_id,
    collection: job.collection,
    attempts: job.attempts,
    max_attempts: job.max_attempts,
    priority: job.priority,
    last_error: job.error,
    next_attempt: job.state === 'queued' ? job.run_at : null,
    waits_for_host_since: job.waits_for_host_since,
    created_at: job.created_at,
    finished_at: job.finished_at,
    file: null,
  }
}

export const listJobsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List running, failed and queued jobs')
    .addOption(new Option('--state <state>', 'List jobs in this state').choices(STATES))
    .addOption(new Option('--failed', 'Same as --state failed').conflicts('state'))
    .option('--kind <kind>', 'List jobs of this kind: derive, tile, embed or remove')
    .option('--image <id>', 'List jobs of this image', parsePositiveInteger)
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, DEFAULT_LIMIT)
    .addOption(createPlaceOption())
    .action((options) => runListJobs(cli, options))
