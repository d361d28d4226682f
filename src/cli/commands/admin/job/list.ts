import { Command, Option } from '@commander-js/extra-typings'
import { formatTimestamp, type Micros } from '../../../../core/clock.ts'
import type { JobRow, JobState } from '../../../../core/jobs/queue/list.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../option-parsers.ts'
import { print } from '../../../output.ts'
import { createImageFileFinder } from '../find-image-file.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { printQueueState } from './queue-state.ts'

const STATES = ['running', 'failed', 'queued', 'done'] as const satisfies JobState[]
const DEFAULT_LIMIT = 50

interface Options extends DataOption {
  state?: JobState
  failed?: true
  kind?: string
  image?: number
  limit: number
}

async function runListJobs(cli: Cli, options: Options): Promise<void> {
  const { listJobs } = await import('../../../../core/jobs/queue/list.ts')
  await withCatalog(cli, options, async (catalog) => {
    const { kind, image: imageId, limit } = options
    const jobs = await listJobs(
      catalog.reads,
      { states: selectStates(options), kind, imageId },
      limit,
    )
    const fileOf = await createImageFileFinder(catalog)
    print(
      cli,
      jobs.map((job) => ({ ...presentJob(job), file: fileOf(job.image_id, job) })),
      ['id', 'state', 'kind', 'image', 'attempts', 'title'],
      ['last_error', 'next_attempt'],
    )
    await printQueueState(cli, catalog)
  })
}

/** Leaves out completed jobs unless the user asks for them or for one image. */
function selectStates({ state, failed, image }: Options): readonly JobState[] {
  if (failed) return ['failed']
  if (state) return [state]
  return image === undefined ? ['running', 'failed', 'queued'] : STATES
}

function presentJob(job: JobRow) {
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
    last_error: job.last_error,
    next_attempt: job.state === 'queued' ? formatTimestamp(job.run_at) : null,
    waits_for_host_since: formatNullableTime(job.waiting_since),
    created_at: formatTimestamp(job.created_at),
    finished_at: formatNullableTime(job.finished_at),
  }
}

function formatNullableTime(time: Micros | null): string | null {
  return time === null ? null : formatTimestamp(time)
}

export const listJobsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List running, failed and queued jobs')
    .addOption(new Option('--state <state>', 'List jobs in this state').choices(STATES))
    .addOption(new Option('--failed', 'Same as --state failed').conflicts('state'))
    .option('--kind <kind>', 'List jobs of this kind: derive, tile, embed or remove')
    .option('--image <id>', 'List jobs of this image', parsePositiveInteger)
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, DEFAULT_LIMIT)
    .addOption(createDataOption())
    .action((options) => runListJobs(cli, options))
