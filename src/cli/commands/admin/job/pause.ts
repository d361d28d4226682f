import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { hint, printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

async function runPauseJobs(cli: Cli, options: DataOption): Promise<void> {
  const { pauseJobs } = await import('../../../../core/jobs/queue/pause.ts')
  const changed = await withCatalog(cli, options, ({ write, clock }, { actor }) =>
    write((tx) => pauseJobs(tx, { actor, now: clock.now() })),
  )
  printRecord(cli, { paused: true, changed })
  hint(
    cli,
    'Running jobs will finish. No other jobs start until you resume the queue, even after a restart.',
  )
}

export const pauseJobsCommand: CommandFactory = (cli) =>
  new Command('pause')
    .description('Pause the job queue')
    .addOption(createDataOption())
    .action((options) => runPauseJobs(cli, options))
