import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../terminal/output.ts'
import {
  createListCommand,
  takePage,
  toFilter,
  type ListOptions,
} from '../contributions/list-options.ts'
import { withCatalog } from '../../../host/with-catalog.ts'

const COLUMNS = [
  'id',
  'image',
  'georeference',
  'from_above_georeference',
  'validation',
  'user',
  'validated_at',
]

async function runListValidations(cli: Cli, options: ListOptions): Promise<void> {
  const { listEveryValidation } =
    await import('../../../../core/queries/people/contribution-lists.ts')
  const rows = await withCatalog(cli, options, async (catalog) =>
    listEveryValidation(catalog.reads, await toFilter(catalog, options)),
  )
  const shown = takePage(cli, rows, options).map((row) => ({
    ...row,
    validated_at: formatTimestamp(row.validated_at),
  }))
  print(cli, shown, COLUMNS, ['notes'])
}

export const listValidationsCommand: CommandFactory = (cli) =>
  createListCommand('List validations').action((options) => runListValidations(cli, options))
