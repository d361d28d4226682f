import { Argument, Command } from '@commander-js/extra-typings'
import { VERDICTS } from '../../../../core/contract/verdicts.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { printRecord } from '../../../terminal/output.ts'
import { createTimeOption, requirePast } from '../contributions/contributor.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

interface Options extends DataOption {
  fromAbove?: true
  user: string
  notes?: string
  time?: number
}

async function runAddValidation(
  cli: Cli,
  { id, validation }: { id: number; validation: string },
  options: Options,
): Promise<void> {
  const { newValidation } = await import('../../../../core/contract/new-contribution.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { addValidation } = await import('../../../../core/writes/validations/add-validation.ts')
  const { getUserId } = await import('../../../../core/queries/people/find-user.ts')
  const of = options.fromAbove ? { from_above_georeference: id } : { georeference: id }
  const added = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const given = parseFields(newValidation, { ...of, validation, notes: options.notes })
    const now = clock.now()
    const at = requirePast(options.time ?? now, now)
    const userId = await getUserId(reads, options.user)
    return write((tx) => addValidation(tx, { ...given, userId, at }, { actor, now }))
  })
  printRecord(cli, { id: added.id, state: added.outcome === 'kept' ? 'present' : added.outcome })
}

export const addValidationCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Validate a georeference on behalf of a user')
    .addArgument(
      new Argument('<georeference>', 'Id of the georeference').argParser(parsePositiveInteger),
    )
    .addArgument(new Argument('<validation>', 'Verdict of the user').choices(VERDICTS))
    .requiredOption('--user <name or id>', 'Who validates, by exact name or OpenStreetMap id')
    .option('--from-above', 'The id is that of a polygon instead of a point')
    .option('--notes <text>', 'Notes of the user')
    .addOption(createTimeOption('When it was validated (default: now)'))
    .addOption(createDataOption())
    .action((id, validation, options) => runAddValidation(cli, { id, validation }, options))
