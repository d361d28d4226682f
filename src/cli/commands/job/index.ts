import { Command, Option } from '@commander-js/extra-typings'
import { CatalogError, invalid, notFound } from '../../../core/base/errors.ts'
import type { Job } from '../../../core/contract/job.ts'
import { JOB_STATES, type JobState } from '../../../core/model/job-states.ts'
import type { Cli } from '../../cli.ts'
import type { ResourceApi } from '../../client/api.ts'
import { readResults, sendInTurn } from '../../client/requests.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { readIds } from '../../options/read-arguments.ts'
import { print, printRecord, hint } from '../../terminal/output.ts'
import { tellQueueState, readPaused } from './tell-queue-state.ts'

const DEFAULT_LIMIT = 50

interface ListOptions {
  state?: JobState
  failed?: true
  kind?: string
  image?: number
  limit: number
}

/** Leaves out completed jobs unless the user asks for them, or for one image. */
function selectStates({ state, failed, image }: ListOptions): readonly JobState[] {
  if (failed) return ['failed']
  if (state) return [state]
  return JOB_STATES.filter((one) => one !== 'done' || image !== undefined)
}

async function listJobs(api: ResourceApi, options: ListOptions): Promise<Job[]> {
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
    .action(async (options) => {
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
    })

interface FailedJobs {
  failed?: true
  kind?: string
  image?: number
}

async function retryFailed(api: ResourceApi, { kind, image }: FailedJobs): Promise<number> {
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
    .action(async (given, options) => {
      const ids = await readIds(cli, given)
      if (ids.length > 0 === (options.failed === true)) {
        throw invalid('retry', 'requires either job ids or --failed')
      }
      await withApi(cli, options, async (api, host) => {
        const queued = options.failed
          ? await retryFailed(api, options)
          : await retryEach(cli, api, ids)
        printRecord(cli, { queued })
        await tellQueueState(cli, api, host)
      })
    })

async function runSetPaused(
  cli: Cli,
  { paused }: { paused: boolean },
  options: Placed,
): Promise<void> {
  await withApi(cli, options, async (api, host) => {
    const wasPaused = await readPaused(api)
    const method = paused ? 'PUT' : 'DELETE'
    await api.send({ method, path: '/api/v2/jobs/paused/' })
    printRecord(cli, { paused, changed: paused !== wasPaused })
    if (paused) tellWhatPausingDoes(cli)
    else await tellQueueState(cli, api, host)
  })
}

function tellWhatPausingDoes(cli: Cli): void {
  hint(
    cli,
    'Running jobs will finish. No other jobs start until you resume the queue, even after a restart.',
  )
}

export const pauseJobsCommand: CommandFactory = (cli) =>
  new Command('pause')
    .description('Pause the job queue')
    .addOption(createPlaceOption('PUT /api/v2/jobs/paused/'))
    .action((options) => runSetPaused(cli, { paused: true }, options))

export const resumeJobsCommand: CommandFactory = (cli) =>
  new Command('resume')
    .description('Resume the job queue')
    .addOption(createPlaceOption('DELETE /api/v2/jobs/paused/'))
    .action((options) => runSetPaused(cli, { paused: false }, options))

export const jobCommands = createCommandGroup('job', 'Manage background jobs', [
  listJobsCommand,
  retryJobsCommand,
  pauseJobsCommand,
  resumeJobsCommand,
])
