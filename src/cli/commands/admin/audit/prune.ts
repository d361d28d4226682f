import { Command, Option } from '@commander-js/extra-typings'
import { MICROS_PER_SECOND } from '../../../../core/base/clock.ts'
import { confirm, requireYes } from '../../../terminal/confirm.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseDuration } from '../../../options/option-parsers.ts'
import { printRecord, tell } from '../../../terminal/output.ts'
import { createDryRunOption } from '../../../terminal/confirm-deletion.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

/** Entries per transaction, so that a running server never waits for long. */
const BATCH_SIZE = 10_000

interface Options extends DataOption {
  olderThan: number
  dryRun?: true
}

async function runPruneAudit(cli: Cli, options: Options): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Deleting entries of the audit log')
  const { pruneAudit } = await import('../../../../core/writes/audit.ts')
  const { inBatches } = await import('../../../../core/base/batches.ts')
  const { countAuditEntries } = await import('../../../../core/queries/audit/audit.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const context = { actor, now: clock.now() }
    const before = context.now - options.olderThan * MICROS_PER_SECOND
    const entries = await countAuditEntries(reads, before)
    if (options.dryRun) return printRecord(cli, { would_delete: entries })
    const question = `Delete the ${entries} oldest entries of the audit log?`
    if (!(await confirm(cli, question))) return tell(cli, 'Nothing was deleted.')
    const deleted = await inBatches(BATCH_SIZE, (limit) =>
      write((tx) => pruneAudit(tx, { before, limit }, context)),
    )
    printRecord(cli, { deleted })
  })
}

export const pruneAuditCommand: CommandFactory = (cli) =>
  new Command('prune')
    .description('Delete old entries of the audit log')
    .addOption(
      new Option('--older-than <duration>', 'Minimum age of the entries, such as 730d')
        .argParser(parseDuration)
        .makeOptionMandatory(),
    )
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((options) => runPruneAudit(cli, options))
