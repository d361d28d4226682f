import { Command } from '@commander-js/extra-typings'
import type { RunChange } from '../../../../core/audit/record-audit.ts'
import { invalid } from '../../../../core/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../option-parsers.ts'
import { printRecord } from '../../../output.ts'
import { readIds } from '../read-ids.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'
import { printQueueState } from './queue-state.ts'

interface Options extends DataOption {
  failed?: true
  kind?: string
  image?: number
}

async function runRetryJobs(cli: Cli, given: readonly string[], options: Options): Promise<void> {
  const ids = await readIds(cli, given)
  if (ids.length > 0 === (options.failed === true)) {
    throw invalid('retry', 'requires either job ids or --failed')
  }
  const { retryAllFailed, retryNow } = await import('../../../../core/jobs/retry-and-purge.ts')
  const { kind, image: imageId } = options
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const { write, clock } = catalog
    const runChange: RunChange = (change) => write((tx) => change(tx, { actor, now: clock.now() }))
    const retried = options.failed
      ? await retryAllFailed(runChange, { kind, imageId, before: clock.now() }, cli.signal)
      : await retryNow(runChange, ids)
    printRecord(cli, { queued: retried })
    await printQueueState(cli, catalog)
  })
}

export const retryJobsCommand: CommandFactory = (cli) =>
  new Command('retry')
    .description('Retry failed jobs, or run waiting jobs now')
    .argument('[id...]', 'Job ids, or - to read them from standard input')
    .option('--failed', 'Retry all failed jobs')
    .option('--kind <kind>', 'With --failed, retry only jobs of this kind')
    .option('--image <id>', 'With --failed, retry only jobs of this image', parsePositiveInteger)
    .addOption(createDataOption())
    .action((ids, options) => runRetryJobs(cli, ids, options))
