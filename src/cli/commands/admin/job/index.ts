import { Command } from '@commander-js/extra-typings'
import type { RunChange } from '../../../../core/audit/record-audit.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import type { JobServices } from '../../../../core/jobs/job-handler.ts'
import type { Cli } from '../../../cli.ts'
import { createCommandGroup, type CommandFactory } from '../../../command.ts'
import { createDataOption, withCatalog } from '../../../host/with-catalog.ts'
import { parseDuration } from '../../../options/option-parsers.ts'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import { toSignalExitCode } from '../../../terminal/exit-codes.ts'
import { hint, printRecord, tell } from '../../../terminal/output.ts'
import {
  listJobsCommand,
  pauseJobsCommand,
  resumeJobsCommand,
  retryJobsCommand,
} from '../../job/index.ts'
import { printQueueState } from './queue-state.ts'

const POLL_INTERVAL_MS = 1000

async function runHere(
  cli: Cli,
  catalog: JobServices & Pick<Catalog, 'address' | 'config'>,
): Promise<void> {
  const { drainQueue } = await import('../../../../core/jobs/drain-queue.ts')
  const tally = await drainQueue(catalog, cli.signal)
  printRecord(cli, {
    done: tally.done,
    failed: tally.failed,
    to_try_again: tally.retry + tally.deferred,
  })
}

/** Waits until the running server has no due jobs left. */
async function watchServer(
  cli: Cli,
  { reads, clock }: Pick<Catalog, 'clock' | 'reads'>,
): Promise<void> {
  const { hasDueJob } = await import('../../../../core/job-queue/claim.ts')
  const { countJobs } = await import('../../../../core/job-queue/count-jobs.ts')
  const { PRIORITY } = await import('../../../../core/job-queue/enqueue.ts')
  hint(cli, 'A server is processing the queue. Waiting until no job is due.')
  const priorities = Object.values(PRIORITY)
  const isBusy = async (): Promise<boolean> =>
    (await hasDueJob(reads, { now: clock.now(), priorities })) ||
    (await countJobs(reads)).running > 0
  while (!cli.signal.aborted && (await isBusy())) await cli.sleep(POLL_INTERVAL_MS)
  const { failed, queued } = await countJobs(reads)
  printRecord(cli, { failed, queued })
}

const runJobsCommand: CommandFactory = (cli) =>
  new Command('run')
    .description('Run all due jobs here; if a server is running, wait for it to finish them')
    .option('--inline', 'Run them in this process; fails while a server is running')
    .addOption(createDataOption())
    .action(async (options) => {
      const { isServed } = await import('../../../../core/database/locks.ts')
      await withCatalog(cli, options, async (catalog) => {
        if (isServed(catalog.config.data) && !options.inline) await watchServer(cli, catalog)
        else await runHere(cli, catalog)
        await printQueueState(cli, catalog)
      })
      if (cli.signal.aborted) cli.exitCode = toSignalExitCode(cli.signal.reason)
    })

const purgeJobsCommand: CommandFactory = (cli) =>
  new Command('purge')
    .description('Delete the records of completed jobs; the server does this after a week')
    .option('--failed', 'Delete the records of failed jobs instead')
    .option(
      '--older-than <duration>',
      'Minimum time since the job ended, such as 12h',
      parseDuration,
    )
    .addOption(createDataOption())
    .action(async (options) => {
      const state = options.failed ? 'failed' : 'done'
      requireYes(cli, 'Purging jobs')
      const question = `Delete the records of ${options.failed ? 'failed' : 'completed'} jobs?`
      if (!(await confirm(cli, question))) return tell(cli, 'Nothing was deleted.')
      const { purgeJobs } = await import('../../../../core/job-queue/retry-and-purge.ts')
      const { MICROS_PER_SECOND } = await import('../../../../core/base/clock.ts')
      const purged = await withCatalog(cli, options, ({ write, clock }, { actor }) => {
        const runChange: RunChange = (change) =>
          write((tx) => change(tx, { actor, now: clock.now() }))
        // Includes jobs that ended in this microsecond.
        const before = clock.now() - (options.olderThan ?? 0) * MICROS_PER_SECOND + 1
        return purgeJobs(runChange, { state, before }, cli.signal)
      })
      printRecord(cli, { purged })
    })

/** Former names of commands that now work at an instance, too: `catalog job retry`. */
const FORMER = [listJobsCommand, retryJobsCommand, pauseJobsCommand, resumeJobsCommand]

export const jobCommands = createCommandGroup(
  'job',
  'Run background jobs, and delete their records',
  [runJobsCommand, purgeJobsCommand, ...FORMER],
  ['list', 'retry', 'pause', 'resume'],
)
