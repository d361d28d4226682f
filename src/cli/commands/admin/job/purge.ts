import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { duration } from '../../../option-types.ts'
import { printRecord } from '../../../output.ts'
import { dataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  failed?: true
  olderThan?: number
}

async function runPurgeJobs(cli: Cli, options: Options): Promise<void> {
  const { purgeJobs } = await import('../../../../core/jobs/orders.ts')
  const { failed, olderThan: olderThanSeconds = 0 } = options
  const purge = { state: failed ? 'failed' : 'done', olderThanSeconds } as const
  const purged = await withCatalog(cli, options, (catalog) => purgeJobs(catalog, purge, cli.signal))
  printRecord(cli, { purged })
}

export const purgeJobsCommand: CommandFactory = (cli) =>
  new Command('purge')
    .description('forget jobs that are done; the server does so after a week')
    .option('--failed', 'forget those that failed instead')
    .addOption(
      new Option('--older-than <duration>', 'only what ended longer ago, e.g. 12h').argParser(
        duration,
      ),
    )
    .addOption(dataOption())
    .action((options) => runPurgeJobs(cli, options))
