import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { hint, printRecord } from '../../terminal/output.ts'
import { readPaused } from './read-paused.ts'
import { tellQueueState } from './tell-queue-state.ts'

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
