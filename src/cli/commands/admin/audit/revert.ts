import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  dryRun?: true
}

async function runRevertChange(cli: Cli, id: number, options: Options): Promise<void> {
  const { revertChange } = await import('../../../../core/writes/revert/revert-change.ts')
  const { logRevertedSuspension } = await import('../../../../core/writes/revert/decisions.ts')
  const { runDry } = await import('../../../../core/db/run-dry.ts')
  await withCatalog(cli, options, async ({ write, clock }, { actor, securityLog }) => {
    const context = { actor, now: clock.now() }
    const work = options.dryRun ? runDry(write) : write
    const { entry } = await work((tx) => revertChange(tx, id, context))
    if (!options.dryRun) logRevertedSuspension(securityLog, entry)
    const { action, objectType, objectId, before } = entry
    const state = options.dryRun ? 'would_revert' : 'reverted'
    printRecord(cli, { id, state, action, object: `${objectType}/${objectId}`, values: before })
  })
}

function parseEntryId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Must be the id of an entry in: catalog admin audit list')
}

export const revertChangeCommand: CommandFactory = (cli) =>
  new Command('revert')
    .description('Revert a change: write the values before it again, as a change of its own')
    .argument('<id>', 'Id of the entry in the log', parseEntryId)
    .option('--dry-run', 'Only show what would be written')
    .addOption(createDataOption())
    .action((id, options) => runRevertChange(cli, id, options))
