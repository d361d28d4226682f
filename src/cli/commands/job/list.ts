import { Command, Option } from '@commander-js/extra-typings'
import type { Job } from '../../../core/contract/job.ts'
import { JOB_STATES, type JobState } from '../../../core/model/job-states.ts'
import type { ResourceApi } from '../../client/api.ts'
import { readResults } from '../../client/read-results.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { print } from '../../terminal/output.ts'
import { tellQueueState } from './tell-queue-state.ts'

const DEFAULT_LIMIT = 50

interface Options {
  state?: JobState
  failed?: true
  kind?: string
  image?: number
  limit: number
}

async function runListJobs(cli: Cli, options: Placed<Options>): Promise<void> {
  await withApi(cli, options, async (api, host) => {
    const jobs = await listJobs(api, options)
    const imageIds = jobs.flatMap(({ image_id }) => image_id ?? [])
    const fileOf =
      host && (await (await import('../admin/job/find-files.ts')).findFiles(host, imageIds))
    const rows = jobs.map((job) => presentJob(job, fileOf?.(job.image_id ?? 0) ?? null))
    const columns = ['id', 'state', 'kind', 'image', 'attempts', 'title']
    print(cli, rows, columns, ['last_error', 'next_attempt'])
    await tellQueueState(cli, api, host)
  })
}

/** Leaves out completed jobs unless the user asks for them, or for one image. */
function selectStates({ state, failed, image }: Options): readonly JobState[] {
  if (failed) return ['failed']
  if (state) return [state]
  return JOB_STATES.filter((one) => one !== 'done' || image !== undefined)
}

async function listJobs(api: ResourceApi, options: Options): Promise<Job[]> {
  const { jobPage: schema } = await import('../../../core/contract/job.ts')
  const { kind, image, limit } = options
  const jobs: Job[] = []
  for (const state of selectStates(options)) {
    const rest = limit - jobs.length
    if (rest === 0) break
    const query = { state, kind, image }
    jobs.push(...(await readResults(api, { path: '/api/v2/jobs/', query, schema, limit: rest })))
  }
  return jobs
}

/** @param file path or URL of the image's file, which only the host knows */
function presentJob(job: Job, file: string | null) {
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
    file,
  }
}

export const listJobsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List running, failed and queued jobs')
    .addOption(new Option('--state <state>', 'List jobs in this state').choices(JOB_STATES))
    .addOption(new Option('--failed', 'Same as --state failed').conflicts('state'))
    .option('--kind <kind>', 'List jobs of this kind: derive, tile, embed or remove')
    .option('--image <id>', 'List jobs of this image', parsePositiveInteger)
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, DEFAULT_LIMIT)
    .addOption(createPlaceOption())
    .action((options) => runListJobs(cli, options))
