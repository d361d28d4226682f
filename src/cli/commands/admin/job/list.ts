import { Command, Option } from '@commander-js/extra-typings'
import { formatTimestamp, type Micros } from '../../../../core/clock.ts'
import type { JobRow, JobState } from '../../../../core/jobs/queue/list.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { wholeNumber } from '../../../option-parsers.ts'
import { print } from '../../../output.ts'
import { fileFinder } from '../find-image-file.ts'
import { dataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { tellQueueState } from './queue-state.ts'

const STATES = ['running', 'failed', 'queued', 'done'] as const satisfies JobState[]
const MOST = 50

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
    const jobs = await listJobs(catalog.reads, { states: statesOf(options), kind, imageId }, limit)
    const fileOf = await fileFinder(catalog)
    print(
      cli,
      jobs.map((job) => ({ ...present(job), file: fileOf(job.image_id, job) })),
      ['id', 'state', 'kind', 'image', 'attempts', 'title'],
      ['last_error', 'next_attempt'],
    )
    await tellQueueState(cli, catalog)
  })
}

/** What is done is only of interest to who asks for it. */
function statesOf({ state, failed, image }: Options): readonly JobState[] {
  if (failed) return ['failed']
  if (state) return [state]
  return image === undefined ? ['running', 'failed', 'queued'] : STATES
}

function present(job: JobRow) {
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
    waits_for_host_since: timestamp(job.waiting_since),
    created_at: formatTimestamp(job.created_at),
    finished_at: timestamp(job.finished_at),
  }
}

function timestamp(time: Micros | null): string | null {
  return time === null ? null : formatTimestamp(time)
}

export const listJobsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List running, failed and queued jobs')
    .addOption(new Option('--state <state>', 'List jobs in this state').choices(STATES))
    .addOption(new Option('--failed', 'Same as --state failed').conflicts('state'))
    .option('--kind <kind>', 'List jobs of this kind: derive or remove')
    .option('--image <id>', 'List jobs of this image', wholeNumber)
    .option('--limit <number>', 'List at most this many', wholeNumber, MOST)
    .addOption(dataOption())
    .action((options) => runListJobs(cli, options))
