import { Command, Option } from '@commander-js/extra-typings'
import type { RunChange } from '../../../../core/audit/record-audit.ts'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseDuration } from '../../../options/option-parsers.ts'
import { printRecord, tell } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

interface Options extends DataOption {
  failed?: true
  olderThan?: number
}

async function runPurgeJobs(cli: Cli, options: Options): Promise<void> {
  const state = options.failed ? 'failed' : 'done'
  requireYes(cli, 'Purging jobs')
  const question = `Delete the records of ${options.failed ? 'failed' : 'completed'} jobs?`
  if (!(await confirm(cli, question))) return tell(cli, 'Nothing was deleted.')
  const { purgeJobs } = await import('../../../../core/job-queue/retry-and-purge.ts')
  const { MICROS_PER_SECOND } = await import('../../../../core/base/clock.ts')
  const purged = await withCatalog(cli, options, ({ write, clock }, { actor }) => {
    const runChange: RunChange = (change) => write((tx) => change(tx, { actor, now: clock.now() }))
    // Includes jobs that ended in this microsecond.
    const before = clock.now() - (options.olderThan ?? 0) * MICROS_PER_SECOND + 1
    return purgeJobs(runChange, { state, before }, cli.signal)
  })
  printRecord(cli, { purged })
}

export const purgeJobsCommand: CommandFactory = (cli) =>
  new Command('purge')
    .description('Delete the records of completed jobs; the server does this after a week')
    .option('--failed', 'Delete the records of failed jobs instead')
    .addOption(
      new Option(
        '--older-than <duration>',
        'Minimum time since the job ended, such as 12h',
      ).argParser(parseDuration),
    )
    .addOption(createDataOption())
    .action((options) => runPurgeJobs(cli, options))
