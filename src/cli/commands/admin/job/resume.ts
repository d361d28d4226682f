import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { printQueueState } from './queue-state.ts'

async function runResumeJobs(cli: Cli, options: DataOption): Promise<void> {
  const { resumeJobs } = await import('../../../../core/jobs/queue/pause.ts')
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const { write, clock } = catalog
    const changed = await write((tx) => resumeJobs(tx, { actor, now: clock.now() }))
    printRecord(cli, { paused: false, changed })
    await printQueueState(cli, catalog)
  })
}

export const resumeJobsCommand: CommandFactory = (cli) =>
  new Command('resume')
    .description('Resume the job queue')
    .addOption(createDataOption())
    .action((options) => runResumeJobs(cli, options))
