import { Command } from '@commander-js/extra-typings'
import { MICROS_PER_SECOND } from '../../../../core/base/clock.ts'
import { createCommandGroup, type CommandFactory } from '../../../command.ts'
import { createDataOption, withCatalog } from '../../../host/with-catalog.ts'
import { parseDuration } from '../../../options/option-parsers.ts'
import { createDryRunOption, confirm, requireYes } from '../../../terminal/confirm.ts'
import { printRecord, tell } from '../../../terminal/output.ts'
import { listAuditCommand, revertChangeCommand } from '../../audit.ts'

/** Entries per transaction, so that a running server never waits for long. */
const BATCH_SIZE = 10_000

const pruneAuditCommand: CommandFactory = (cli) =>
  new Command('prune')
    .description('Delete old entries of the audit log')
    .requiredOption(
      '--older-than <duration>',
      'Minimum age of the entries, such as 730d',
      parseDuration,
    )
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action(async (options) => {
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
    })

/** `list` and `revert` are former names of commands that now work at an instance, too. */
export const auditCommands = createCommandGroup(
  'audit',
  'Delete old entries of the log of changes',
  [pruneAuditCommand, listAuditCommand, revertChangeCommand],
  ['list', 'revert'],
)
