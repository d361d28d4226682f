import type { NewValidation } from '../../../../core/contract/new-contribution.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { importContributions } from '../contributions/import-contributions.ts'
import type { ImportKind, Outcome } from '../contributions/import-kind.ts'
import { createImportCommand, type ImportOptions } from '../contributions/import-options.ts'
import { parseRow } from '../contributions/parse-row.ts'
import { toRefusal } from '../contributions/to-refusal.ts'

const COLUMNS = {
  georeference: ['georeference_id'],
  from_above_georeference: ['from_above_georeference_id'],
  validation: [],
  notes: [],
  user: ['validated_by'],
  time: ['validated_at'],
}

async function loadKind(): Promise<ImportKind<NewValidation>> {
  const { newValidation } = await import('../../../../core/contract/new-contribution.ts')
  const { addValidation } = await import('../../../../core/writes/validations/add-validation.ts')
  const { findValidatedGeoreferences } =
    await import('../../../../core/queries/places/contribution-references.ts')
  const { requireValidatable } = await import('../../../../core/model/accepts-validation.ts')
  return {
    unit: 'validations',
    columns: COLUMNS,
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

async function runImport(cli: Cli, path: string, options: ImportOptions): Promise<void> {
  await importContributions(cli, { path, kind: await loadKind() }, options)
}

export const importValidationsCommand: CommandFactory = (cli) =>
  createImportCommand('Import validations of users from a file', 'CSV or TSV').action(
    (path, options) => runImport(cli, path, options),
  )
