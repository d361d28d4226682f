import { Argument, Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/base/clock.ts'
import type { NewValidation } from '../../../core/contract/new-contribution.ts'
import { VERDICTS } from '../../../core/contract/verdicts.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog } from '../../host/with-catalog.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { printRecord, print } from '../../terminal/output.ts'
import { deleteValidationsCommand } from '../validation.ts'
import { importContributions } from './contributions/import-contributions.ts'
import { parseRow, toRefusal, type ImportKind, type Outcome } from './contributions/import-kind.ts'
import {
  createTimeOption,
  requirePast,
  createListCommand,
  takePage,
  toFilter,
  createImportCommand,
} from './contributions/options.ts'

const addValidationCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Validate a georeference on behalf of a user')
    .argument('<georeference>', 'Id of the georeference', parsePositiveInteger)
    .addArgument(new Argument('<validation>', 'Verdict of the user').choices(VERDICTS))
    .requiredOption('--user <name or id>', 'Who validates, by exact name or OpenStreetMap id')
    .option('--from-above', 'The id is that of a polygon instead of a point')
    .option('--notes <text>', 'Notes of the user')
    .addOption(createTimeOption('When it was validated (default: now)'))
    .addOption(createDataOption())
    .action(async (id, validation, options) => {
      const { newValidation } = await import('../../../core/contract/new-contribution.ts')
      const { parseFields } = await import('../../../core/contract/parse-fields.ts')
      const { addValidation } = await import('../../../core/writes/validations/add-validation.ts')
      const { getUserId } = await import('../../../core/queries/people/find-user.ts')
      const of = options.fromAbove ? { from_above_georeference: id } : { georeference: id }
      const added = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
        const given = parseFields(newValidation, { ...of, validation, notes: options.notes })
        const now = clock.now()
        const at = requirePast(options.time ?? now, now)
        const userId = await getUserId(reads, options.user)
        return write((tx) => addValidation(tx, { ...given, userId, at }, { actor, now }))
      })
      printRecord(cli, {
        id: added.id,
        state: added.outcome === 'kept' ? 'present' : added.outcome,
      })
    })

const LIST_COLUMNS = [
  'id',
  'image',
  'georeference',
  'from_above_georeference',
  'validation',
  'user',
  'validated_at',
]

const listValidationsCommand: CommandFactory = (cli) =>
  createListCommand('List validations').action(async (options) => {
    const { listEveryValidation } =
      await import('../../../core/queries/people/contribution-lists.ts')
    const rows = await withCatalog(cli, options, async (catalog) =>
      listEveryValidation(catalog.reads, await toFilter(catalog, options)),
    )
    const shown = takePage(cli, rows, options).map((row) => ({
      ...row,
      validated_at: formatTimestamp(row.validated_at),
    }))
    print(cli, shown, LIST_COLUMNS, ['notes'])
  })

const IMPORT_COLUMNS = {
  georeference: ['georeference_id'],
  from_above_georeference: ['from_above_georeference_id'],
  validation: [],
  notes: [],
  user: ['validated_by'],
  time: ['validated_at'],
}

async function loadKind(): Promise<ImportKind<NewValidation>> {
  const { newValidation } = await import('../../../core/contract/new-contribution.ts')
  const { addValidation } = await import('../../../core/writes/validations/add-validation.ts')
  const { findValidatedGeoreferences } =
    await import('../../../core/queries/places/contribution-references.ts')
  const { requireValidatable } = await import('../../../core/model/accepts-validation.ts')
  return {
    unit: 'validations',
    columns: IMPORT_COLUMNS,
    allowsGeoJson: false,
    parse: (values) => parseRow(newValidation, values),
    async check(reads, items) {
      const find = await findValidatedGeoreferences(reads, items)
      return items.map((item) => {
        const table = item.georeference === null ? 'from_above_georeference' : 'georeference'
        const id = item[table] ?? 0
        const { userId } = item
        return toRefusal(table, () => requireValidatable(find(table, id), { table, id, userId }))
      })
    },
    async add(tx, items, context) {
      const outcomes: Outcome[] = []
      for (const item of items) {
        const { outcome } = await addValidation(tx, item, context)
        outcomes.push(outcome === 'kept' ? 'present' : outcome)
      }
      return outcomes
    },
  }
}

const importValidationsCommand: CommandFactory = (cli) =>
  createImportCommand('Import validations of users from a file', 'CSV or TSV').action(
    async (path, options) => {
      await importContributions(cli, { path, kind: await loadKind() }, options)
    },
  )

/** `delete` is the former name of a command that now works at an instance, too. */
export const validationCommands = createCommandGroup(
  'validation',
  'Manage validations of georeferences',
  [
    addValidationCommand,
    listValidationsCommand,
    importValidationsCommand,
    deleteValidationsCommand,
  ],
  ['delete'],
)
