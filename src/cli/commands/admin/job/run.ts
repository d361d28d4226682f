import { Command } from '@commander-js/extra-typings'
import type { JobServices } from '../../../../core/jobs/job-handler.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { toSignalExitCode } from '../../../terminal/exit-codes.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, printRecord } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'
import { printQueueState } from './queue-state.ts'

interface Options extends DataOption {
  inline?: true
}

const POLL_INTERVAL_MS = 1000

async function runRunJobs(cli: Cli, options: Options): Promise<void> {
  const { isServed } = await import('../../../../core/database/locks.ts')
  await withCatalog(cli, options, async (catalog) => {
    if (isServed(catalog.config.data) && !options.inline) await watchServer(cli, catalog)
    else await runHere(cli, catalog)
    await printQueueState(cli, catalog)
  })
  if (cli.signal.aborted) cli.exitCode = toSignalExitCode(cli.signal.reason)
}

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

export const runJobsCommand: CommandFactory = (cli) =>
  new Command('run')
    .description('Run all due jobs here; if a server is running, wait for it to finish them')
    .option('--inline', 'Run them in this process; fails while a server is running')
    .addOption(createDataOption())
    .action((options) => runRunJobs(cli, options))
